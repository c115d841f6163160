// The example of the paper, move by move.
import { make } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("./types").Taken} Taken */

export class Example {
  /** How many moves are shown. */ at = 1;

  /** @param {{ cards: number, moves: Taken[] }} game @param {() => void} draw what to do when it goes on @param {() => void} leave */
  constructor(game, draw, leave) {
    this.game = game;
    this.draw = draw;
    this.leave = leave;
  }

  /** The moves so far. */
  get moves() {
    return this.game.moves.slice(0, this.at);
  }

  get over() {
    return this.at === this.game.moves.length;
  }

  /** Go some moves on or back. @param {number} steps */
  go(steps) {
    this.at = Math.max(1, Math.min(this.game.moves.length, this.at + steps));
    this.draw();
  }

  /** The buttons below the board. @returns {Node[]} */
  buttons() {
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act, /** @type {boolean} */ off, kind = "btn") =>
      make("button", { class: kind, type: "button", id, "aria-disabled": off ? "true" : null, onclick: () => off || act() }, text);
    return [
      button("next", t("antiset.example.next"), () => this.go(1), this.over, "btn main"),
      button("back", t("antiset.example.back"), () => this.go(-1), this.at === 1),
      button("leave", t("antiset.example.leave"), this.leave, false),
    ];
  }
}
