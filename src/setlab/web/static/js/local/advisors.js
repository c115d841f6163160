// What is said about a game of solitaire, by the core of this browser: the table after some moves, the advice of `expert`,
// the review. src/setlab/web/http/solitaire.py defines them; the answers are the same to the last digit.

import { setsAmong } from "../shared/space.js";

/** @typedef {import("../core/types").View} View */
/** @typedef {import("../core/types").Player} Player */
/** @typedef {import("../solitaire/types").Advice} Advice */
/** @typedef {import("../solitaire/types").Choice} Choice */
/** @typedef {import("../solitaire/types").How} How */
/** @typedef {import("../solitaire/types").Review} Review */
/** @typedef {import("../solitaire/types").Seen} Seen */
/** @typedef {import("../solitaire/types").Settled} Settled */

/** @typedef {(name: any, asked: object) => any} Ask */

/** How values were obtained, by the numbers of setlab.solitaire.values.ValueKind. @type {How[]} */
const KINDS = ["none", "exact", "deep", "ahead", "sums", "linear", "beliefs"];
const DECK = 81,
  DIMENSION = 4,
  FULL_TABLE = 12,
  ONE = 2 ** 20,
  LINEAR_ONE = 2 ** 40,
  LOGS_PER_KNOT = 2048;

/** The cards on the table, in the order of their slots. @param {View} view @returns {number[]} */
export const cardsOf = ({ slots }) => slots.flatMap((card) => (card === null ? [] : [card]));

/** @param {View} view */
const isClear = (view) => !cardsOf(view).length && !view.undealt.length;

/** The table after the moves. @param {View[]} views @param {number[][]} moves @returns {Seen} */
export function tableOf(views, moves) {
  const view = views[views.length - 1];
  const before = views.length > 1 ? cardsOf(views[views.length - 2]) : [];
  const dealt = cardsOf(view).filter((card) => !before.includes(card));
  const full = Math.max(0, FULL_TABLE - (before.length ? before.length - 3 : 0));
  return {
    slots: view.slots,
    taken: moves.map((move) => [...move].sort((a, b) => a - b)),
    over: !view.undealt.length && !view.sets.length,
    clear: isClear(view),
    undealt: view.undealt.length,
    sets: view.sets.length,
    hint: view.sets[0] ?? null,
    dealt,
    more: Math.max(0, dealt.length - full),
  };
}

export class Advisors {
  /** @type {Map<string, Promise<Judged>>} positions that were judged: a player asks for the next one */ #kept =
    new Map();
  /** @type {Promise<number> | undefined} */ #player;

  /** @param {Ask} ask an engine of the core @param {() => Promise<Player>} load the budgets and weights of the player */
  constructor(ask, load) {
    this.ask = ask;
    this.load = load;
  }

