// Who answers for the rules, the advice and the review of solitaire: the server at first, then the core of this browser, without a way
// to the server and back. Where the core does not come or refuses, the server answers on.
import { ask } from "../core/core.js";
import { get, post } from "../shared/api.js";
import { Advisors, tableOf } from "./local.js";

/** @typedef {import("./local.js").Moves} Moves */
/** @typedef {import("./types").Advice} Advice */
/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").How} How */
/** @typedef {import("./types").Review} Review */
/** @typedef {import("./types").Seen} Seen */
/** @typedef {import("../core/types").Player} Player */

/** @type {Promise<Player> | undefined} */
let loading;

const advisors = new Advisors(ask, () => {
  loading ??= get("/api/solitaire/player");
  loading.catch(() => (loading = undefined));
  return loading;
});

let isHere = false;

/** Fetch the core, which is larger than a page: best when the page has been shown. */
export async function prepare() {
  try {
    await ask("solitaire_states", { seed: 0, game: 0, moves: [] });
    isHere = true;
    document.documentElement.dataset.core = "here";
  } catch {
    isHere = false; // the server goes on
  }
}

/** The table after some moves. @param {Moves} moves @returns {Promise<Seen>} */
export const table = (moves) =>
  answered("", moves, async () => tableOf(await ask("solitaire_states", moves), moves.moves));

/** Each SET on the table with its chance of clearing the table. @param {Moves} moves @returns {Promise<Advice>} */
export const advice = (moves) =>
  answered("/advice", moves, async () => advisors.advice(await ask("solitaire_states", moves)));

/**
 * Advice about cards on a table of one's own; the core is fetched after the first question.
 * @param {{ cards: number[], taken: number[][] }} asked
 * @returns {Promise<{ choices: Choice[], how: How, undealt: number }>}
 */
export async function position(asked) {
  const found = await answered("/position", asked, () => advisors.position(asked.cards, asked.taken));
  if (!isHere) prepare();
  return found;
}

const NODES = 2 ** 14; // of the search for each SET, as on the server

/** The game move by move, with hindsight. @param {Moves} moves @returns {Promise<Review>} */
export const review = (moves) =>
  answered("/review", moves, async () =>
    advisors.review(
      await ask("solitaire_states", moves),
      moves.moves,
      await ask("solitaire_hindsight", { ...moves, nodes: NODES }),
    ),
  );

/**
 * The answer of the core if it is here, else that of the server.
 * @template T
 * @param {string} path
 * @param {object} asked
 * @param {() => Promise<T>} here
 * @returns {Promise<T>}
 */
async function answered(path, asked, here) {
  if (isHere) {
    try {
      return await here();
    } catch {
      // the server says what is wrong
    }
  }
  return post(`/api/solitaire${path}`, asked);
}
