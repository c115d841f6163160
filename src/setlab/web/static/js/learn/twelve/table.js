// How likely n cards have no SET, as the server knows it exactly.
import { language, percent, superscript, t, whole } from "../../shared/words.js";

/** @typedef {{ fraction: string, value: number }} Chance */
/** @typedef {{ n: number, collections: string, without: string, probability: Chance }} Row */
/** @typedef {{ rows: Row[], largest: number, example: number[], stuck: number, command: string }} NoSetTable */
/**
 * What the visitor guessed: whether 12 are enough, and how many are.
 * @typedef {{ always: boolean | null, cards: number | null }} Guess
 */

export const TWELVE = 12;

/** A probability in per cent, with three digits; very small ones as a power of ten. @param {number} p */
export function inPercent(p) {
  if (p === 0) return percent(p);
  if (p >= 1e-6) return percent(p, { minimumSignificantDigits: 2, maximumSignificantDigits: 3 });
  const power = Math.floor(Math.log10(100 * p));
  const digits = ((100 * p) / 10 ** power).toLocaleString(language, { maximumFractionDigits: 1 });
  return `${digits} · 10${superscript(power)}\u00a0%`;
}

/** "1 in 31" @param {number} p */
export const oneIn = (p) => (p ? t("twelve.onein", { n: whole(Math.round(1 / p)) }) : t("twelve.never"));
