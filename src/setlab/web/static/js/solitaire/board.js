// The cards of the game in the player's hands: which are chosen, and the marks that they wear for a while.
import { byId } from "../shared/dom.js";
import { Table } from "../shared/table.js";
import { valueWord } from "../shared/cards.js";

export const DIMENSION = 4;

const RIGHT = 700,
  WRONG = 2400; // milliseconds for which cards stay marked

export class Board {
  /** @type {number[]} */ chosen = [];
  #timer = 0;

  /** @param {(card: number) => void} onPick */
  constructor(onPick) {
    this.table = new Table(byId("cards", HTMLElement), { keys: "letters", onPick });
  }

  /** @param {(number | null)[]} slots */
  show(slots) {
    this.table.show(slots, DIMENSION);
  }

  /** Choose a card, or let go of it. @param {number} card */
  toggle(card) {
    this.table.release();
    this.unmark();
    this.chosen = this.chosen.includes(card) ? this.chosen.filter((other) => other !== card) : [...this.chosen, card];
    this.table.press(this.chosen);
  }

  /** Let go of the chosen cards and take marks away. */
  clear() {
    this.chosen = [];
    this.table.press([]);
    this.unmark();
  }

  /** No card is chosen, no mark is left, and cards that are held give way. */
  release() {
    this.table.release();
    this.clear();
  }

  /** @param {number[]} cards @param {import("../shared/types").Judged} fault */
  markWrong(cards, fault) {
    this.table.mark(
      cards,
      "wrong",
      fault.values.map((value) => valueWord(fault.property, value)),
    );
    this.#unmarkSoon();
  }

  /**
   * Cards that were taken stay for a moment, but not those of the last SET.
   * @param {number[]} cards
   * @param {boolean} last
   */
  markTaken(cards, last) {
    this.table.mark(cards, "right", ["✓", "✓", "✓"]);
    this.table.hold(cards, last ? 0 : RIGHT);
  }

  /** Cards that came back; those of another choice are not touched. @param {number[]} cards */
  markBack(cards) {
    if (!this.chosen.length) this.table.mark(cards, "in");
    this.#unmarkSoon();
  }

  /** @param {number[]} cards */
  markHint(cards) {
    this.table.mark(cards, "hint");
  }

  /** Light a SET on the table, or none. @param {number[] | null} cards */
  light(cards) {
    this.table.release();
    this.unmark();
    if (cards) this.markHint(cards);
  }

  unmark() {
    clearTimeout(this.#timer);
    for (const state of /** @type {const} */ (["wrong", "hint", "in"])) this.table.unmark(state);
  }

  #unmarkSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.unmark(), WRONG);
  }
}