  /** Each SET on the table with its chance of clearing the table. @param {View[]} views @returns {Promise<Advice>} */
  async advice(views) {
    const judged = await Promise.all(views.map((view) => this.#judged(view)));
    const { how, choices } = judged[judged.length - 1];
    return { choices, how, path: judged.map(({ chance }) => chance) };
  }

  /**
   * Advice about cards on a table of one's own.
   * @param {number[]} cards
   * @param {number[][]} taken
   */
  async position(cards, taken) {
    const seen = new Set([...cards, ...taken.flat()]);
    const undealt = Array.from({ length: DECK }, (_, card) => card).filter((card) => !seen.has(card));
    const sets = setsAmong(cards, DIMENSION).map((set) => [...set]);
    const { how, choices } = await this.#judged({ slots: cards, undealt, sets });
    return { choices, how, undealt: undealt.length };
  }

  /**
   * The game with hindsight, by the answers for each SET of each position.
   * @param {View[]} views
   * @param {number[][]} moves
   * @param {Int32Array[]} answers
   * @returns {Promise<Review>}
   */
  async review(views, moves, answers) {
    const judged = await Promise.all(views.map((view) => this.#judged(view)));
    const best = views.map((view, i) => bestOf(answers[i], isClear(view)));
    const moments = views.map((view, i) => ({
      slots: view.slots,
      undealt: view.undealt.length,
      choices: judged[i].choices.map((choice) => ({
        ...choice,
        taken: i < moves.length && choice.cards.every((card) => moves[i].includes(card)),
        clearable: settled(answers[i][view.sets.findIndex((set) => !compareCards(set, choice.cards))]),
      })),
      how: judged[i].how,
      chance: judged[i].chance,
      clearable: settled(best[i]),
    }));
    const lost = best.findIndex((answer, i) => answer === 1 && best[i + 1] === 0);
    const last = views[views.length - 1];
    const over = !last.undealt.length && !last.sets.length;
    return { moments, lost: lost < 0 ? null : lost, over, clear: isClear(last) };
  }

  /** @param {View} view @returns {Promise<Judged>} */
  #judged(view) {
    const key = JSON.stringify([view.slots, view.undealt]);
    const known = this.#kept.get(key) ?? this.#judge(view);
    this.#kept.set(key, known);
    known.catch(() => {
      this.#kept.delete(key);
      this.#player = undefined; // a core that stopped has forgotten it
    });
    return known;
  }

  /** @param {View} view @returns {Promise<Judged>} */
  async #judge(view) {
    if (!view.sets.length) return { how: "exact", choices: [], chance: isClear(view) ? 1 : 0 };
    const { weights, ...plan } = await this.load();
    if (!weights) throw new Error("this player values nothing");
    this.#player ??= Promise.resolve(this.ask("make_player", { ...plan, weights }));
    const asked = { player: await this.#player, table: cardsOf(view), undealt: view.undealt };
    const { sets, values, kind } = await this.ask("judge", asked);
    const how = KINDS[kind];
    const best = how === "none" ? thriftiest(sets, cardsOf(view).concat(view.undealt)) : largest(values);
    const chances = sets.map((/** @type {number[]} */ cards, /** @type {number} */ i) => ({
      cards,
      ...chanceOf(values[i], how, view.undealt.length, weights.curves),
      best: i === best,
    }));
    const choices = chances.sort(byChance);
    return { how, choices, chance: choices[0].chance };
  }
}

/** @typedef {{ how: How, choices: Choice[], chance: number | null }} Judged */

/** The best answer for the SETs of a position: yes, then open, then no. @param {Int32Array} answers @param {boolean} clear */
function bestOf(answers, clear) {
  if (!answers.length) return clear ? 1 : 0;
  return answers.includes(1) ? 1 : answers.includes(-1) ? -1 : 0;
}

/** @param {number} answer @returns {Settled} */
const settled = (answer) => (answer < 0 ? "open" : answer ? "yes" : "no");

/** The best first, then by chance; equal ones as the cards are in order. @param {Choice} a @param {Choice} b */
const byChance = (a, b) =>
  Number(b.best) - Number(a.best) || (b.chance ?? 0) - (a.chance ?? 0) || compareCards(a.cards, b.cards);

/** @param {number[]} a @param {number[]} b */
const compareCards = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** The place of the first largest value. @param {BigInt64Array} values */
function largest(values) {
  let best = 0;
  for (let i = 1; i < values.length; ++i) if (values[i] > values[best]) best = i;
  return best;
}

/**
 * The place of the SET that meets the fewest SETs of the remaining cards.
 * @param {number[][]} sets
 * @param {number[]} remaining
 */
function thriftiest(sets, remaining) {
  const there = new Set(remaining);
  const through = (/** @type {number} */ card) =>
    remaining.filter((other) => other !== card && other < third(card, other) && there.has(third(card, other))).length;
  const met = sets.map((cards) => cards.reduce((sum, card) => sum + through(card), 0));
  return met.indexOf(Math.min(...met));
}

/** The third card of a SET with two cards. @param {number} a @param {number} b */
function third(a, b) {
  let found = 0;
  for (let place = 1; place < 81; place *= 3)
    found += ((6 - (Math.floor(a / place) % 3) - (Math.floor(b / place) % 3)) % 3) * place;
  return found;
}

/**
 * The chance of clearing the table that a value stands for, and the fraction if it is exact.
 * @param {bigint} value
 * @param {How} how
 * @param {number} undealt
 * @param {number[][]} curves
 * @returns {{ chance: number | null, exact: string | null }}
 */
function chanceOf(value, how, undealt, curves) {
  const number = Number(value);
  if (how === "none") return { chance: null, exact: null };
  if (how === "exact") return { chance: number / exactOne(undealt), exact: fraction(number, exactOne(undealt)) };
  if (how === "sums") return { chance: number ? curveAt(curves[undealt / 3], number) / ONE : 0, exact: null };
  const one = how === "linear" || how === "beliefs" ? LINEAR_ONE : ONE;
  return { chance: Math.min(1, Math.max(0, number / one)), exact: null };
}

/** What stands for certainty with so many undealt cards: C(9,3) C(12,3) … C(u,3). @param {number} undealt */
function exactOne(undealt) {
  let one = 1;
  for (let u = 9; u <= undealt; u += 3) one *= (u * (u - 1) * (u - 2)) / 6;
  return one;
}

/** In lowest terms. @param {number} p @param {number} q */
function fraction(p, q) {
  let [a, b] = [p, q];
  while (b) [a, b] = [b, a % b];
  return q === a ? String(p / a) : `${p / a}/${q / a}`;
}

/** The value at a logarithm, between two knots of a curve. @param {number[]} curve @param {number} log */
function curveAt(curve, log) {
  if (log < 0) return curve[0];
  const knot = Math.floor(log / LOGS_PER_KNOT);
  if (knot + 1 >= curve.length) return curve[curve.length - 1];
  return curve[knot] + Math.trunc(((curve[knot + 1] - curve[knot]) * (log % LOGS_PER_KNOT)) / LOGS_PER_KNOT);
}
