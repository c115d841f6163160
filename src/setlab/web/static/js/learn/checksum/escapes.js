// How often does a mistake escape? One never does; two do if their sums are opposite, and how often that is can be
// counted.
import { make } from "../../shared/dom.js";
import { percent, t } from "../../shared/words.js";
import { askFor } from "../ask.js";

/** @typedef {import("./game.js").Chance} Chance */
/** @typedef {import("./game.js").Escapes} Escapes */
/** @typedef {import("../steps.js").Step} Step */

const GUESSES = [2, 8, 80, 800];

/** @param {Escapes} escapes @returns {Step[]} */
export const estimateEscapes = (escapes) => [one(escapes), two(escapes)];

/** @param {Escapes} escapes @returns {Step} */
function one({ one: chance }) {
  const answers = /** @type {const} */ (["never", "rarely", "often"]);
  return askFor({
    title: t("checksum.one.title"),
    text: t("checksum.one.text"),
    options: answers.map((answer) => [answer, t(`checksum.one.answer.${answer}`)]),
    right: chance.value === 0 ? "never" : "rarely",
    reason: (answer) => t(`checksum.one.${answer}`),
  });
}

/** @param {Escapes} escapes @returns {Step} */
function two(escapes) {
  const right = nearest(escapes.two.value),
    slips = nearest(escapes.two_slips.value);
  return askFor({
    title: t("checksum.two.title"),
    text: t("checksum.two.text"),
    options: GUESSES.map((n) => [String(n), t("checksum.two.one", { n })]),
    right: String(right),
    reason: (answer) => {
      if (Number(answer) === right) return t("checksum.two.right", { n: right });
      return t(
        Number(answer) === slips
          ? "checksum.two.slips"
          : Number(answer) < right
            ? "checksum.two.often"
            : "checksum.two.rare",
        { n: answer },
      );
    },
    then: () => exactly(escapes),
  });
}

/** The guess that is nearest to a probability. @param {number} p */
const nearest = (p) => GUESSES.reduce((best, n) => (Math.abs(1 / n - p) < Math.abs(1 / best - p) ? n : best));

/** The exact values. @param {Escapes} escapes */
function exactly({ one: single, two: any, two_slips: slips }) {
  const rows = /** @type {[string, Chance][]} */ ([
    [t("checksum.two.single"), single],
    [t("checksum.two.any"), any],
    [t("checksum.two.property"), slips],
  ]);
  return make(
    "div",
    {},
    make(
      "table",
      { class: "chances" },
      make(
        "tbody",
        {},
        ...rows.map(([head, { fraction, value }]) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, head),
            make("td", {}, percent(value, { maximumSignificantDigits: 3 })),
            make("td", { class: "small quiet" }, value ? fraction : ""),
          ),
        ),
      ),
    ),
    make("p", { class: "note-box" }, t("checksum.two.note", { n: nearest(slips.value) })),
  );
}
