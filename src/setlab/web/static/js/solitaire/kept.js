// The games of this browser, for reloads and links, and their statistics.
import { mirror } from "../shared/store.js";

/** @typedef {import("./types").Kept} Kept */
/** @typedef {import("./types").Outcome} Outcome */
/** @typedef {import("./types").Statistics} Statistics */

const MOST = 20; // games that are kept; the one untouched for longest is forgotten

/** @param {any} kept @returns {Kept[]} */
const checkGames = (kept) =>
  Array.isArray(kept) ? kept.filter((game) => typeof game?.seed === "string" && Array.isArray(game.moves)) : [];

/** @param {any} kept @returns {Statistics} */
const checkStatistics = (kept) => ({ games: 0, cleared: 0, alone: 0, aloneCleared: 0, ...kept });

const games = await mirror("solitaire-games", checkGames),
  counts = await mirror("solitaire-statistics", checkStatistics);

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
export const keptGame = (seed, game) =>
  structuredClone(games.now.find((kept) => kept.seed === seed && kept.game === game));

/** The game that was played last. @returns {Kept | undefined} */
export const lastGame = () => structuredClone(games.now[0]);

/** @param {Kept} game */
export function keep(game) {
  games.change((all) => {
    const others = all.filter(({ seed, game: number }) => seed !== game.seed || number !== game.game);
    return [structuredClone(game), ...others].slice(0, MOST);
  });
}

/** True if nobody helped: no move was taken back, no advice was seen, the deal is new. @param {Kept} game */
export const isAlone = ({ undos, advised, again }) => !undos && !advised && !again;

/** @returns {Statistics} */
export const statistics = () => counts.now;

/**
 * Count a finished game; a game resumed by undo counts by its last end.
 * @param {Kept} game
 * @param {boolean} clear
 */
export function count(game, clear) {
  const outcome = { clear, alone: isAlone(game) },
    former = game.counted;
  counts.change((all) => weigh(former ? weigh(all, former, -1) : all, outcome, 1));
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
