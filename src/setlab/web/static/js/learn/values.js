// The four properties and their values, in the order of the digits of a card.
import { valueWord, valuesOf } from "../shared/cards.js";
import { fromDigits } from "../shared/space.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").Property} Property */

export const D = 4;

/** @type {readonly Property[]} */
export const PROPERTIES = Object.freeze(/** @type {Property[]} */ (Object.keys(valuesOf(0, D))));

/** The three values of a property. @param {Property} property */
export const valuesFor = (property) =>
  [0, 1, 2].map((digit) => valuesOf(fromDigits(PROPERTIES.map(() => digit)), D)[property] ?? "");

/** "colour" @param {Property} property */
export const propertyWord = (property) => t(`card.property.${property}`);

/** "striped": the value of a card for a property. @param {number} card @param {Property} property */
export const wordOf = (card, property) => valueWord(property, valuesOf(card, D)[property] ?? "");
