// Cards without a SET: which cards are free, and which two cards block one.
import { deck, third } from "../shared/space.js";

const D = 4;

/**
 * The pairs of chosen cards that make a SET with a card.
 * @param {number[]} cap
 * @param {number} card
 * @returns {[number, number][]}
 */
export const blockers = (cap, card) =>
  cap.flatMap((a, i) =>
    cap
      .slice(i + 1)
      .filter((b) => third(a, b, D) === card)
      .map((b) => /** @type {[number, number]} */ ([a, b])),
  );

/** The cards that can be added. @param {number[]} cap */
export function freeCards(cap) {
  const taken = new Set([...cap, ...cap.flatMap((a, i) => cap.slice(i + 1).map((b) => third(a, b, D)))]);
  return deck(D).filter((card) => !taken.has(card));
}

/** Of these cards, one that leaves the most others free. @param {number[]} cap @param {number[]} candidates */
export function leavesMost(cap, candidates) {
  const left = candidates.map((card) => freeCards([...cap, card]).length);
  return candidates[left.indexOf(Math.max(...left))];
}
