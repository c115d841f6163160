// The search for all SETs of a table: the chosen cards, the finds, the next hint. It draws nothing.
import { brokenProperty, differing as differingIn } from "../shared/cards.js";
import { setsAmong } from "../shared/space.js";

/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./types").Find} Find */
/**
 * @typedef {{ kind: "wrong", cards: number[], fault: import("../shared/types").Judged }
 *   | { kind: "again" | "right" | "last", cards: number[] }} Outcome
 */

export const DIMENSION = 4;

/** In how many properties the cards of a SET differ. @param {number[]} cards */
export const differing = (cards) => differingIn(cards, DIMENSION);

/** @param {readonly number[]} cards */
const keyOf = (cards) => [...cards].sort((a, b) => a - b).join();

export class Search {
  /** @type {number[]} */ chosen = [];
  /** @type {number[]} the cards that were shown as a hint */ hinted = [];

  /** @param {number[]} cards @param {Entry | undefined} kept the game as it was left */
  constructor(cards, kept) {
    this.cards = cards;
    /** All SETs, those in which few properties differ first. @type {number[][]} */
    this.sets = setsAmong(cards, DIMENSION)
      .map((line) => [...line])
      .sort((a, b) => differing(a) - differing(b));
    /** @type {Find[]} */
    this.found = [];
    for (const { cards: three, at } of kept?.found ?? [])
      if (this.#isOpen(three)) this.found.push({ cards: three, at });
    this.hints = kept?.hints ?? 0;
    this.wrong = kept?.wrong ?? 0;
  }

  get done() {
    return this.found.length === this.sets.length;
  }

  /**
   * Choose a card, or let go of it; three chosen cards are judged.
   * @param {number} card
   * @param {number} at seconds on the clock
   * @returns {Outcome | null}
   */
  pick(card, at) {
    this.chosen = this.chosen.includes(card) ? this.chosen.filter((other) => other !== card) : [...this.chosen, card];
    if (this.chosen.length < 3) return null;
    const cards = this.chosen;
    this.chosen = [];
    return this.#judged(cards, at);
  }

  /**
   * One card more of the easiest SET that is still open: at most two, the third is for the reader.
   * @returns {number[]}
   */
  hint() {
    const open =
      this.sets.find((line) => this.#isOpen(line) && this.hinted.every((card) => line.includes(card))) ??
      this.sets.find((line) => this.#isOpen(line));
    if (!open) return [];
    const shown = Math.min(2, this.hinted.length + 1);
    if (shown > this.hinted.length) this.hints++;
    this.hinted = open.slice(0, shown);
    return this.hinted;
  }

  /** @param {number[]} cards @param {number} at @returns {Outcome} */
  #judged(cards, at) {
    const fault = brokenProperty(cards, DIMENSION);
    if (fault) {
      if (!this.done) this.wrong++;
      return { kind: "wrong", cards, fault };
    }
    if (!this.#isOpen(cards)) return { kind: "again", cards };
    this.found.push({ cards, at });
    if (this.hinted.every((card) => cards.includes(card))) this.hinted = [];
    return { kind: this.done ? "last" : "right", cards };
  }

  /** True for a SET of this table that was not found yet. @param {number[]} cards */
  #isOpen(cards) {
    const key = keyOf(cards);
    return this.sets.some((line) => keyOf(line) === key) && !this.found.some((find) => keyOf(find.cards) === key);
  }
}
