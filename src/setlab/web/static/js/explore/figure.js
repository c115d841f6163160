// The figure that the chosen cards make, and what each card of the field is in it.
import { add, cube, deck, flat, line, plane, setsAmong, setsThrough, subtract, third } from "../shared/space.js";
import { freeCards } from "./caps.js";
import { directionOf, parallelClass, planesAmong } from "./directions.js";
import { apply, D, inverse } from "./maps.js";
import { MOST } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Mark} Mark */
/** @typedef {Map<number, Mark>} Marks */

/**
 * The cards of the figure in the order in which they are laid out; empty unless it is whole.
 * @param {State} state
 * @returns {number[]}
 */
export function figureOf({ mode, cards }) {
  const [a, b, c, e] = cards;
  if (mode === "symmetries") return flat(cards, D);
  if (mode === "cap" || cards.length < MOST[mode]) return [];
  if (mode === "plane") return plane(a, b, c, D);
  if (mode === "cube") return cube(a, b, c, e, D);
  return mode === "set" ? [a, b, third(a, b, D)] : [...setOf(a, b), ...parallel(a, b, c)];
}

/** The SET of two cards. @param {number} a @param {number} b */
export const setOf = (a, b) => line(a, subtract(b, a, D), D);

/**
 * The SET through a card that is parallel to the SET of two cards.
 * @param {number} a
 * @param {number} b
 * @param {number} card
 */
export const parallel = (a, b, card) => line(card, subtract(b, a, D), D);

/** The cards of the SET or plane that is lit. @param {State} state @returns {readonly number[]} */
export function litCards(state) {
  if (!state.lit) return [];
  const figure = figureOf(state);
  return (state.lit.kind === "set" ? setsAmong(figure, D) : planesAmong(figure, D))[state.lit.index];
}

/** What each card is. @param {State} state @returns {Marks} */
export function marksOf(state) {
  const marks = MARKS[state.mode](state);
  for (const card of litCards(state)) marks.set(card, { ...marks.get(card), state: "right", role: "lit" });
  return marks;
}

/** @type {{ [mode in State["mode"]]: (state: State) => Marks }} */
const MARKS = {
  set: (state) => (state.cards.length === 1 ? pairs(state.cards[0]) : whole(state, "third")),
  plane: (state) => (state.cards.length < MOST.plane ? begun(state) : whole(state, "plane")),
  cube: (state) => (state.cards.length < MOST.cube ? begun(state) : whole(state, "cube")),
  parallels: (state) => (state.cards.length > 1 ? ofParallels(state) : begun(state)),
  cap: (state) => (state.shown ? ofShown(state.cards, state.shown) : ofCap(state.cards)),
  symmetries: (state) => ofMap(state),
};

/**
 * The figure is not whole yet: what the cards so far determine is ringed, and every other card can be chosen.
 * @param {State} state
 * @returns {Marks}
 */
function begun({ cards }) {
  const role = cards.length === 2 ? "third" : "plane";
  return new Map(flat(cards, D).map((card) => [card, { state: "in", role }]));
}

/** The figure is ringed, all else is pale. @param {State} state @param {string} role @returns {Marks} */
function whole(state, role) {
  const figure = figureOf(state);
  return figure.length ? on(figure, role) : new Map();
}

/** @param {readonly number[]} figure @param {string} role @returns {Marks} */
const on = (figure, role) =>
  new Map(deck(D).map((card) => [card, figure.includes(card) ? { state: "in", role } : { state: "off" }]));

/** The pairs that complete a SET with a card, each with a number. @param {number} card @returns {Marks} */
const pairs = (card) =>
  new Map(setsThrough(card, D).flatMap(([, b, c], i) => [b, c].map((each) => [each, { badge: String(i + 1) }])));

/** @param {State} state @returns {Marks} */
function ofParallels(state) {
  const [a, b, p] = state.cards;
  const marks = p === undefined ? begun({ ...state, cards: [a, b] }) : state.all ? new Map() : on([], "");
  for (const card of setOf(a, b)) marks.set(card, { state: "in", role: "third" });
  if (p !== undefined) for (const card of parallel(a, b, p)) marks.set(card, { state: "in", role: "parallel" });
  if (state.all) number(marks, directionOf(a, b, D));
  return marks;
}

/** Every SET in one direction gets a number. @param {Marks} marks @param {number} v */
function number(marks, v) {
  for (const [i, three] of parallelClass(v, D).entries()) {
    for (const card of three) marks.set(card, { ...marks.get(card), badge: String(i + 1) });
  }
}

/** @param {number[]} cap @returns {Marks} */
function ofCap(cap) {
  const free = freeCards(cap);
  if (!cap.length) return new Map();
  return new Map(
    deck(D)
      .filter((card) => !cap.includes(card))
      .map((card) => [card, free.includes(card) ? { role: "free" } : { state: "off", role: "blocked" }]),
  );
}

/** @param {number[]} cap @param {number[]} shown @returns {Marks} */
function ofShown(cap, shown) {
  const marks = on(shown, "shown");
  for (const card of cap) marks.set(card, shown.includes(card) ? { role: "kept" } : { state: "wrong", role: "left" });
  return marks;
}

/** @param {State} state @returns {Marks} */
function ofMap(state) {
  const figure = figureOf(state);
  if (!figure.length) return new Map();
  const marks = state.map || state.cards.length === MOST.symmetries ? on(figure, "figure") : begun(state);
  for (const card of figure) marks.set(card, { state: "in", role: "figure" });
  if (state.map)
    for (const [from] of moves(state)) if (!figure.includes(from)) marks.set(from, { state: "hint", role: "before" });
  return marks;
}

/** From where to where the cards of the figure were moved. @param {State} state @returns {[number, number][]} */
export function moves(state) {
  if (!state.map) return [];
  const back = inverse(state.map);
  return figureOf(state).map((card) => [apply(back, card), card]);
}

/**
 * A step from one direction to another: the second card moves, and the parallel stays where it is, if it can.
 * @param {State} state
 * @param {number} v
 * @returns {number[]}
 */
export function inDirection({ cards: [a = 0, , p] }, v) {
  const b = add(a, v, D);
  return p === undefined || setOf(a, b).includes(p) ? [a, b] : [a, b, p];
}
