// The games and the options that the page /new offers for each, in the order in which they are asked.
// The server decides what is allowed; these are sensible choices for most people.

import { localDay } from "./daily/days.js";

/** @typedef {import("./shared/types").Game} Game */
/** @typedef {string | number | boolean} Value */
/**
 * A question with a few answers.
 * @typedef {{
 *   name: string,
 *   choices: Value[],
 *   first: Value,
 *   when?: (chosen: { [name: string]: Value }) => boolean,
 * }} Option
 */

/**
 * The games, each with an example of a claim.
 * @type {{ game: Game, dimension: number, cards: number[] }[]}
 */
export const GAMES = [
  { game: "standard", dimension: 4, cards: [0, 40, 80] },
  { game: "timed", dimension: 4, cards: [10, 41, 69] },
  { game: "find-all", dimension: 4, cards: [4, 35, 54] },
  { game: "team", dimension: 4, cards: [20, 50, 80] },
  { game: "junior", dimension: 3, cards: [1, 13, 25] },
  { game: "five", dimension: 5, cards: [0, 130, 233] },
  { game: "ultra", dimension: 4, cards: [13, 26, 39, 78] },
  { game: "chain", dimension: 4, cards: [0, 1, 2] },
  { game: "race", dimension: 4, cards: [3, 40, 77] },
  { game: "sprint", dimension: 4, cards: [9, 13, 17] },
  { game: "puzzle-race", dimension: 4, cards: [18, 31, 71] },
  { game: "shuffle", dimension: 4, cards: [2, 43, 75] },
  { game: "planet", dimension: 4, cards: [6, 36, 75] },
  { game: "four", dimension: 43, cards: [0, 21, 42, 63] },
  { game: "last-card", dimension: 4, cards: [11, 40, 69] },
  { game: "memory", dimension: 3, cards: [2, 13, 24] },
];

const time = { name: "seconds", choices: [0, 60, 90, 180, 300], first: 0 };
const shortTime = { name: "seconds", choices: [60, 90, 120, 180], first: 60 };
const opponents = { name: "opponents", choices: [0, 1, 2, 3, 4, 5], first: 0 };
const speed = { name: "speed", choices: ["calm", "steady", "quick"], first: "steady", when: against };
const more = { name: "more", choices: ["referee", "vote", "auto"], first: "referee" };
const penalty = { name: "penalty", choices: [0, 3, 5, 10], first: 3 };
const minus = { name: "minus", choices: [false, true], first: false };
const call = { name: "call", choices: [false, true], first: false };
const together = { name: "together", choices: [true, false], first: true };
const puzzle = { name: "puzzle", choices: ["", `${localDay()}-basic`, `${localDay()}-advanced`], first: "" };
const cards = { name: "cards", choices: [9, 12, 15], first: 12, when: isNew };
const teams = { name: "teams", choices: [2, 3, 4, 5, 6], first: 2 };
const rule = { name: "rule", choices: ["own", "shared", "all"], first: "own" };
const until = { name: "until", choices: ["first", "all"], first: "first" };
const bySelf = { name: "more", choices: ["referee", "auto"], first: "referee" };
const goal = { name: "sets", choices: [10, 20, 30], first: 10 };
const puzzles = { name: "puzzles", choices: [1, 3, 5, 10], first: 3 };
const level = { name: "level", choices: ["basic", "advanced"], first: "basic" };
const bonus = { name: "bonus", choices: [1, 3, 5], first: 3 };
const faceDown = { name: "cards", choices: [9, 12, 15, 18], first: 12 };
const remembered = { name: "dimension", choices: [3, 4], first: 3 };
const ofFour = { name: "dimension", choices: [2, 3], first: 3 };
const sets = { name: "sets", choices: [2, 3, 4, 5, 6], first: 6, when: isNew };

/** The questions that everybody sees. @param {Game} game @returns {Option[]} */
export function mainOptions(game) {
  if (game === "find-all") return [puzzle, sets, cards, together, time];
  if (game === "team") return [teams, rule, time];
  if (game === "race") return [time, until, opponents, speed];
  if (game === "sprint") return [goal, until, opponents, speed];
  if (game === "puzzle-race") return [puzzles, level, until, opponents, speed];
  if (game === "four") return [ofFour, time, opponents, speed];
  if (game === "last-card") return [bonus, time, opponents, speed];
  if (game === "memory") return [faceDown, remembered];
  return [game === "timed" ? shortTime : time, opponents, speed];
}

/** The questions under "More options". @param {Game} game @returns {Option[]} */
export function moreOptions(game) {
  if (game === "find-all") return [penalty, minus];
  if (game === "team") return [more, penalty, minus];
  if (game === "race") return [bySelf, penalty, minus];
  if (game === "sprint" || game === "puzzle-race") return [penalty, minus];
  if (game === "memory") return [];
  return [call, more, penalty, minus];
}

/** @param {{ [name: string]: Value }} chosen */
function against(chosen) {
  return Number(chosen.opponents) > 0;
}

/** A puzzle has its cards and SETs already. @param {{ [name: string]: Value }} chosen */
function isNew(chosen) {
  return !chosen.puzzle;
}
