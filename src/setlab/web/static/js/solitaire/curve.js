// The chance of clearing the table, move by move: one point for each position, as wide as the 27 pips below it.
import { draw, fill } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { percent } from "./choices.js";

const TURNS = 27,
  TALL = 74,
  TOP = 6,
  BOTTOM = 66,
  ABOVE = 10,
  BELOW = 20,
  LABEL = 44;

export class Curve {
  /** @type {(number | null)[]} */ #path = [];
  /** @type {number} */ #now = 0;
  /** @type {number | null} */ #lost = null;

  /** @param {SVGSVGElement} at */
  constructor(at) {
    this.at = at;
    new ResizeObserver(() => this.#draw()).observe(at);
  }

  /**
   * @param {(number | null)[]} path
   * @param {number} now the position that is marked
   * @param {number | null} [lost] the position in which the game was lost
   */
  show(path, now, lost = null) {
    this.#path = path;
    this.#now = now;
    this.#lost = lost;
    this.at.setAttribute("aria-label", describeCurve(path, now));
    this.#draw();
  }

  #draw() {
    const wide = this.at.clientWidth;
    if (!wide || !this.#path.length) return;
    const points = this.#path.flatMap((chance, k) =>
      chance === null ? [] : [{ x: (wide * k) / TURNS, y: BOTTOM - (BOTTOM - TOP) * chance, k, chance }],
    );
    const line = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    const middle = (TOP + BOTTOM) / 2;
    this.at.setAttribute("viewBox", `0 0 ${wide} ${TALL}`);
    fill(
      this.at,
      draw("path", { class: "grid", d: `M0 ${BOTTOM}H${wide}M0 ${TOP}H${wide}` }),
      draw("path", { class: "grid dash", d: `M0 ${middle}H${wide}` }),
      draw("path", { class: "trace", d: line }),
      ...points
        .slice(0, -1)
        .filter(({ k }) => k === this.#lost)
        .map((point) => cross(point, points[points.indexOf(point) + 1])),
      ...points
        .filter(({ k }) => k === this.#now)
        .flatMap((point) => dot(point, slope(points, points.indexOf(point)), wide)),
    );
  }
}

/** Where the line goes at a point: down (1), up (−1) or neither. @param {{ y: number }[]} points @param {number} i */
const slope = (points, i) => Math.sign((points[i + 1] ?? points[i]).y - (points[i - 1] ?? points[i]).y);

/**
 * The point of now with its number: above it, on the side that the line leaves free; below it where there is no room.
 * @param {{ x: number, y: number, chance: number }} point
 * @param {number} falls
 * @param {number} wide
 */
function dot({ x, y, chance }, falls, wide) {
  const over = y >= TOP + BELOW,
    side = x < LABEL ? 1 : x > wide - LABEL ? -1 : over ? falls : -falls;
  const anchor = side > 0 ? "start" : side < 0 ? "end" : "middle";
  return [
    draw("circle", { class: "dot", cx: x, cy: y, r: 5 }),
    draw("text", { x: x + 6 * side, y: over ? y - ABOVE : y + BELOW, "text-anchor": anchor }, percent(chance)),
  ];
}

/**
 * A cross on the move that lost the game.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 */
function cross(from, to) {
  const x = (from.x + to.x) / 2,
    y = (from.y + to.y) / 2;
  return draw("path", { class: "lost", d: `M${x - 5} ${y - 5}l10 10m0-10l-10 10` });
}

/** @param {(number | null)[]} path @param {number} now */
function describeCurve(path, now) {
  const known = path.filter((chance) => chance !== null);
  const here = path[now];
  if (!known.length || here === null || here === undefined) return t("solitaire.curve.name");
  const low = Math.min(...known);
  return t("solitaire.curve.described", {
    start: percent(known[0]),
    now: percent(here),
    low: percent(low),
    n: path.indexOf(low),
  });
}
