// Nine cards that can be sorted in four ways, and the verdict on three groups of them.
import { add, fromDigits, plane } from "../../shared/space.js";
import { below, shuffle } from "../random.js";
import { D, PROPERTIES, wordOf } from "../values.js";

/**
 * How a property changes along the rows and the columns of a square of nine: the four ways to split it into three
 * lines.
 */
const SPLITS = Object.freeze([
  [1, 0],
  [0, 1],
  [1, 1],
  [1, 2],
]);

/**
 * Nine cards that each property splits into three groups of three, each in another way.
 * @param {() => number} random
 */
export function nineCards(random) {
  const corner = below(random, 3 ** D);
  const splits = shuffle(random, SPLITS);
  const [right, down] = [0, 1].map((k) => add(corner, fromDigits(splits.map((steps) => steps[k])), D));
  return shuffle(random, plane(corner, right, down, D));
}

/** The properties in which the cards of a group agree. @param {number[]} cards */
export const sharedProperties = (cards) =>
  PROPERTIES.filter((property) => new Set(cards.map((card) => wordOf(card, property))).size === 1);

/**
 * By which property three groups are sorted; otherwise the first group without anything in common, or of another size.
 * @param {number[][]} groups
 */
export function verdictOn(groups) {
  const size = groups.flat().length / groups.length;
  return {
    by: sortedBy(groups),
    mixed: groups.findIndex((cards) => sharedProperties(cards).length === 0),
    uneven: groups.findIndex((cards) => cards.length !== size),
  };
}

/** The property that is the same within each group and another in each group. @param {number[][]} groups */
function sortedBy(groups) {
  if (groups.some((cards) => cards.length === 0)) return undefined;
  const uniform = PROPERTIES.filter((property) => groups.every((cards) => sharedProperties(cards).includes(property)));
  return uniform.find((property) => new Set(groups.map(([card]) => wordOf(card, property))).size === groups.length);
}
