// The exact curve, with the visitor's guess; then a question that is answered by reading it.
import { fill, make } from "../../shared/dom.js";
import { t, whole } from "../../shared/words.js";
import { choices } from "../answers.js";
import { markAnswer } from "../ask.js";
import { question } from "../steps.js";
import { chart } from "./chart.js";
import { TWELVE, inPercent, oneIn } from "./table.js";

/** @typedef {import("./table.js").Guess} Guess */
/** @typedef {import("./table.js").NoSetTable} NoSetTable */
/** @typedef {import("../steps.js").Step} Step */

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
