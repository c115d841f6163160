// Symmetries of the deck: x ↦ Mx + t, property by property modulo 3.
import { deck, digits, fromDigits } from "../shared/space.js";

/** @typedef {import("./types").AffineMap} AffineMap */

export const D = 4;
const AXES = [0, 1, 2, 3];

/** @param {number} x */
const mod = (x) => ((x % 3) + 3) % 3;

/** The matrix that changes nothing. */
const unit = () => AXES.map((i) => AXES.map((j) => Number(i === j)));

/** Every card moves by the same step, given as a card. @param {number} step @returns {AffineMap} */
export const translation = (step) => ({ rows: unit(), shift: digits(step, D) });

/** Two properties change places. @param {number} i @param {number} j @returns {AffineMap} */
export function exchange(i, j) {
  const rows = unit();
  [rows[i], rows[j]] = [rows[j], rows[i]];
  return { rows, shift: AXES.map(() => 0) };
}

/**
 * The values of one property are permuted: x becomes factor · x + shift.
 * @param {number} property
 * @param {number} factor 1 or 2
 * @param {number} shift
 * @returns {AffineMap}
 */
export function permutation(property, factor, shift) {
  const rows = unit();
  rows[property][property] = factor;
  return { rows, shift: AXES.map((i) => (i === property ? shift : 0)) };
}

/** A map drawn at random, each with the same chance. @param {() => number} random @returns {AffineMap} */
export function randomMap(random) {
  const draw = () => AXES.map(() => Math.floor(3 * random()));
  for (;;) {
    const map = { rows: AXES.map(draw), shift: draw() };
    if (isInvertible(map)) return map;
  }
}

/** The image of a card. @param {AffineMap} map @param {number} card */
export function apply(map, card) {
  const x = digits(card, D);
  return fromDigits(map.rows.map((row, i) => row.reduce((sum, m, j) => sum + m * x[j], map.shift[i])));
}

/** True if the map takes different cards to different cards. @param {AffineMap} map */
export const isInvertible = (map) => new Set(deck(D).map((card) => apply(map, card))).size === 3 ** D;

/** True if the map leaves every card where it is. @param {AffineMap} map */
export const isIdentity = (map) => deck(D).every((card) => apply(map, card) === card);

/** The map that takes every card back. @param {AffineMap} map @returns {AffineMap} */
export function inverse(map) {
  const back = new Map(deck(D).map((card) => [apply(map, card), card]));
  const shift = digits(back.get(0) ?? 0, D);
  const columns = AXES.map((j) => digits(back.get(3 ** (D - 1 - j)) ?? 0, D).map((x, i) => mod(x - shift[i])));
  return { rows: AXES.map((i) => columns.map((column) => column[i])), shift };
}

/** After how many applications every card is back for the first time. @param {AffineMap} map */
export function orderOf(map) {
  const start = deck(D);
  let now = start,
    times = 0;
  do {
    now = now.map((card) => apply(map, card));
    times += 1;
  } while (now.some((card, i) => card !== start[i]));
  return times;
}

/**
 * What kind of map it is, by its matrix.
 * @param {AffineMap} map
 * @returns {"translation" | "exchange" | "values" | "mixed"}
 */
export function kindOf({ rows, shift }) {
  const changed = AXES.filter((i) => shift[i] || rows[i].some((m, j) => m !== Number(i === j)));
  if (AXES.every((i) => rows[i].every((m, j) => m === Number(i === j)))) return "translation";
  if (changed.length === 1 && rows[changed[0]].filter(Boolean).length === 1) return "values";
  const isSwap =
    changed.length === 2 &&
    !shift.some(Boolean) &&
    rows[changed[0]][changed[1]] === 1 &&
    rows[changed[1]][changed[0]] === 1;
  return isSwap && changed.every((i) => rows[i].filter(Boolean).length === 1) ? "exchange" : "mixed";
}

/** The map as it stands in a link: rows and shift, "1000.0100.0010.0001.0000". @param {AffineMap} map */
export const writeMap = ({ rows, shift }) => [...rows, shift].map((row) => row.join("")).join(".");

/** The map of a link, or null if it is none. @param {string} text @returns {AffineMap | null} */
export function readMap(text) {
  if (!/^([012]{4}\.){4}[012]{4}$/.test(text)) return null;
  const rows = text.split(".").map((row) => [...row].map(Number));
  const map = { rows: rows.slice(0, D), shift: rows[D] };
  return isInvertible(map) ? map : null;
}
