// Cards as digits, and their sums: one row for each card, one column for each property.
import { cardImage, valueWord } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { digits } from "../shared/space.js";
import { t } from "../shared/words.js";
import { D, PROPERTIES, propertyWord, valuesFor } from "./values.js";

/** The sums of the digits, property by property, not reduced. @param {number[]} cards */
export const totals = (cards) => PROPERTIES.map((_, i) => cards.reduce((total, card) => total + digits(card, D)[i], 0));

/**
 * The digits of some cards, their sums, and the remainders modulo 3.
 * @param {number[]} cards
 * @param {{ more?: HTMLElement[], rest?: boolean }} [manner] further rows; whether the last row is shown
 */
export function sumTable(cards, { more = [], rest = true } = {}) {
  const sums = totals(cards);
  return make(
    "table",
    { class: "sums" },
    make(
      "thead",
      {},
      make("tr", {}, make("td"), ...PROPERTIES.map((property) => make("th", { scope: "col" }, propertyWord(property)))),
    ),
    make("tbody", {}, ...cards.map((card) => sumRow(cardImage(card, D, { mini: true }), digits(card, D)))),
    make(
      "tfoot",
      {},
      sumRow(t("trick.sum"), sums),
      rest &&
        sumRow(
          t("trick.rest"),
          sums.map((sum) => sum % 3),
          (x) => (x ? "off" : ""),
        ),
      ...more,
    ),
  );
}

/**
 * A row of such a table.
 * @param {string | HTMLElement} head
 * @param {(number | string)[]} cells
 * @param {(cell: any) => string} [state]
 */
export function sumRow(head, cells, state = () => "") {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, head),
    ...cells.map((cell) => make("td", { "data-sum": state(cell) || null }, cell)),
  );
}

/** Which digit stands for which value. */
export function digitKey() {
  const rows = PROPERTIES.map((property) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, propertyWord(property)),
      ...valuesFor(property).map((value) => make("td", {}, valueWord(property, value))),
    ),
  );
  return make(
    "div",
    { class: "digit-key" },
    make("h3", {}, t("trick.digits")),
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, make("td"), ...[0, 1, 2].map((digit) => make("th", { scope: "col" }, digit)))),
      make("tbody", {}, ...rows),
    ),
  );
}
