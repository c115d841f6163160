// What the kept finds add up to: medians with their intervals, by group and day by day. Nothing is drawn here.
import { inARow } from "../daily/record.js";
import { differing, judge } from "../shared/cards.js";

/** @typedef {import("../shared/types").KeptFind} KeptFind */
/** @typedef {KeptFind & { cards: number[] }} Found a find with a SET */
/** @typedef {{ found: number, median: number | null, interval: [number, number] | null, best: number | null }} Summary */

export const LEVEL = 0.95;

/** The finds whose times count: those of a SET, without a hint. @param {KeptFind[]} finds @returns {Found[]} */
export const timed = (finds) =>
  finds.flatMap((find) => (find.cards && !find.hint ? [{ ...find, cards: find.cards }] : []));

/** @param {number[]} seconds @returns {Summary} */
export function summary(seconds) {
  const ordered = [...seconds].sort((a, b) => a - b),
    n = ordered.length;
  return {
    found: n,
    median: n ? (ordered[Math.floor((n - 1) / 2)] + ordered[Math.floor(n / 2)]) / 2 : null,
    interval: medianInterval(ordered),
    best: n ? ordered[0] : null,
  };
}

/**
 * The interval of the median, two of the ordered values; null if they are too few. `setlab.stats.median_interval` defines it.
 * @param {number[]} ordered
 * @param {number} [level]
 * @returns {[number, number] | null}
 */
export function medianInterval(ordered, level = LEVEL) {
  const n = ordered.length;
  let k = 0,
    logMass = -n * Math.LN2,
    below = Math.exp(logMass);
  while (below <= (1 - level) / 2) {
    k += 1;
    logMass += Math.log((n - k + 1) / k);
    below += Math.exp(logMass);
  }
  return k ? [ordered[k - 1], ordered[n - k]] : null;
}

/**
 * The groups of finds with their summaries, in the order of their keys.
 * @param {Found[]} finds
 * @param {(find: Found) => string} keyOf
 * @returns {[string, Summary][]}
 */
export function groups(finds, keyOf) {
  /** @type {Map<string, number[]>} */
  const all = new Map();
  for (const find of finds) all.set(keyOf(find), [...(all.get(keyOf(find)) ?? []), find.seconds]);
  return [...all]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, seconds]) => /** @type {[string, Summary]} */ ([key, summary(seconds)]));
}

/** @param {Found} find */
export const numberDiffering = ({ cards, dimension }) => String(differing(cards, dimension));

/** The reader's day of a find: "2026-11-19". @param {KeptFind} find */
export function dayOf({ at }) {
  const then = new Date(1000 * at);
  return new Date(Date.UTC(then.getFullYear(), then.getMonth(), then.getDate())).toISOString().slice(0, 10);
}

/** The days in a row with a find, and the most there ever were. @param {KeptFind[]} finds @param {string} now */
export function streaks(finds, now) {
  const days = new Set(finds.filter(({ cards }) => cards).map(dayOf));
  return { now: inARow(days, now), most: Math.max(0, ...[...days].map((day) => inARow(days, day))) };
}

// Kinds of SETs for practice: by how many properties differ, and by one property.

/** The kinds of a SET with four properties by their names. */
export const KINDS = [
  ...[1, 2, 3, 4].map((n) => `differ-${n}`),
  ...["number", "colour", "filling", "shape"].flatMap((property) => [`same-${property}`, `different-${property}`]),
];

/** True if a SET is of a kind. @param {string} kind @param {number[]} cards @param {number} dimension */
export function isOfKind(kind, cards, dimension) {
  const [what, which] = kind.split("-");
  if (what === "differ") return differing(cards, dimension) === Number(which);
  return judge(cards, dimension).some(({ property, verdict }) => property === which && verdict === what);
}

/** The kind that takes longest by its median, of those with enough finds. @param {Found[]} finds @returns {string | null} */
export function slowestKind(finds) {
  const known = KINDS.map((kind) => {
    const seconds = finds
      .filter(({ cards, dimension }) => isOfKind(kind, cards, dimension))
      .map((find) => find.seconds);
    return { kind, ...summary(seconds) };
  }).filter(({ interval }) => interval);
  return known.sort((a, b) => (b.median ?? 0) - (a.median ?? 0))[0]?.kind ?? null;
}

/**
 * The kind that the analysis shows to be slow: by which properties are the same if that matters, else by how many differ.
 * Of the effects that stand out, the strongest; null if none does.
 * @param {import("../shared/types").Seen} seen
 * @returns {string | null}
 */
export function shownKind({ effects, sentences }) {
  const model = sentences.some(({ key }) => key === "which") ? "same" : "differ";
  const strength = (/** @type {import("../shared/types").Effect} */ { estimate }) => Math.abs(Math.log(estimate ?? 1));
  const [most] = effects
    .filter(({ shown, effect }) => shown && effect.split("-")[0] === model)
    .sort((a, b) => strength(b) - strength(a));
  if (!most) return null;
  const slower = (most.estimate ?? 1) < 1;
  if (model === "differ") return `differ-${slower ? 4 : 1}`;
  return `${slower ? "same" : "different"}-${most.effect.split("-")[1]}`;
}
