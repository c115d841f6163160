// How the results of a file join those of this browser: what both know counts once.
import { mergeGames } from "../daily/record.js";
import { FINDS, mergeFinds } from "./finds.js";
import { mergeSixties } from "./sixty.js";
import { mergeSprints } from "./sprint-times.js";

/** @param {any} kept @returns {any[]} */
const list = (kept) => (Array.isArray(kept) ? kept : []);

/** Games of solitaire by their deals; those of this browser are the newer ones. @param {any} here @param {any} there */
function mergeDeals(here, there) {
  const nameOf = (/** @type {any} */ game) => `${game?.seed} ${game?.game}`;
  const known = new Set(list(here).map(nameOf));
  return [...list(here), ...list(there).filter((game) => !known.has(nameOf(game)))];
}

/** What is not listed is replaced by what the file has. @type {import("./store.js").Merges} */
export const MERGES = {
  [FINDS]: mergeFinds,
  puzzles: mergeGames,
  sixty: mergeSixties,
  sprints: mergeSprints,
  lessons: (here, there) => [...new Set([...list(here), ...list(there)])],
  triples: (here, there) => [...list(there), ...list(here)],
  "solitaire-games": mergeDeals,
};
