// Random numbers addressed by seed, trial and draw, from the core: setlab.draws, and the numbers that the server takes.
import { ask } from "../core/core.js";

/** @typedef {bigint | number} Whole */

/**
 * Draw k of a trial below a bound.
 * @param {Whole} seed
 * @param {number} trial
 * @param {number} k
 * @param {number} bound
 * @returns {Promise<number>}
 */
export async function below(seed, trial, k, bound) {
  const bounds = new BigUint64Array(k + 1).fill(1n);
  bounds[k] = BigInt(bound);
  const [row] = await ask("draw_below_table", { seed, first: trial, trials: 1, bounds, width: 32 });
  return row[k];
}

/**
 * The cards 0 … cards − 1 in the order of each trial: draw k is the place of the next card among those that are left.
 * @param {Whole} seed
 * @param {number} first
 * @param {number} trials
 * @param {number} cards
 * @returns {Promise<number[][]>}
 */
export async function shuffles(seed, first, trials, cards) {
  const bounds = BigUint64Array.from({ length: cards }, (_, k) => BigInt(cards - k));
  /** @type {Uint32Array[]} */
  const ranks = await ask("draw_below_table", { seed, first, trials, bounds, width: 16 });
  return ranks.map((row) => {
    const left = Array.from({ length: cards }, (_, card) => card);
    return Array.from(row, (rank) => left.splice(rank, 1)[0]);
  });
}
