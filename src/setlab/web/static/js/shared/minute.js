// A game of 60 seconds alone, without a server: the rules of the room game, on a table of the page.
import { setsAmong } from "./space.js";

const SECONDS = 60,
  DECK = 81,
  FULL = 12,
  D = 4,
  TICK = 250; // milliseconds between two looks at the clock

/** A deck in random order. @param {number} size */
export function shuffledDeck(size) {
  const keys = crypto.getRandomValues(new Uint32Array(size));
  return Array.from({ length: size }, (_, card) => card).sort((a, b) => keys[a] - keys[b]);
}

export class Minute {
  #deck = shuffledDeck(DECK);
  #end = performance.now() + 1000 * SECONDS;
  #timer;
  found = 0;
  /** @type {number[]} */ cards;

  /** @param {(left: number) => void} tick hears the seconds that are left; 0 is the end */
  constructor(tick) {
    this.cards = this.#deck.splice(0, FULL);
    this.#deal();
    this.#timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((this.#end - performance.now()) / 1000));
      if (!left) this.stop();
      tick(left);
    }, TICK);
  }

  /** Take a SET; new cards lie in its places, as long as the table is not too full. @param {number[]} set */
  take(set) {
    this.found += 1;
    const refills = this.cards.length <= FULL ? this.#deck.splice(0, set.length) : [];
    this.cards = this.cards.flatMap((card) => (set.includes(card) ? refills.splice(0, 1) : [card]));
    this.#deal();
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** Three more cards while there is no SET. */
  #deal() {
    while (this.#deck.length && !setsAmong(this.cards, D).length) this.cards.push(...this.#deck.splice(0, 3));
  }
}
