// The draw of a tournament: groups of four, or three, in which people meet others each round; and its points.
import { shuffle } from "../learn/random.js";

const SIZE = 4,
  TRIES = 300,
  PODIUM = 3;

/** @typedef {{ [name: string]: number }} Points */

/** The names of a text, one in each line, each once. @param {string} text */
export const readNames = (text) =>
  [...new Set(text.split("\n").map((name) => name.trim().slice(0, 20)))].filter(Boolean);

/** The sizes of the groups of n people: four, or three if they do not come out even. @param {number} n */
export function sizes(n) {
  const groups = Math.max(1, Math.ceil(n / SIZE));
  return Array.from({ length: groups }, (_, i) => Math.floor(n / groups) + (i < n % groups ? 1 : 0));
}

/**
 * Groups for the next round: of many random draws, the one in which the fewest pairs meet again.
 * @param {string[]} names
 * @param {string[][][]} before the groups of the rounds so far
 * @param {() => number} [random]
 */
export function drawGroups(names, before, random = Math.random) {
  const met = new Map();
  for (const pair of before.flat().flatMap(pairs)) met.set(pair, (met.get(pair) ?? 0) + 1);
  const draws = Array.from({ length: TRIES }, () => cut(shuffle(random, names)));
  const again = (/** @type {string[][]} */ groups) =>
    groups.flatMap(pairs).reduce((sum, pair) => sum + (met.get(pair) ?? 0) ** 2, 0);
  return draws
    .map((groups) => ({ groups, again: again(groups) }))
    .reduce((best, each) => (each.again < best.again ? each : best)).groups;
}

/** @param {string[]} names */
function cut(names) {
  let from = 0;
  return sizes(names.length).map((size) => names.slice(from, (from += size)));
}

/** The pairs of a group, each by its names in order. @param {string[]} group */
const pairs = (group) =>
  group.flatMap((a, i) => group.slice(i + 1).map((b) => JSON.stringify(a < b ? [a, b] : [b, a])));

/**
 * The points of a round in one room, by name: what the group found together, what the own team has, or the own SETs.
 * @param {import("../shared/types").State} state
 * @returns {Points}
 */
export function pointsOf({ game, players, teams, found }) {
  const people = players.filter(({ kind, left }) => kind === "player" && !left);
  const together = new Set(found.map(({ cards }) => [...cards].sort((a, b) => a - b).join())).size;
  const score = (/** @type {import("../shared/types").Player} */ player) => {
    if (game === "find-all") return together;
    return game === "team" ? (teams.find(({ team }) => team === player.team)?.score ?? 0) : player.score;
  };
  return Object.fromEntries(people.map((player) => [player.name.trim(), score(player)]));
}

/** The sum of rounds. @param {Points[]} rounds @returns {Points} */
export function sum(rounds) {
  /** @type {Points} */
  const all = {};
  for (const points of rounds) for (const [name, n] of Object.entries(points)) all[name] = (all[name] ?? 0) + n;
  return all;
}

/** The places one to three with their names; nobody else is told apart. @param {Points} points */
export function podium(points) {
  const best = [...new Set(Object.values(points))]
    .filter((n) => n > 0)
    .sort((a, b) => b - a)
    .slice(0, PODIUM);
  const order = new Intl.Collator();
  return best.map((n) => ({
    points: n,
    names: Object.keys(points)
      .filter((name) => points[name] === n)
      .sort(order.compare),
  }));
}
