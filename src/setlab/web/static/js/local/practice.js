// Cards with a given number of SETs: setlab.exact.dealing, where such deals are searched.
import { shuffledDeck } from "../shared/minute.js";
import { setsAmong } from "../shared/space.js";
import { Unanswered, whole } from "./asked.js";

/** The cards on the table by the number of properties. @type {Record<number, number>} */
const CARDS = { 3: 9, 4: 12 };
const BLOCK = 64,
  MOST_BLOCKS = 2 ** 14; // never reached: the rarest of these deals is one in thousands

/** @type {import("./answers.js").Handler} */
export async function practice(url) {
  const sets = whole(url, "sets", 1, 6, 6),
    dimension = whole(url, "dimension", 3, 4, 4);
  const seed = url.searchParams.has("seed") ? whole(url, "seed", 0, Number.MAX_SAFE_INTEGER) : null;
  const deal = seed === null ? anyDeal : searchDeal;
  return { cards: await deal(CARDS[dimension], sets, seed ?? 0, dimension), sets };
}

/**
 * A random deal with so many SETs. Nobody names its seed, so the core need not come for it.
 * @param {number} cards
 * @param {number} sets
 * @param {number} _
 * @param {number} dimension
 */
function anyDeal(cards, sets, _, dimension) {
  for (let trial = 0; trial < BLOCK * MOST_BLOCKS; ++trial) {
    const dealt = shuffledDeck(3 ** dimension).slice(0, cards);
    if (setsAmong(dealt, dimension).length === sets) return dealt;
  }
  throw new Unanswered("there is no such deal");
}

/**
 * The first deal of the seed with so many SETs; the cards lie in the order of their slots.
 * @param {number} cards
 * @param {number} sets
 * @param {number} seed
 * @param {number} dimension
 */
async function searchDeal(cards, sets, seed, dimension) {
  const { shuffles } = await import("./draws.js");
  for (let block = 0; block < MOST_BLOCKS; ++block) {
    for (const slots of await shuffles(seed, BLOCK * block, BLOCK, 3 ** dimension)) {
      const dealt = Array.from({ length: cards }, (_, slot) => slots.indexOf(slot));
      if (setsAmong(dealt, dimension).length === sets) return dealt;
    }
  }
  throw new Unanswered("there is no such deal");
}
