// How likely n cards have no SET, as the server knows it exactly.
import { language, t } from "../../words.js";

/** @typedef {{ fraction: string, value: number }} Chance */
/** @typedef {{ n: number, collections: string, without: string, probability: Chance }} Row */
/** @typedef {{ rows: Row[], largest: number, example: number[], stuck: number, command: string }} NoSetTable */
/** @typedef {{ always: boolean | null, cards: number | null }} Guess what the visitor guessed: whether 12 are enough, and how many are */

export const TWELVE = 12;

const percent = new Intl.NumberFormat(language, { style: "percent", minimumSignificantDigits: 2, maximumSignificantDigits: 3 });
const sign = new Intl.NumberFormat(language, { style: "percent" }).format(0).replace("0", "");
const whole = new Intl.NumberFormat(language);

/** A probability in per cent, with three digits; very small ones as a power of ten. @param {number} p */
export function inPercent(p) {
  if (p === 0) return `0${sign}`;
  if (p >= 1e-6) return percent.format(p);
  const power = Math.floor(Math.log10(100 * p));
  const digits = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format((100 * p) / 10 ** power);
  return `${digits} · 10${raised(power)}${sign}`;
}

/** A whole number that may be too large for the browser's numbers. @param {string} digits */
export const inWhole = (digits) => whole.format(BigInt(digits));

/** "1 in 31" @param {number} p */
export const oneIn = (p) => (p ? t("twelve.onein", { n: whole.format(Math.round(1 / p)) }) : t("twelve.never"));

/** @param {number} power */
const raised = (power) => [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");
