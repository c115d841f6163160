// How many there are: closed formulas of the space of d properties with three values, compared with setlab.counting in
// tests.

/** The largest number of cards without a SET, d = 4 (Pellegrino 1970). */
export const MOST_WITHOUT_SET = 20;

/**
 * The number of k-dimensional spaces of directions, a Gaussian binomial coefficient.
 * @param {number} k
 * @param {number} d
 */
export function countDirections(k, d) {
  let above = 1,
    below = 1;
  for (let i = 0; i < k; i++) {
    above *= 3 ** (d - i) - 1;
    below *= 3 ** (i + 1) - 1;
  }
  return above / below;
}

/** The number of flats: cards for k = 0, SETs for 1, planes for 2, cubes for 3. @param {number} k @param {number} d */
export const countFlats = (k, d) => 3 ** (d - k) * countDirections(k, d);

/** The number of symmetries of the deck: maps that take SETs to SETs. @param {number} d */
export function countMaps(d) {
  let order = 3 ** d;
  for (let i = 0; i < d; i++) order *= 3 ** d - 3 ** i;
  return order;
}
