// Where the cards of a board lie. A card in the middle of each property's order lies in the middle of the board, and
// the reflection in it is then the reflection of the board in its middle.

/** @typedef {{ panel: number, row: number, column: number }} Place */

/**
 * Which digits choose the panel, the row and the column, the most significant first.
 * @type {{ [dimension: number]: { panel: number[], row: number[], column: number[] } }}
 */
const AXES = {
  2: { panel: [], row: [1], column: [0] },
  3: { panel: [0], row: [2], column: [1] },
  4: { panel: [], row: [0, 2], column: [1, 3] },
  5: { panel: [4], row: [0, 2], column: [1, 3] },
};

/** The digits of a card, first property first. @param {number} card @param {number} dimension */
export const digitsOf = (card, dimension) => [...card.toString(3).padStart(dimension, "0")].map(Number);

/**
 * The place of a card on a board with another card in the middle.
 * @param {number} card
 * @param {number} centre
 * @param {number} dimension
 * @returns {Place}
 */
export function placeOf(card, centre, dimension) {
  const middle = digitsOf(centre, dimension),
    steps = digitsOf(card, dimension).map((digit, i) => (digit - middle[i] + 4) % 3);
  const { panel, row, column } = AXES[dimension];
  const along = (/** @type {number[]} */ axes) => axes.reduce((sum, axis) => 3 * sum + steps[axis], 0);
  return { panel: along(panel), row: along(row), column: along(column) };
}

/**
 * The three digits of a property in the order in which they lie.
 * @param {number} property
 * @param {number} centre
 * @param {number} dimension
 */
export function orderOf(property, centre, dimension) {
  const middle = digitsOf(centre, dimension)[property];
  return [(middle + 2) % 3, middle, (middle + 1) % 3];
}

/** The card in the middle before Xavier has chosen: the middle value of each property. @param {number} dimension */
export const plainCentre = (dimension) => (3 ** dimension - 1) / 2;

/** How many panels, rows and columns a board has. @param {number} dimension */
export function sizeOf(dimension) {
  const { panel, row, column } = AXES[dimension];
  return { panels: 3 ** panel.length, rows: 3 ** row.length, columns: 3 ** column.length };
}
