// The SETs that a visitor has made, kept in the browser for the lesson in which the rule is found.
import { isSet } from "../shared/space.js";
import { D } from "./values.js";

const KEPT = "setlab.triples",
  MOST = 10;

/** The latest SETs that were made here, the oldest first. @returns {number[][]} */
export function madeTriples() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((cards) => Array.isArray(cards) && isSet(cards, D)) : [];
  } catch {
    return [];
  }
}

/** @param {number[]} cards */
export function keepTriple(cards) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...madeTriples(), cards].slice(-MOST)));
  } catch {
    // a private window: nothing is kept
  }
}
