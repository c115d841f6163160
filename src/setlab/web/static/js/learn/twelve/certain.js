// How many cards are enough? As many as one more than the largest collection without a SET.
import { cardImage } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { setsAmong } from "../../shared/space.js";
import { t, whole } from "../../shared/words.js";
import { fillIn, numberField } from "../answers.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { numbers } from "./curve.js";
import { inPercent, oneIn } from "./table.js";

/** @typedef {import("./table.js").Guess} Guess */
/** @typedef {import("./table.js").NoSetTable} NoSetTable */
/** @typedef {import("../steps.js").Step} Step */

/** @param {NoSetTable} table @param {Guess} guessed @returns {Step} */
export const findCertain =
  (table, guessed) =>
  ({ at, frame, say, solved }) => {
    const enough = table.largest + 1;
    const after = make("div", { class: "why" });
    const settle = (/** @type {string} */ strong) => {
      if (!after.firstChild) fill(after, ...evidence(table));
      solved({ tone: "right", strong, text: t("twelve.certain.right", { n: enough }) });
    };
    const answer = (/** @type {number} */ n) => {
      if (n === enough) return settle(t("trick.right"));
      if (n > enough) return say({ tone: "wrong", strong: t("trick.wrong"), text: t("twelve.certain.many", { n }) });
      const row = table.rows[n];
      return say({
        tone: "wrong",
        strong: t("trick.wrong"),
        text: t("twelve.certain.few", { n, without: whole(row.without), p: inPercent(row.probability.value) }),
      });
    };
    at.append(
      question(t("twelve.certain.title"), t("twelve.certain.text")),
      numberField(t("twelve.certain.label"), answer, say),
      after,
    );
    fill(
      frame.aside,
      guessed.cards !== null && make("p", { class: "quiet" }, t("twelve.certain.guess", { n: guessed.cards })),
      make(
        "p",
        { class: "note-box" },
        t("twelve.certain.note", { n: table.largest, one: oneIn(table.rows[table.largest].probability.value) }),
      ),
    );
    say({ tone: "" });
    return () => {
      fillIn(at, enough);
      settle(t("trick.shown"));
    };
  };

/** The largest collection without a SET, and why one card more is too many. @param {NoSetTable} table */
function evidence(table) {
  const { largest, example, command, rows } = table;
  return [
    make("h3", {}, t("twelve.certain.largest", { n: largest })),
    make(
      "div",
      { class: "twelve-cards many", role: "group", "aria-label": t("twelve.certain.largest", { n: largest }) },
      ...example.map((card) => cardImage(card, D)),
    ),
    make("p", {}, t("twelve.certain.sets", { n: setsAmong(example, D).length, without: whole(rows[largest].without) })),
    make("p", {}, t("twelve.certain.why", { n: largest + 1, all: whole(rows[largest + 1].collections) })),
    make("pre", {}, `${command} --recompute`),
    numbers(table),
  ];
}
