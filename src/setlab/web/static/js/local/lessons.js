// Games of the lessons on the checksum: one with a hidden card, and games with a wrong pile. setlab.classroom.lessons
// defines them.
import { Refusal } from "../shared/api.js";
import { digits, isSet, subtract, sum, third } from "../shared/space.js";
import { Unanswered, whole, word } from "./asked.js";
import { below, shuffles } from "./draws.js";
import { Table } from "./table.js";

const D = 4,
  DECK = 3 ** D,
  END_GAME = 9,
  MOVES = /^(\d{1,2}\.\d{1,2}\.\d{1,2}(-\d{1,2}\.\d{1,2}\.\d{1,2}){0,26})?$/;

const seedOf = (/** @type {URL} */ url) => whole(url, "seed", 0, Number.MAX_SAFE_INTEGER);

/** A game with one hidden card after some moves. @type {import("./answers.js").Handler} */
export async function hidden(url) {
  const seed = seedOf(url),
    moves = url.searchParams.get("moves") ?? "",
    play = word(url, "play", ["no", "end-game", "all"]);
  if (!MOVES.test(moves)) throw new Unanswered("these are not moves");
  const [[card, ...order]] = await shuffles(seed, 0, 1, DECK);
  const table = new Table(order);
  for (const move of moves.split("-").filter(Boolean)) take(table, move.split(".").map(Number));
  if (play !== "no") await playOn(table, seed, play === "all" ? -1 : END_GAME);
  const over = !table.undealt && !table.sets.length;
  const { taken, slots, undealt, sets } = table;
  return { moves: taken, slots, undealt, sets: sets.length, over, hidden: over ? reveal(card, table.cards) : null };
}

/** @param {Table} table @param {number[]} cards */
function take(table, cards) {
  const lie = cards.every((card) => table.slots.includes(card));
  const fault = !lie ? "not all of these cards lie on the table" : isSet(cards, D) ? "" : "it is not a SET";
  if (fault)
    throw new Refusal(`(${cards.join(", ")}) cannot be taken: ${fault}; begin the game again`, "bad-move", 409);
  table.take(cards);
}

/** Take random SETs until so many cards are undealt. @param {Table} table @param {number} seed @param {number} undealt */
async function playOn(table, seed, undealt) {
  for (let sets = table.sets; sets.length && table.undealt > undealt; sets = table.sets)
    table.take(sets[await below(seed, 1, table.taken.length, sets.length)]);
}

/** The hidden card, and how the cards left show it. @param {number} card @param {number[]} left */
function reveal(card, left) {
  const value = digits(subtract(0, sum(left, D), D), D);
  const properties = value.map((digit, i) => {
    const column = left.map((each) => digits(each, D)[i]);
    return { total: column.reduce((a, b) => a + b, 0), value: digit, groups: groups(column) };
  });
  return { card, properties, partners: pairs(left).filter(([a, b]) => third(a, b, D) === card) };
}

/** Digits in groups of three that are all the same or all different, and the rest. @param {number[]} column */
function groups(column) {
  const counts = [0, 1, 2].map((digit) => column.filter((each) => each === digit).length);
  const same = counts.flatMap((n, digit) => Array.from({ length: Math.floor(n / 3) }, () => [digit, digit, digit]));
  const rest = counts.map((n) => n % 3),
    least = Math.min(...rest);
  const different = Array.from({ length: least }, () => [0, 1, 2]);
  const last = rest.flatMap((n, digit) => Array.from({ length: n - least }, () => digit));
  return [...same, ...different, ...(last.length ? [last] : [])];
}

/** @template T @param {T[]} things @returns {[T, T][]} */
const pairs = (things) => things.flatMap((a, i) => things.slice(i + 1).map((b) => /** @type {[T, T]} */ ([a, b])));

const FIRST = 5,
  FIRSTS = 7, // the first slip may happen at turns 5 to 11
  APART = 3,
  MOST_LEFT = 9;

/** A finished game in which one pile is wrong, or two that cancel. @type {import("./answers.js").Handler} */
export async function mistakes(url) {
  const seed = seedOf(url),
    slips = whole(url, "slips", 1, 2, 1);
  for (let trial = 0; ; ++trial) {
    const game = await attempt(seed, trial, slips);
    if (game) return game;
  }
}

/** The game of a trial; null unless it has the slips and leaves a few cards. @param {number} seed @param {number} trial @param {number} slips */
async function attempt(seed, trial, slips) {
  let next = 0;
  const choose = (/** @type {number} */ bound) => below(seed, 2 * trial + 1, next++, bound);
  const first = FIRST + (await choose(FIRSTS));
  const [order] = await shuffles(seed, 2 * trial, 1, DECK);
  const table = new Table(order);
  /** @type {number[]} */
  const wrong = [];
  for (;;) {
    const turn = table.taken.length,
      earliest = wrong.length ? wrong[wrong.length - 1] + APART : first;
    const slip = wrong.length < slips && turn >= earliest ? slipsNow(table, wrong) : [];
    const found = slip.length ? slip : table.sets;
    if (!found.length) break;
    if (slip.length) wrong.push(turn);
    table.take(found[await choose(found.length)]);
  }
  const left = table.cards;
  if (wrong.length < slips || !left.length || left.length > MOST_LEFT) return null;
  return { piles: table.taken, wrong, left, checksum: sum(left, D) };
}

/** The slips that are possible; after a first one only those that cancel it. @param {Table} table @param {number[]} wrong */
function slipsNow(table, wrong) {
  const possible = slipsAmong(table.cards);
  if (!wrong.length) return possible;
  const wanted = subtract(0, sum(table.taken[wrong[0]], D), D);
  return possible.filter((cards) => sum(cards, D) === wanted);
}

/** The triples that fail in exactly one property. @param {number[]} cards @returns {number[][]} */
function slipsAmong(cards) {
  const threes = pairs(cards.map((_, i) => i)).flatMap(([i, j]) =>
    cards.slice(j + 1).map((c) => [cards[i], cards[j], c]),
  );
  // three digits add up to 0 exactly when they are all the same or all different
  return threes.filter((three) => digits(sum(three, D), D).filter(Boolean).length === 1);
}
