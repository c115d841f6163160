// The browser's record: the game of each puzzle by its name, "2026-11-16-advanced". Nothing leaves the browser.
import { mirror } from "../shared/store.js";
import { addDays } from "./days.js";

/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./types").Level} Level */

/** @typedef {{ [name: string]: unknown }} Games */

const KEPT = 2000; // two puzzles a day for more than two years

/** The store may hold anything. @param {any} kept @returns {Games} */
const checkGames = (kept) => (kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {});

const games = await mirror("puzzles", checkGames);

/** @param {string} date @param {Level} level */
export const nameOf = (date, level) => `${date}-${level}`;

/** The game of a puzzle, if it was begun. @param {string} date @param {Level} level @returns {Entry | undefined} */
export const entryOf = (date, level) => checkEntry(games.now[nameOf(date, level)]);

/**
 * Keep the game of a puzzle. A finished game is never replaced by an unfinished one, as another window may have it.
 * @param {string} date
 * @param {Level} level
 * @param {Entry} entry
 */
export function keep(date, level, entry) {
  const name = nameOf(date, level);
  games.change((all) => {
    if (checkEntry(all[name])?.done && !entry.done) return all;
    const names = [...Object.keys(all).filter((other) => other !== name), name].slice(-KEPT);
    return Object.fromEntries(names.map((each) => [each, each === name ? entry : all[each]]));
  });
}

/** The games of two browsers: of each puzzle the finished one, or the one with more SETs. @param {unknown} here @param {unknown} there */
export function mergeGames(here, there) {
  const [mine, other] = [checkGames(here), checkGames(there)];
  const rank = (/** @type {unknown} */ kept) => {
    const entry = checkEntry(kept);
    return entry ? Number(entry.done) * 100 + entry.found.length : -1;
  };
  const names = [...new Set([...Object.keys(mine), ...Object.keys(other)])].sort().slice(-KEPT);
  return Object.fromEntries(
    names.map((name) => [name, rank(other[name]) > rank(mine[name]) ? other[name] : mine[name]]),
  );
}

/**
 * How many puzzles were solved, the best time without a hint, and the days in a row.
 * @param {Level} level
 * @param {string} now today
 */
export function statistics(level, now) {
  const solved = Object.entries(games.now).flatMap(([name, kept]) => {
    const entry = name.endsWith(`-${level}`) ? checkEntry(kept) : undefined;
    return entry?.done ? [{ day: name.slice(0, 10), ...entry }] : [];
  });
  const times = solved.filter(({ hints }) => hints === 0).map(({ seconds }) => seconds);
  return {
    solved: solved.length,
    best: times.length ? Math.min(...times) : null,
    row: inARow(new Set(solved.filter(({ fresh }) => fresh).map(({ day }) => day)), now),
  };
}

/**
 * The days in a row that end today, or yesterday if today's puzzle is still open.
 * @param {Set<string>} days
 * @param {string} now
 */
export function inARow(days, now) {
  let last = days.has(now) ? now : addDays(now, -1),
    row = 0;
  for (; days.has(last); last = addDays(last, -1)) row++;
  return row;
}

/** The entry if it is a valid game: the storage may hold anything. @param {any} kept @returns {Entry | undefined} */
function checkEntry(kept) {
  const numbers = [kept?.seconds, kept?.hints, kept?.wrong];
  const whole = numbers.every((number) => Number.isFinite(number) && number >= 0);
  const found =
    Array.isArray(kept?.found) &&
    kept.found.every((/** @type {any} */ find) => Array.isArray(find?.cards) && Number.isFinite(find.at));
  return whole && found ? kept : undefined;
}
