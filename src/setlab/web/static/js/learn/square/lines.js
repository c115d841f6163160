// The twelve SETs of a square by their places: rows, columns, and diagonals that go on at the other side.
import { draw, make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";

/** @typedef {"across" | "down" | "falling" | "rising"} Direction */
/** @typedef {{ direction: Direction, places: number[] }} PlacedSet */

/** How far each direction goes to the right and down. @type {{ [direction in Direction]: [number, number] }} */
const STEPS = { across: [1, 0], down: [0, 1], falling: [1, 1], rising: [1, 2] };

export const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

/** The place in a column and a row, counted beyond the edge if need be. @param {number} column @param {number} row */
const placeAt = (column, row) => 3 * (row % 3) + (column % 3);

/** The three SETs of a direction. @param {Direction} direction @returns {PlacedSet[]} */
function parallels(direction) {
  const [right, down] = STEPS[direction];
  return [0, 1, 2].map((i) => {
    const [column, row] = right ? [0, i] : [i, 0];
    const places = [0, 1, 2].map((k) => placeAt(column + k * right, row + k * down));
    return { direction, places: [...places].sort((a, b) => a - b) };
  });
}

/** All twelve, by direction. */
export const LINES = Object.freeze(DIRECTIONS.flatMap(parallels));

/** The SET with these places, if there is one. @param {number[]} places */
export const lineOf = (places) => LINES.find((line) => line.places.every((place) => places.includes(place)));

/** The direction of a SET in words: "across". @param {Direction} direction */
export const directionWord = (direction) => t(`square.direction.${direction}`);

/** A SET as a pattern of nine dots. @param {PlacedSet} line */
export function knot({ places }) {
  const dots = Array.from({ length: 9 }, (_, i) =>
    draw("circle", {
      cx: 8 + 14 * (i % 3),
      cy: 8 + 14 * Math.floor(i / 3),
      r: places.includes(i) ? 5 : 2,
      class: places.includes(i) ? "on" : "",
    }),
  );
  return draw("svg", { class: "knot", viewBox: "0 0 44 44", "aria-hidden": "true" }, ...dots);
}

/**
 * The twelve in four columns; each can be lit up, if `choose` is given.
 * @param {((line: PlacedSet) => void) | null} choose
 */
export function knots(choose) {
  return make(
    "div",
    { class: "knots" },
    ...DIRECTIONS.map((direction) =>
      make(
        "div",
        { role: "group", "aria-label": directionWord(direction) },
        make("p", { class: "small quiet" }, directionWord(direction)),
        ...LINES.filter((line) => line.direction === direction).map((line, i) => knotButton(line, i, choose)),
      ),
    ),
  );
}

/** @param {PlacedSet} line @param {number} i @param {((line: PlacedSet) => void) | null} choose */
function knotButton(line, i, choose) {
  const label = t("square.knot", { direction: directionWord(line.direction), n: i + 1 });
  return make(
    "button",
    {
      type: "button",
      class: "btn bare",
      "data-places": line.places.join(),
      "aria-label": label,
      "aria-pressed": "false",
      onclick: () => choose?.(line),
    },
    knot(line),
  );
}
