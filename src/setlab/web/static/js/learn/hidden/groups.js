// A property of the hidden card by eye: the values on the cards left fall into groups; the last one lacks a value.
import { valueWord } from "../../shared/cards.js";
import { make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { PROPERTIES, propertyWord, valuesFor } from "../values.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("./game.js").Reading} Reading */

/** @param {Property} property @param {number} digit */
const word = (property, digit) => valueWord(property, valuesFor(property)[digit]);

/**
 * For each property the groups, with the value that the last one lacks.
 * @param {Reading[]} readings
 * @param {boolean} [told] whether the value is shown
 */
export function groupTable(readings, told = true) {
  const rows = PROPERTIES.map((property, i) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, propertyWord(property)),
      make(
        "td",
        {},
        make(
          "span",
          { class: "groups" },
          ...readings[i].groups.map((group) =>
            box(property, group, group.length < 3 ? (told ? readings[i].value : null) : undefined),
          ),
        ),
      ),
    ),
  );
  return make("table", { class: "by-eye" }, make("tbody", {}, ...rows));
}

/** @param {Property} property @param {number[]} group @param {number | null} [lacking] */
function box(property, group, lacking) {
  const last = lacking === undefined ? [] : [make("b", {}, lacking === null ? "?" : word(property, lacking))];
  return make(
    "span",
    { class: lacking === undefined ? "group" : "group open" },
    ...group.map((digit) => make("span", {}, word(property, digit))),
    ...last,
  );
}

/**
 * Why a property of the hidden card has its value, in a sentence.
 * @param {Property} property
 * @param {Reading} reading
 */
export function groupReason(property, { groups, value }) {
  const [a, b] = groups.at(-1) ?? [];
  const values = {
    property: propertyWord(property),
    a: word(property, a),
    b: word(property, b),
    value: word(property, value),
  };
  return t(a === b ? "hidden.reason.same" : "hidden.reason.different", values);
}
