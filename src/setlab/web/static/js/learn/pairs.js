// Pairs and triples for the lessons, the same for the same seed.
import { digits, fromDigits, isSet, third } from "../shared/space.js";
import { below, shuffle } from "./random.js";
import { D } from "./values.js";

/** @typedef {[number, number]} Pair */
/** @typedef {() => number} Random */

/** How many properties differ, pair by pair: one at first, in the end all four. */
export const ASCENDING = Object.freeze([1, 1, 2, 2, 2, 3, 3, 3, 4, 4]);

/**
 * A card that differs from another in exactly n properties.
 * @param {Random} random
 * @param {number} card
 * @param {number} n
 */
export function changeProperties(random, card, n) {
  const places = new Set(shuffle(random, [...Array(D).keys()]).slice(0, n));
  return fromDigits(digits(card, D).map((x, i) => (places.has(i) ? x + 1 + below(random, 2) : x)));
}

/** Two cards that differ in exactly n properties. @param {Random} random @param {number} n @returns {Pair} */
export function pairDiffering(random, n) {
  const card = below(random, 3 ** D);
  return [card, changeProperties(random, card, n)];
}

/**
 * Ten pairs, each as hard as the one before or harder; the properties that differ are others each time, as long as
 * there are others.
 * @param {Random} random
 * @returns {Pair[]}
 */
export function ascendingPairs(random) {
  /** @type {Set<string>} */
  const seen = new Set();
  return ASCENDING.map((n) => {
    let pair = pairDiffering(random, n);
    while (seen.has(kindOf(pair))) pair = pairDiffering(random, n);
    seen.add(kindOf(pair));
    return pair;
  });
}

/** The properties that differ; where all do, the cards of the SET. @param {Pair} pair */
function kindOf([a, b]) {
  const other = digits(b, D);
  const same = digits(a, D).map((x, i) => x === other[i]);
  return same.includes(true) ? same.join() : [a, b, third(a, b, D)].sort((x, y) => x - y).join();
}

/** A SET that differs in n properties, in a random order. @param {Random} random @param {number} n */
export function tripleDiffering(random, n) {
  const [a, b] = pairDiffering(random, n);
  return shuffle(random, [a, b, third(a, b, D)]);
}

/** Three cards that fail to be a SET in exactly n properties. @param {Random} random @param {number} n */
export function almostSet(random, n) {
  const [a, b] = pairDiffering(random, 1 + below(random, D));
  let c = a;
  while (c === a || c === b) c = changeProperties(random, third(a, b, D), n);
  return shuffle(random, [a, b, c]);
}

/** Six cards in which there is exactly one SET. @param {Random} random */
export function tableWithOneSet(random) {
  const cards = tripleDiffering(random, 3);
  while (cards.length < 6) {
    const card = below(random, 3 ** D);
    if (!cards.includes(card) && !completes(cards, card)) cards.push(card);
  }
  return shuffle(random, cards);
}

/** True if the card makes a SET with two of the others. @param {number[]} cards @param {number} card */
const completes = (cards, card) => cards.some((a, i) => cards.slice(i + 1).some((b) => isSet([a, b, card], D)));
