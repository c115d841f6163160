// The exact curve, with the visitor's guess; then a question that is answered by reading it.
import { draw, fill, make } from "../../shared/dom.js";
import { t, whole } from "../../shared/words.js";
import { choices } from "../answers.js";
import { markAnswer } from "../ask.js";
import { question } from "../steps.js";
import { inPercent, oneIn, TWELVE } from "./table.js";

/** @typedef {import("./table.js").Guess} Guess */
/** @typedef {import("./table.js").NoSetTable} NoSetTable */
/** @typedef {import("../steps.js").Step} Step */

// The curve: for each number of cards, how likely they have no SET. The table under it has the same numbers.

/** Narrower on a phone: letters keep their size. */
const isNarrow = matchMedia("(max-width: 640px)").matches;
const WIDE = isNarrow ? 400 : 720;
const HIGH = 330,
  LEFT = 56,
  RIGHT = 12,
  TOP = 28,
  BOTTOM = 46;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** @param {NoSetTable} table @param {number | null} guessed */
function chart({ rows }, guessed) {
  const x = (/** @type {number} */ n) => LEFT + (n / (rows.length - 1)) * (WIDE - LEFT - RIGHT);
  const y = (/** @type {number} */ p) => HIGH - BOTTOM - p * (HIGH - TOP - BOTTOM);
  const points = rows.map(({ n, probability }) => [x(n), y(probability.value)]);
  const grid = TICKS.flatMap((p) => [
    draw("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(p), y2: y(p) }),
    draw("text", { x: LEFT - 8, y: y(p) + 5, "text-anchor": "end" }, inPercent(p)),
  ]);
  const numbers = rows
    .filter(({ n }) => n % 3 === 0)
    .map(({ n }) => draw("text", { x: x(n), y: HIGH - BOTTOM + 20, "text-anchor": "middle" }, n));
  const dots = points.map(([cx, cy], i) =>
    draw("circle", { cx, cy, r: rows[i].n === TWELVE ? 6 : 4, class: rows[i].n === TWELVE ? "dot now" : "dot" }),
  );
  return draw(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("twelve.curve.label") },
    ...grid,
    ...numbers,
    draw("text", { x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 4, "text-anchor": "middle" }, t("twelve.curve.cards")),
    ...guessMark(guessed, rows.length - 1, x),
    draw("polyline", { class: "line", points: points.map((point) => point.join()).join(" ") }),
    ...dots,
    ...twelfth(rows[TWELVE].probability.value, x(TWELVE), y),
  );
}

/**
 * The visitor's own guess, if it lies within the curve.
 * @param {number | null} guessed
 * @param {number} last
 * @param {(n: number) => number} x
 */
function guessMark(guessed, last, x) {
  if (guessed === null || guessed > last) return [];
  const anchor = guessed > last / 2 ? "end" : "start";
  return [
    draw("line", { class: "guess", x1: x(guessed), x2: x(guessed), y1: TOP - 8, y2: HIGH - BOTTOM }),
    draw(
      "text",
      { class: "guess-text", x: x(guessed) + (anchor === "end" ? -6 : 6), y: TOP - 10, "text-anchor": anchor },
      t("twelve.curve.guess", { n: guessed }),
    ),
  ];
}

/** @param {number} p @param {number} at @param {(p: number) => number} y */
function twelfth(p, at, y) {
  const text = t("twelve.curve.twelve", { n: TWELVE, p: inPercent(p) });
  const place = isNarrow ? { x: WIDE, "text-anchor": "end" } : { x: at + 8 };
  return [
    draw("text", { class: "now-text", ...place, y: y(p) - 34 }, text),
    draw("line", { class: "pointer", x1: at, x2: at + 6, y1: y(p) - 8, y2: y(p) - 30 }),
  ];
}

/** @param {NoSetTable} table @param {Guess} guessed @returns {Step} */
export const seeCurve =
  (table, guessed) =>
  ({ at, frame, say, solved }) => {
    const { probability } = table.rows[TWELVE];
    const inn = Math.round(1 / probability.value);
    const answers = [Math.round(inn / 10), inn, inn * 10];
    const after = make("div", { class: "why" });
    const settle = (/** @type {string} */ strong) => {
      if (!after.firstChild) fill(after, numbers(table));
      solved({
        tone: "right",
        strong,
        text: t("twelve.curve.right", { n: TWELVE, p: inPercent(probability.value), one: oneIn(probability.value) }),
      });
    };
    const answer = (/** @type {number} */ n) =>
      n === inn
        ? settle(t("trick.right"))
        : say({
            tone: "wrong",
            strong: t("trick.wrong"),
            text: t(n < inn ? "twelve.curve.often" : "twelve.curve.rare", { p: inPercent(1 / n), n: TWELVE }),
          });
    const ask = t("twelve.curve.ask", { n: TWELVE });
    at.append(
      question(t("twelve.curve.title"), t("twelve.curve.text")),
      chart(table, guessed.cards),
      make("p", {}, ask),
      choices(
        ask,
        answers.map((n) => [n, oneIn(1 / n)]),
        answer,
      ),
      after,
    );
    fill(
      frame.aside,
      make("p", { class: "note-box" }, t(guessed.always ? "twelve.curve.yes" : "twelve.curve.no", { n: TWELVE })),
      make("p", { class: "small quiet" }, t("twelve.curve.exact")),
      make("pre", {}, table.command),
    );
    say({ tone: "" });
    return () => {
      markAnswer(at, oneIn(1 / inn));
      settle(t("trick.shown"));
    };
  };

/** All numbers of the curve: the probability, and the counts of which it is the quotient. @param {NoSetTable} table */
export function numbers({ rows }) {
  const head = /** @type {const} */ (["cards", "no-set", "without", "all", "fraction"]).map((column) =>
    make("th", { scope: "col" }, t(`twelve.column.${column}`)),
  );
  const body = rows.map(({ n, probability, without, collections }) =>
    make(
      "tr",
      { "data-now": n === TWELVE },
      make("th", { scope: "row" }, n),
      make("td", {}, inPercent(probability.value)),
      make("td", {}, whole(without)),
      make("td", {}, whole(collections)),
      make("td", { class: "fraction" }, probability.fraction),
    ),
  );
  return make(
    "details",
    { class: "numbers" },
    make("summary", { class: "btn" }, t("twelve.curve.table")),
    make(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("twelve.curve.table") },
      make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body)),
    ),
  );
}
