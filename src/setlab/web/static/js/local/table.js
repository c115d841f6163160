// The table of an ordinary game, with as many cards as its deck has: setlab.rules.table, standard refill.
import { setsAmong } from "../shared/space.js";

const FULL = 12,
  SET = 3,
  DIMENSION = 4;

/** @typedef {(number | null)[]} Slots */

export class Table {
  /** @type {Slots} */ slots = [];
  /** @type {number[][]} */ taken = [];
  #next = 0;

  /** The table when the first cards of a deck have been dealt. @param {number[]} order */
  constructor(order) {
    this.order = order;
    this.#dealDue();
  }

  get undealt() {
    return this.order.length - this.#next;
  }

  /** The cards in the order of their slots. */
  get cards() {
    return this.slots.flatMap((card) => (card === null ? [] : [card]));
  }

  /** The SETs in the order of their slots. */
  get sets() {
    return setsAmong(this.cards, DIMENSION);
  }

  /** Take cards from the table, whether they are a SET or not, and deal what is due. @param {readonly number[]} cards */
  take(cards) {
    this.slots = this.#afterTaking(this.slots.map((card) => (card !== null && cards.includes(card) ? null : card)));
    this.taken.push([...cards]);
    this.#dealDue();
  }

  /** Left empty for a refill, or shortened from the end. @param {Slots} slots @returns {Slots} */
  #afterTaking(slots) {
    const lying = slots.filter((card) => card !== null).length;
    if ((lying < FULL && this.undealt) || slots.length <= FULL) return slots;
    const kept = Math.max(slots.length - SET, FULL);
    return fill(
      slots.slice(0, kept),
      slots.slice(kept).filter((card) => card !== null),
    ).slice(0, kept);
  }

  #dealDue() {
    for (let due = this.#due(); due; due = this.#due()) {
      this.slots = fill(this.slots, this.order.slice(this.#next, this.#next + due));
      this.#next += due;
    }
  }

  #due() {
    if (!this.slots.length) return Math.min(FULL, this.undealt);
    return this.cards.length < FULL || !this.sets.length ? Math.min(SET, this.undealt) : 0;
  }
}

/** The slots with more cards: in the empty slots, then behind the last one. @param {Slots} slots @param {Slots} cards */
function fill(slots, cards) {
  const coming = [...cards];
  const filled = slots.map((card) => card ?? coming.shift() ?? null);
  return [...filled, ...coming];
}
