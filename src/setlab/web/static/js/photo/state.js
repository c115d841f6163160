// The cards that were seen in a photo, and what the reader has made of them.
import { fromCodes, setsAmong } from "../shared/space.js";

/** @typedef {[number, number]} Point in pixels of the photo */
/** @typedef {{ card: number, probability: number }} Reading */
/**
 * A card with its outline, or the place that was tapped, if any; `sure` once it was read clearly, or by the reader.
 * @typedef {{ card: number, probability: number, others: Reading[], corners: Point[], sure: boolean }} Seen
 */

export const D = 4,
  DECK = 81;

/**
 * What the server has found.
 * @param {any} answer
 * @returns {Seen[]}
 */
export function readAnswer({ cards, unsure }) {
  return cards.map((/** @type {any} */ found, /** @type {number} */ i) => ({
    ...readingOf(found),
    others: found.alternatives.map(readingOf),
    corners: found.corners,
    sure: !unsure.includes(i),
  }));
}

/** @param {{ card: string, probability: number }} found @returns {Reading} */
const readingOf = ({ card, probability }) => ({ card: fromCodes(card, D)[0], probability });

/** One card is this one. @param {Seen[]} seen @param {number} i @param {number} card @returns {Seen[]} */
export const correct = (seen, i, card) => seen.map((each, j) => (j === i ? { ...each, card, sure: true } : each));

/** One card is none. @param {Seen[]} seen @param {number} i */
export const without = (seen, i) => seen.filter((_, j) => j !== i);

/** A card that was missed. @param {Seen[]} seen @param {number} card @param {Point[]} corners @returns {Seen[]} */
export const add = (seen, card, corners) => [...seen, { card, probability: 1, others: [], corners, sure: true }];

/** The different cards, in their order. @param {Seen[]} seen */
export const cardsOf = (seen) => [...new Set(seen.map(({ card }) => card))];

/** The places of cards that are there twice, which no deck has. @param {Seen[]} seen */
export const twins = (seen) =>
  seen.flatMap(({ card }, i) => (seen.some((other, j) => j !== i && other.card === card) ? [i] : []));

/** The places of cards to ask about. @param {Seen[]} seen */
export const doubts = (seen) => seen.flatMap(({ sure }, i) => (sure ? [] : [i]));

/** True if a room can be opened with these cards. @param {Seen[]} seen */
export const isPuzzle = (seen) => seen.length <= 21 && !twins(seen).length && setsAmong(cardsOf(seen), D).length > 0;
