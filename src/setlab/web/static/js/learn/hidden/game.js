// The game with a hidden card, as the server tells it.

/**
 * @typedef {{ total: number, value: number, groups: number[][] }} Reading what the cards left say about one property
 */
/** @typedef {{ card: number, properties: Reading[], partners: number[][] }} Found */
/**
 * @typedef {{
 *   moves: number[][],
 *   slots: (number | null)[],
 *   undealt: number,
 *   sets: number,
 *   over: boolean,
 *   hidden: Found | null,
 * }} Game
 */
/** @typedef {{ seed: number, now: Game }} Course */

/** The cards on the table. @param {Game} game @returns {number[]} */
export const cardsOf = ({ slots }) => slots.filter((card) => card !== null);

/** The hidden card of a game that is over. @param {Game} game @returns {Found} */
export function foundIn({ hidden }) {
  if (!hidden) throw new Error("the game is not over");
  return hidden;
}

/**
 * Where the server answers what the game is after these moves.
 * @param {number} seed
 * @param {number[][]} moves
 * @param {"no" | "all"} play
 */
export const addressOf = (seed, moves, play) =>
  `/api/lessons/hidden?seed=${seed}&play=${play}&moves=${moves.map((cards) => cards.join(".")).join("-")}`;
