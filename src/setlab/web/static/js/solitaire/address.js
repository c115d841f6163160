// The address names the game: its seed, its number, and whether it is looked back at.
import { origin } from "../shared/invite.js";

/** @typedef {import("./types").Kept} Kept */
/** @typedef {Pick<Kept, "seed" | "game">} Named */
/** @typedef {Pick<Kept, "seed" | "game" | "moves">} Wanted */

export const REVIEW = "#review";

const LARGEST_SEED = 2n ** 64n - 1n,
  LARGEST_GAME = Number.MAX_SAFE_INTEGER;

/**
 * The game that an address names, with the moves that it may have, SET after SET as `moves=5.47.71.10.53.57`: null if
 * it names none, undefined if there is no such game.
 * @param {URLSearchParams} query
 * @returns {Wanted | null | undefined}
 */
export function readGame(query) {
  const seed = query.get("seed"),
    game = query.get("game") ?? "0",
    moves = query.get("moves")?.match(/\d{1,2}\.\d{1,2}\.\d{1,2}(?=\.|$)/g) ?? [];
  if (seed === null) return null;
  if (!/^\d{1,20}$/.test(seed) || !/^\d{1,16}$/.test(game)) return undefined;
  if (BigInt(seed) > LARGEST_SEED || Number(game) > LARGEST_GAME) return undefined;
  return { seed: String(BigInt(seed)), game: Number(game), moves: moves.map((set) => set.split(".").map(Number)) };
}

/**
 * Write the game into the address; the browser keeps its moves.
 * @param {"pushState" | "replaceState"} how
 * @param {Named} game
 * @param {string} hash
 */
export function write(how, { seed, game }, hash) {
  const here = new URL(location.href);
  here.searchParams.set("seed", seed);
  if (game) here.searchParams.set("game", String(game));
  else here.searchParams.delete("game");
  here.searchParams.delete("moves");
  here.hash = hash;
  history[how](null, "", here);
}

/** The link to a game from its beginning. @param {Named} game */
export function linkTo({ seed, game }) {
  const link = new URL(location.pathname, origin);
  link.search = new URLSearchParams({ seed, ...(game ? { game: String(game) } : {}) }).toString();
  return link.href;
}
