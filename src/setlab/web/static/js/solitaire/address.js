// The address names the game: its seed, its number, and whether it is looked back at.
import { origin } from "../shared/invite.js";

/** @typedef {import("./types").Kept} Kept */
/** @typedef {Pick<Kept, "seed" | "game">} Named */

export const REVIEW = "#review";

const LARGEST_SEED = 2n ** 64n - 1n,
  LARGEST_GAME = Number.MAX_SAFE_INTEGER;

/**
 * The game that an address names: null if it names none, undefined if there is no such game.
 * @param {URLSearchParams} query
 * @returns {Named | null | undefined}
 */
export function readGame(query) {
  const seed = query.get("seed"),
    game = query.get("game") ?? "0";
  if (seed === null) return null;
  if (!/^\d{1,20}$/.test(seed) || !/^\d{1,16}$/.test(game)) return undefined;
  if (BigInt(seed) > LARGEST_SEED || Number(game) > LARGEST_GAME) return undefined;
  return { seed: String(BigInt(seed)), game: Number(game) };
}

/**
 * Write the game into the address.
 * @param {"pushState" | "replaceState"} how
 * @param {Named} game
 * @param {string} hash
 */
export function write(how, { seed, game }, hash) {
  const here = new URL(location.href);
  here.searchParams.set("seed", seed);
  if (game) here.searchParams.set("game", String(game));
  else here.searchParams.delete("game");
  here.hash = hash;
  history[how](null, "", here);
}

/** The link to a game from its beginning. @param {Named} game */
export function linkTo({ seed, game }) {
  const link = new URL(location.pathname, origin);
  link.search = new URLSearchParams({ seed, ...(game ? { game: String(game) } : {}) }).toString();
  return link.href;
}
