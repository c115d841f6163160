// The histogram: a bar for each value, its interval, and a line for the number that is exact or printed.
import { draw } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { axis, percent } from "./numbers.js";

/** @typedef {import("./types").Bar} Bar */
/** @typedef {{ bars: Bar[], b: boolean }} Series */

export const NARROW = 620;
export const MOST_LEVEL = 12;
const [UP, DOWN, TALL] = [12, 272, 300];
export const GUTTER = 112;
const ROOM_FOR_TICKS = 52;

/**
 * Whether the table stands under the bars, column below bar.
 * @param {number} wide
 * @param {number} bars
 * @param {number} series
 */
export const isLevel = (wide, bars, series) => wide >= NARROW && bars <= MOST_LEVEL && series === 1;

/**
 * Draw the bars of one run, or of two side by side.
 * @param {SVGSVGElement} svg
 * @param {string[]} keys
 * @param {string[]} names
 * @param {Series[]} series
 * @param {string} label
 */
export function plot(svg, keys, names, series, label) {
  const wide = svg.clientWidth || NARROW;
  const level = isLevel(wide, keys.length, series.length);
  const left = level ? GUTTER : ROOM_FOR_TICKS;
  const pitch = (wide - left) / Math.max(1, keys.length);
  const [top, step] = axis(Math.max(0.01, ...series.flatMap(({ bars }) => bars.map(height))));
  const y = (/** @type {number} */ v) => DOWN - ((DOWN - UP) * Math.min(v, top)) / top;
  const lines = ticks(top, step).flatMap((v) => gridLine(left, wide, y(v), v));
  const columns = series.flatMap((each, i) => columnsOf(each, i, series.length, keys, left, pitch, y));
  svg.setAttribute("viewBox", `0 0 ${wide} ${level ? DOWN + 8 : TALL}`);
  svg.setAttribute("aria-label", label);
  svg.replaceChildren(...lines, ...columns, ...(level ? [] : labels(names, left, pitch)));
}

/** What must fit: the bar, and the end of its interval unless that says nothing yet. @param {Bar} bar */
function height(bar) {
  const end = bar.high !== null && bar.high - bar.value < 0.25 ? bar.high : bar.value;
  return Math.max(bar.value, end, bar.reference ?? 0);
}

/** @param {number} top @param {number} step */
const ticks = (top, step) => Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);

/** @param {number} left @param {number} right @param {number} at @param {number} v */
function gridLine(left, right, at, v) {
  const digits = v > 0 && v < 0.01 ? 1 : v % 0.01 < 1e-9 || 0.01 - (v % 0.01) < 1e-9 ? 0 : 1;
  const text = draw("text", { x: left - 8, y: at + 5, "text-anchor": "end" }, v ? `${percent(v, digits)}\u00a0%` : "0");
  return [draw("path", { class: "grid", d: `M${left} ${at}H${right}` }), text];
}

/**
 * @param {Series} series @param {number} i @param {number} of @param {string[]} keys
 * @param {number} left @param {number} pitch @param {(v: number) => number} y
 */
function columnsOf(series, i, of, keys, left, pitch, y) {
  const bar = Math.min(58, (pitch * 0.64) / of);
  const found = new Map(series.bars.map((each) => [each.key, each]));
  return keys.flatMap((key, k) => {
    const each = found.get(key);
    const middle = left + pitch * (k + 0.5) + (i - (of - 1) / 2) * (bar + 2);
    return each ? column(each, middle, bar, series.b ? " b" : "", y) : [];
  });
}

/** @param {Bar} each @param {number} x @param {number} bar @param {string} b @param {(v: number) => number} y */
function column(each, x, bar, b, y) {
  const tip = Math.min(7, bar / 3);
  const box = draw("rect", {
    class: `bar-of${b}`,
    x: x - bar / 2,
    y: y(each.value),
    width: bar,
    height: Math.max(0, DOWN - y(each.value)),
  });
  const whisker =
    each.count && each.low !== null && each.high !== null
      ? draw("path", {
          class: `whisker${b}`,
          d: `M${x} ${y(each.low)}V${y(each.high)}M${x - tip} ${y(each.low)}h${2 * tip}M${x - tip} ${y(each.high)}h${2 * tip}`,
        })
      : null;
  const off = each.verdict === "misprint" || each.verdict === "differs";
  const reference =
    each.reference === undefined
      ? null
      : draw("path", { class: `ref${off ? " off" : ""}`, d: `M${x - bar / 2 - 4} ${y(each.reference)}h${bar + 8}` });
  return [box, reference, whisker].filter((part) => part !== null);
}

/** @param {string[]} names @param {number} left @param {number} pitch */
function labels(names, left, pitch) {
  const longest = Math.max(1, ...names.map((name) => name.length));
  const every = Math.max(1, Math.ceil((longest * 8 + 6) / pitch));
  return names.flatMap((name, k) =>
    k % every ? [] : [draw("text", { x: left + pitch * (k + 0.5), y: DOWN + 20, "text-anchor": "middle" }, name)],
  );
}

/** The key of the picture. @param {string[]} names @param {string | null} reference @param {boolean} off */
export function legend(names, reference, off) {
  return [
    ...names.map((name, i) => entry(draw("path", { class: i ? "bar-of b" : "bar-of", d: "M5 1h14v14h-14z" }), name)),
    entry(draw("path", { class: "whisker", d: "M12 1v14M7 1h10M7 15h10" }), t("lab.perBar")),
    reference !== null && entry(draw("path", { class: "ref", d: "M1 8h22" }), reference),
    off && entry(draw("path", { class: "ref off", d: "M1 8h22" }), t("lab.offLine")),
  ];
}

/** @param {SVGElement} sign @param {string} text */
function entry(sign, text) {
  const at = document.createElement("span");
  const picture = draw("svg", { "aria-hidden": "true", viewBox: "0 0 24 16" }, sign);
  at.append(picture, text);
  return at;
}
