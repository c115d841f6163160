// Numbers as the laboratory writes them: percentages with the digits that their interval supports.
import { language } from "../shared/words.js";

/** @typedef {import("./types").Bar} Bar */

const MOST_DIGITS = 6;

/**
 * The decimals that an interval supports, in percent: one at least; a unit of the last is at most the width, of a rare
 * value a tenth of it.
 * @param {Bar} bar
 */
export function decimals(bar) {
  const width = 100 * ((bar.high ?? 0) - (bar.low ?? 0));
  const finer = width > 50 * bar.value || bar.value < 0.001 ? 1 : 0;
  return width > 0 ? Math.min(Math.max(Math.ceil(-Math.log10(width)) + finer, 1), MOST_DIGITS) : 1;
}

/** A proportion in percent. @param {number} share @param {number} digits */
export function percent(share, digits) {
  if (!share) return "0";
  return (100 * share).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A printed proportion in percent, with the digits that it has. @param {number} share */
export const significant = (share) => (100 * share).toLocaleString(language, { maximumSignificantDigits: 4 });

/** The interval of a bar in percent. @param {Bar} bar */
export function interval(bar) {
  if (bar.low === null || bar.high === null) return "–";
  return `${percent(bar.low, decimals(bar))}–${percent(bar.high, decimals(bar))}`;
}

/** The end of an axis from 0, and the step between its lines. @param {number} most @returns {[number, number]} */
export function axis(most) {
  const rough = Math.max(most, 1e-9) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  return [Math.ceil(most / step - 1e-9) * step || step, step];
}
