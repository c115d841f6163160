// The SETs that a visitor has made, kept in the browser for the lesson in which the rule is found.
import { isSet } from "../shared/space.js";
import { mirror } from "../shared/store.js";
import { D } from "./values.js";

const MOST = 10;

const triples = await mirror("triples", (kept) =>
  Array.isArray(kept) ? kept.filter((cards) => Array.isArray(cards) && isSet(cards, D)) : [],
);

/** The latest SETs that were made here, the oldest first. @returns {number[][]} */
export const madeTriples = () => triples.now;

/** @param {number[]} cards */
export function keepTriple(cards) {
  triples.change((made) => [...made, cards].slice(-MOST));
}
