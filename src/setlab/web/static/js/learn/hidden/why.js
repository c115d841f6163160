// Why the trick works: every SET adds up to 0, the whole deck adds up to 0, and so does what is left.
import { make } from "../../shared/dom.js";
import { deck } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { askFor } from "../ask.js";
import { digitKey, totals } from "../sums.js";
import { D } from "../values.js";

/** The four ways in which three digits of a SET can look, as sums. */
const SUMS = [
  [0, 0, 0],
  [1, 1, 1],
  [2, 2, 2],
  [0, 1, 2],
];

/** @typedef {import("../steps.js").Step} Step */

/** @returns {Step[]} */
export const whyItWorks = () => [ofSets(), ofDeck(), ofRest()];

/** @returns {Step} */
function ofSets() {
  const rows = SUMS.map((digits) => make("li", {}, `${digits.join(" + ")} = ${digits.reduce((a, b) => a + b)}`));
  return askFor({ ...words("set"), show: make("ul", { class: "rows figures" }, ...rows), right: "zero" });
}

/** @returns {Step} */
function ofDeck() {
  const total = totals(deck(D))[0],
    each = deck(D).length / 3;
  return askFor({ ...words("deck", { each, total }), right: "zero" });
}

/** @returns {Step} */
function ofRest() {
  return askFor({
    ...words("rest"),
    right: "zero",
    then: () => make("p", { class: "note-box" }, t("hidden.why.rest.note")),
  });
}

/**
 * The words of a question about a sum.
 * @param {"set" | "deck" | "rest"} about
 * @param {import("../../shared/words.js").Values} [values]
 */
function words(about, values = {}) {
  const answers = /** @type {const} */ (["zero", "one", "depends"]);
  return {
    title: t(`hidden.why.${about}.title`),
    text: t(`hidden.why.${about}.text`, values),
    options: answers.map((answer) => /** @type {[string, string]} */ ([answer, t(`hidden.why.answer.${answer}`)])),
    aside: digitKey(),
    reason: (/** @type {string} */ answer) => t(`hidden.why.${about}.${answer}`, values),
  };
}
