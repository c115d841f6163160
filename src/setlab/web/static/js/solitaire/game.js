// A game of solitaire: the player takes SETs, the referee deals. The page keeps the seed and the moves, the referee the
// rules.
import { post } from "../shared/api.js";
import { brokenProperty, complaint, marks } from "../shared/cards.js";
import { byId, make } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { SayLine } from "../shared/say.js";
import { t } from "../shared/words.js";
import { Advisor } from "./advisor.js";
import { Board, DIMENSION } from "./board.js";
import { count, keep, newGame } from "./kept.js";
import { drawEnding, drawProgress, drawStatistics, TURNS } from "./report.js";

/** @typedef {import("./types").Kept} Kept */
/** @typedef {import("./types").Seen} Seen */

export class Game {
  /** @type {Kept} */ kept = newGame("0");
  /** @type {Seen | null} */ seen = null;
  /** How much was hinted about this table: the number of SETs, one card, the SET. */ #hinted = 0;
  /** The number of the last question to the server, and whether it is still open. */ #asked = 0;
  #busy = false;

  constructor() {
    this.board = new Board((card) => this.#pick(card));
    this.say = new SayLine(byId("say", HTMLElement), () => this.#idle());
    this.advisor = new Advisor(
      (cards) => this.seen && this.board.light(cards),
      () => this.toggleAdvice(),
    );
  }

  /** Show a game as it was left, or from its beginning. @param {Kept} game */
  async open(game) {
    this.kept = game;
    this.seen = null;
    this.advisor.open = false;
    this.advisor.forget();
    await this.#go(game.moves, () => this.say.rest(), true);
  }

  /** True if this is the game that is shown. @param {{ seed: string, game: number }} game */
  shows({ seed, game }) {
    return this.seen !== null && seed === this.kept.seed && game === this.kept.game;
  }

  /** First how many SETs there are, then one card of a SET, then the SET. */
  hint() {
    const seen = this.seen;
    if (!seen?.hint || this.#busy) return;
    this.board.release();
    this.#hinted = Math.min(this.#hinted + 1, 3);
    if (this.#hinted > 1) this.board.markHint(seen.hint.slice(0, this.#hinted === 2 ? 1 : 3));
    this.say.say({
      tone: "",
      strong: t(`solitaire.hint.${["count", "card", "set"][this.#hinted - 1]}`, { n: seen.sets }),
      text: this.#hinted < 3 ? t("solitaire.hint.more") : "",
    });
  }

  /** Show or hide the advice; a game with advice counts as helped. */
  toggleAdvice() {
    this.advisor.open = !this.advisor.open;
    if (!this.advisor.open || !this.seen) return;
    this.kept.advised = true;
    keep(this.kept);
    drawStatistics(this.kept);
    this.advisor.ask(this.kept, true);
  }

  /**
   * Ask for the table after these moves; the game changes only when the referee has answered. One question at a time,
   * except
   * that a game may be opened while a move of another is on the way.
   * @param {number[][]} moves
   * @param {(seen: Seen) => void} then
   * @param {boolean} [again] the game is only shown again
   */
  async #go(moves, then, again = false) {
    if (this.#busy && !again) return;
    this.#busy = true;
    this.#asked += 1;
    const asked = this.#asked;
    try {
      /** @type {Seen} */
      const seen = await post("/api/solitaire", { seed: this.kept.seed, game: this.kept.game, moves });
      if (asked !== this.#asked) return; // another game was opened in the meantime
      this.kept.moves = moves;
      if (this.kept.reviewed && !again) this.kept.again = true; // the order of the deck is known
      this.seen = seen;
      keep(this.kept);
      if (seen.over && !again) count(this.kept, seen.clear);
      this.#draw(seen, then);
    } catch (error) {
      if (asked === this.#asked) this.trouble(error, () => this.#go(moves, then, again));
    } finally {
      if (asked === this.#asked) this.#busy = false;
    }
  }

  /** The server did not answer: say so, and offer to ask again. @param {unknown} error @param {() => void} retry */
  trouble(error, retry) {
    const text = reasonOf(error);
    this.board.clear();
    this.say.root.hidden = false;
    this.say.say(
      {
        tone: "wrong",
        strong: t("solitaire.trouble"),
        text,
        after: make("button", { class: "btn", onclick: retry }, t("solitaire.retry")),
      },
      true,
    );
  }

  /** @param {Seen} seen @param {(seen: Seen) => void} then */
  #draw(seen, then) {
    this.board.clear();
    this.#hinted = 0;
    then(seen);
    this.board.show(seen.slots);
    document.body.dataset.moves = String(this.kept.moves.length);
    drawProgress(seen);
    drawEnding(this.kept, seen);
    drawStatistics(this.kept);
    this.say.root.hidden = seen.over;
    byId("hint", HTMLButtonElement).disabled = seen.over;
    byId("undo", HTMLButtonElement).disabled = !this.kept.moves.length;
    byId("give-up", HTMLButtonElement).hidden = seen.over || !this.kept.moves.length;
    if (this.kept.advised) this.advisor.ask(this.kept);
  }

  /** @param {number} card */
  #pick(card) {
    if (this.#busy || !this.seen || this.seen.over) return;
    this.board.toggle(card);
    const { chosen } = this.board;
    if (chosen.length === 3) return this.#judge(chosen);
    this.say.rest();
    announce(t("room.chosen", { n: chosen.length, size: 3 }));
  }

  /** @param {number[]} cards */
  #judge(cards) {
    const fault = brokenProperty(cards, DIMENSION);
    this.board.clear();
    if (!fault)
      return this.#go([...this.kept.moves, [...cards].sort((a, b) => a - b)], (seen) => this.#took(cards, seen));
    this.board.markWrong(cards, fault);
    this.say.say({
      tone: "wrong",
      strong: t("solitaire.wrong"),
      text: complaint(fault),
      after: marks(cards, DIMENSION),
    });
  }

  /** @param {number[]} cards @param {Seen} seen */
  #took(cards, seen) {
    this.board.markTaken(cards, seen.clear);
    if (seen.over) return;
    const strong = t("solitaire.right.set"),
      text = seen.more
        ? t("solitaire.right.more", { n: seen.more })
        : t("solitaire.right.left", { n: TURNS - seen.taken.length });
    this.say.say({ tone: "right", strong, text });
  }

  /** Take the last SET back. */
  undo() {
    if (!this.kept.moves.length || this.#busy) return;
    const last = this.kept.moves[this.kept.moves.length - 1];
    this.board.release();
    this.kept.undos += 1;
    this.#go(this.kept.moves.slice(0, -1), () => {
      this.say.say({ tone: "", strong: t("solitaire.undo.done") });
      setTimeout(() => this.board.markBack(last)); // when the cards lie there again
    });
  }

  /** No card is chosen any more. */
  release() {
    this.board.release();
    this.say.rest();
  }

  /** @returns {import("../shared/say.js").Saying} */
  #idle() {
    if (!this.seen) return { tone: "" };
    const n = this.board.chosen.length;
    return { tone: "", text: n ? t("room.chosen", { n, size: 3 }) : t("solitaire.idle") };
  }
}
