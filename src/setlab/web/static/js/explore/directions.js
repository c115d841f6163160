// The directions of SETs: two vectors that are opposite to each other have the same direction.
import { add, deck, digits, flat, line, subtract, third } from "../shared/space.js";

/** @typedef {import("../shared/space.js").Line} Line */

/** A vector for each direction, its first digit other than 0 being 1. @param {number} d */
export const directions = (d) => deck(d).filter((v) => digits(v, d).find(Boolean) === 1);

/** The direction of two cards. @param {number} a @param {number} b @param {number} d */
export function directionOf(a, b, d) {
  const v = subtract(b, a, d);
  return digits(v, d).find(Boolean) === 1 ? v : subtract(a, b, d);
}

/**
 * All SETs in the direction of a vector, each beginning with its smallest card.
 * @param {number} v
 * @param {number} d
 * @returns {Line[]}
 */
export const parallelClass = (v, d) =>
  deck(d)
    .map((card) => line(card, v, d))
    .filter(([a, b, c]) => a < b && a < c);

/**
 * The SETs of a plane laid out 3×3, by direction: across, down, falling, rising.
 * @param {number[]} nine
 * @param {Line[]} lines
 * @param {number} d
 */
export function byDirection(nine, lines, d) {
  const steps = [1, 3, 4, 5].map((place) => directionOf(nine[0], nine[place], d));
  return steps.map((step) => lines.filter(([a, b]) => directionOf(a, b, d) === step));
}

/**
 * All planes in a collection that is closed under completing SETs, each in ascending order: those through its first
 * card, and their parallels.
 * @param {number[]} cards
 * @param {number} d
 */
export function planesAmong(cards, d) {
  /** @type {number[][]} */
  const through = [];
  for (const [i, b] of cards.entries()) {
    for (const c of cards.slice(i + 1)) {
      const isOne = i && third(cards[0], b, d) !== c && !through.some((nine) => nine.includes(b) && nine.includes(c));
      if (isOne) through.push(flat([cards[0], b, c], d));
    }
  }
  return through.flatMap((nine) => parallelsOf(nine, cards, d));
}

/**
 * The flats in a collection that are parallel to one through its first card, and this one.
 * @param {number[]} one
 * @param {number[]} cards
 * @param {number} d
 */
function parallelsOf(one, cards, d) {
  const found = [one];
  for (const card of cards) {
    if (found.some((each) => each.includes(card))) continue;
    const step = subtract(card, cards[0], d);
    found.push(one.map((point) => add(point, step, d)).sort((a, b) => a - b));
  }
  return found;
}
