// The deck as a space: cards are points 0 … 3^d − 1, the first property the most significant digit, and a SET is a
// line.
// It previews what setlab.geometry decides; tests/browser/test_space.py compares the two.

/** @typedef {readonly [number, number, number]} Line */

/** The coordinates of a card, the first property first. @param {number} card @param {number} d */
export const digits = (card, d) => Array.from({ length: d }, (_, i) => Math.floor(card / 3 ** (d - 1 - i)) % 3);

/** The card with these coordinates, taken modulo 3. @param {number[]} coordinates */
export const fromDigits = (coordinates) => coordinates.reduce((card, x) => 3 * card + (((x % 3) + 3) % 3), 0);

/**
 * Cards as they are written in links and on the command line, a digit for each property: "0012.1120".
 * @param {number[]} cards
 * @param {number} d
 */
export const codes = (cards, d) => cards.map((card) => digits(card, d).join("")).join(".");

/**
 * The cards of a text of codes, in their order, without invalid codes.
 * @param {string | null} text
 * @param {number} d
 */
export const fromCodes = (text, d) =>
  (text ?? "")
    .split(".")
    .flatMap((code) => (code.length === d && /^[012]+$/.test(code) ? [fromDigits([...code].map(Number))] : []));

/** The table of third cards of each dimension, made when it is first needed. @type {Map<number, Uint16Array>} */
const tables = new Map([[0, new Uint16Array(1)]]);

/**
 * Third cards by n · a + b: those of one property more follow from the first digits.
 * @param {number} d
 * @returns {Uint16Array}
 */
function thirds(d) {
  const known = tables.get(d);
  if (known) return known;
  const smaller = thirds(d - 1),
    m = 3 ** (d - 1),
    n = 3 * m,
    table = new Uint16Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      const first = (6 - Math.floor(a / m) - Math.floor(b / m)) % 3;
      table[n * a + b] = first * m + smaller[m * (a % m) + (b % m)];
    }
  }
  tables.set(d, table);
  return table;
}

/** The card that makes a SET with a and b; `third(a, a)` is a. @param {number} a @param {number} b @param {number} d */
export const third = (a, b, d) => thirds(d)[3 ** d * a + b];

/** −a, property by property modulo 3. @param {number} a @param {number} d */
const negative = (a, d) => third(a, 0, d);

/** a + b, property by property modulo 3. @param {number} a @param {number} b @param {number} d */
export const add = (a, b, d) => negative(third(a, b, d), d);

/**
 * a − b, property by property modulo 3; b − a is the direction from a to b.
 * @param {number} a
 * @param {number} b
 * @param {number} d
 */
export const subtract = (a, b, d) => add(a, negative(b, d), d);

/**
 * The sum of the cards modulo 3: 0 for a SET and for the whole deck.
 * @param {Iterable<number>} cards
 * @param {number} d
 */
export const sum = (cards, d) => [...cards].reduce((total, card) => add(total, card, d), 0);

/** True if the cards are three different ones that sum to zero. @param {number[]} cards @param {number} d */
export const isSet = (cards, d) =>
  cards.length === 3 && new Set(cards).size === 3 && third(cards[0], cards[1], d) === cards[2];

/** The SET a, a + v, a + 2v. @param {number} a @param {number} v @param {number} d @returns {Line} */
export const line = (a, v, d) => [a, add(a, v, d), subtract(a, v, d)];

/** All SETs in a collection, in the order of its cards. @param {number[]} cards @param {number} d @returns {Line[]} */
export function setsAmong(cards, d) {
  const place = new Map(cards.map((card, i) => [card, i]));
  /** @type {Line[]} */
  const found = [];
  for (const [i, a] of cards.entries()) {
    for (let j = i + 1; j < cards.length; j++) {
      const c = third(a, cards[j], d);
      if ((place.get(c) ?? -1) > j) found.push([a, cards[j], c]);
    }
  }
  return found;
}

/**
 * All SETs that contain a card, the smallest partner first.
 * @param {number} card
 * @param {number} d
 * @returns {Line[]}
 */
export function setsThrough(card, d) {
  const partners = deck(d).filter((other) => other !== card && other < third(card, other, d));
  return partners.map((other) => [card, other, third(card, other, d)]);
}

/** All cards. @param {number} d */
export const deck = (d) => Array.from({ length: 3 ** d }, (_, card) => card);

/**
 * The smallest flat that contains the cards, in ascending order: card, SET, plane, cube …
 * @param {number[]} cards
 * @param {number} d
 */
export function flat(cards, d) {
  let points = cards.slice(0, 1);
  for (const card of cards) {
    if (!points.includes(card)) points = points.flatMap((point) => line(point, subtract(card, cards[0], d), d));
  }
  return points.sort((a, b) => a - b);
}

/**
 * The plane through three cards that are not a SET: nine cards, row by row. Row 0 begins with a, b; row 1 begins with
 * c.
 * @param {number} a @param {number} b @param {number} c @param {number} d
 */
export const plane = (a, b, c, d) => layOut([a, b, c], d);

/**
 * The cube through four cards that are not in one plane: 27 cards, three planes one after the other; the first is
 * `plane(a, b, c)`, the second begins with e.
 * @param {number} a @param {number} b @param {number} c @param {number} e @param {number} d
 */
export const cube = (a, b, c, e, d) => layOut([a, b, c, e], d);

/**
 * A flat in the order of its directions: from the first card, the direction to the second changes fastest.
 * @param {number[]} cards
 * @param {number} d
 */
function layOut([corner, ...others], d) {
  let points = [corner];
  for (const card of others) {
    if (points.includes(card))
      throw new RangeError(`card ${card} lies in the flat of the cards before it: choose another`);
    const step = subtract(card, corner, d);
    const next = points.map((point) => add(point, step, d));
    points = [...points, ...next, ...next.map((point) => add(point, step, d))];
  }
  return points;
}
