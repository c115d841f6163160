// The example of the paper, move by move.
import { t } from "../shared/words.js";
import { drawButtons } from "./buttons.js";
import { tell } from "./telling.js";

/** @typedef {import("./types").Boards["example"]} Game */
/** @typedef {import("./types").Board} Board */
/** @typedef {import("./types").Taken} Taken */
/** @typedef {import("./sentences.js").Cards} Cards */

export class Example {
  #at = 1;

  /**
   * @param {Game} game
   * @param {Board} board
   * @param {import("./desk.js").Desk} desk
   * @param {{ prove: (moves: Taken[] | null, cards: Cards) => void, leave: () => void }} then
   */
  constructor(game, board, desk, then) {
    this.game = game;
    this.board = board;
    this.desk = desk;
    this.then = then;
  }

  /** Show the moves so far with the words of the paper; at the end the proof. */
  draw() {
    const moves = this.game.moves.slice(0, this.#at),
      over = this.#at === this.game.moves.length;
    const cards = this.desk.show({ board: this.board, moves, you: null, set: over ? this.game.set : null });
    drawButtons([
      { id: "next", text: t("antiset.example.next"), act: () => this.#go(1), off: over, main: true },
      { id: "back", text: t("antiset.example.back"), act: () => this.#go(-1), off: this.#at === 1 },
      { id: "leave", text: t("antiset.example.leave"), act: this.then.leave },
    ]);
    tell(cards.sentence(`antiset.example.move.${this.#at}`, [moves[this.#at - 1].card]));
    this.then.prove(over ? moves : null, cards);
  }

  /** @param {number} steps */
  #go(steps) {
    this.#at += steps;
    this.draw();
  }
}
