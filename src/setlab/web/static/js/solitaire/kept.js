// The games of this browser, for reloads and links, and their statistics.
import { readStored, writeStored } from "../shared/storage.js";

/** @typedef {import("./types").Kept} Kept */
/** @typedef {import("./types").Outcome} Outcome */
/** @typedef {import("./types").Statistics} Statistics */

const GAMES = "setlab.solitaire.games",
  STATISTICS = "setlab.solitaire.statistics";
const MOST = 20; // games that are kept; the one untouched for longest is forgotten

/** A game that begins. @param {string} seed @param {number} game @returns {Kept} */
export const newGame = (seed, game = 0) => ({
  seed,
  game,
  moves: [],
  undos: 0,
  advised: false,
  again: false,
  reviewed: false,
  counted: null,
});

/** A seed that nobody has chosen. */
export const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The game of a deal as it was left. @param {string} seed @param {number} game @returns {Kept | undefined} */
export const keptGame = (seed, game) => games().find((kept) => kept.seed === seed && kept.game === game);

/** The game that was played last. @returns {Kept | undefined} */
export const lastGame = () => games()[0];

/** @param {Kept} game */
export function keep(game) {
  const others = games().filter(({ seed, game: number }) => seed !== game.seed || number !== game.game);
  writeStored(GAMES, [game, ...others].slice(0, MOST));
}

/** True if nobody helped: no move was taken back, no advice was seen, the deal is new. @param {Kept} game */
export const isAlone = ({ undos, advised, again }) => !undos && !advised && !again;

/** @returns {Statistics} */
export const statistics = () =>
  /** @type {Statistics} */ (readStored(STATISTICS, { games: 0, cleared: 0, alone: 0, aloneCleared: 0 }));

/**
 * Count a finished game; a game resumed by undo counts by its last end.
 * @param {Kept} game
 * @param {boolean} clear
 */
export function count(game, clear) {
  const outcome = { clear, alone: isAlone(game) };
  const before = game.counted ? weigh(statistics(), game.counted, -1) : statistics();
  writeStored(STATISTICS, weigh(before, outcome, 1));
  game.counted = outcome;
  keep(game);
}

/** @param {Statistics} all @param {Outcome} outcome @param {number} by @returns {Statistics} */
function weigh(all, { clear, alone }, by) {
  return {
    games: all.games + by,
    cleared: all.cleared + (clear ? by : 0),
    alone: all.alone + (alone ? by : 0),
    aloneCleared: all.aloneCleared + (alone && clear ? by : 0),
  };
}

/** @returns {Kept[]} */
const games = () => /** @type {Kept[]} */ (readStored(GAMES, []));
