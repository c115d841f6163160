// Solitaire: the table after some moves, advice, and the review of a game. src/setlab/web/http/solitaire.py.
import { ask } from "../core/core.js";
import { CoreError } from "../core/engines.js";
import { Refusal, get } from "../shared/api.js";
import { isSet } from "../shared/space.js";
import { Advisors, cardsOf, tableOf } from "./advisors.js";
import { Unanswered, areNumbers } from "./asked.js";

/** @typedef {import("../core/types").View} View */
/** @typedef {import("../core/types").Player} Player */
/** @typedef {{ seed: string, game: number, moves: number[][] }} Game */

const D = 4,
  DECK = 3 ** D,
  FULL_TABLE = 12,
  MOST_ON_TABLE = 21,
  TURNS = 27,
  LARGEST_SEED = 2n ** 64n - 1n,
  NODES = 2 ** 14; // of the search for each SET of a review

/** @type {Promise<Player> | undefined} */
let loading;

const advisors = new Advisors(ask, () => {
  loading ??= get("/api/solitaire/player");
  loading.catch(() => (loading = undefined));
  return loading;
});

/** The table after some moves. @type {import("./answers.js").Handler} */
export async function table(_, asked) {
  const game = gameOf(asked);
  return tableOf(await viewsOf(game), game.moves);
}

/** Each SET on the table with its chance of clearing the table. @type {import("./answers.js").Handler} */
export const advice = async (_, asked) => advisors.advice(await viewsOf(gameOf(asked)));

/** The game move by move, with hindsight. @type {import("./answers.js").Handler} */
export async function review(_, asked) {
  const game = gameOf(asked);
  const views = await viewsOf(game);
  return advisors.review(views, game.moves, await ask("solitaire_hindsight", { ...game, nodes: NODES }));
}

/** Advice about cards on a table of one's own. @type {import("./answers.js").Handler} */
export async function position(_, { cards, taken = [], ...rest }) {
  if (!areNumbers(cards, DECK, MOST_ON_TABLE) || cards.length < 3 || !areThrees(taken) || Object.keys(rest).length)
    throw new Unanswered("this is not a position");
  const fault = positionFault(cards, taken);
  if (fault) throw new Refusal(fault, "bad-position", 409);
  return advisors.position(cards, taken);
}

/** @param {unknown} moves @returns {moves is number[][]} */
const areThrees = (moves) =>
  Array.isArray(moves) &&
  moves.length <= TURNS &&
  moves.every((move) => Array.isArray(move) && move.length === 3 && move.every(Number.isSafeInteger));

/** @param {any} asked @returns {Game} */
function gameOf({ seed, game = 0, moves = [], ...rest }) {
  const isNumber = typeof seed === "string" ? /^[0-9]{1,20}$/.test(seed) : areNumbers([seed], 2 ** 53, 1);
  if (!isNumber || !areNumbers([game], 2 ** 53, 1) || !areThrees(moves) || Object.keys(rest).length)
    throw new Unanswered("this is not a game");
  if (BigInt(seed) > LARGEST_SEED) refuse(`the seed ${seed} is too large: choose one up to ${LARGEST_SEED}`);
  return { seed: String(seed), game, moves };
}

/** @param {string} reason @returns {never} */
function refuse(reason) {
  throw new Refusal(reason.charAt(0).toUpperCase() + reason.slice(1), "bad-move", 409);
}

/** What the player sees before each move and after the last. @param {Game} game @returns {Promise<View[]>} */
async function viewsOf(game) {
  try {
    return await ask("solitaire_states", { ...game, moves: game.moves.map(onDeck) });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return refuseMove(game);
  }
}

/** Numbers that are no cards as one that is none. @param {number[]} move */
const onDeck = (move) => move.map((card) => (card >= 0 && card < DECK ? card : 255));

/** Say which move cannot be made, and why. @param {Game} game @returns {Promise<never>} */
async function refuseMove({ moves, ...game }) {
  for (let n = 1; n <= moves.length; ++n) {
    const [view] = (await ask("solitaire_states", { ...game, moves: moves.slice(0, n - 1) })).slice(-1);
    const fault = lineFault(moves[n - 1]) || takingFault(moves[n - 1], cardsOf(view));
    if (fault) refuse(`move ${n} cannot be made: ${fault}`);
  }
  throw new Unanswered("all moves can be made");
}

/** @param {number[]} cards */
const tuple = (cards) => `(${cards.join(", ")})`;

const ascending = (/** @type {number[]} */ cards) => [...cards].sort((a, b) => a - b);

/** Why three cards are not a SET; empty if they are. @param {number[]} cards */
function lineFault(cards) {
  const none = ascending(cards).find((card) => card < 0 || card >= DECK);
  if (none !== undefined) return `${none} is not a card of a deck of ${DECK}: cards are numbered 0 to ${DECK - 1}`;
  const rule = "the cards must be the same or all different in every property";
  return isSet(cards, D) ? "" : `${tuple(cards)} is not a SET: ${rule}`;
}

/** @param {number[]} cards @param {number[]} lying */
const takingFault = (cards, lying) =>
  cards.every((card) => lying.includes(card))
    ? ""
    : `${tuple(ascending(cards))} cannot be taken: not all of these cards lie on the table`;

/** Why no game can reach a position; empty if one can. @param {number[]} cards @param {number[][]} taken */
function positionFault(cards, taken) {
  const twice = cards.find((card, i) => cards.indexOf(card) < i);
  if (twice !== undefined) return `Card ${twice} is there twice: each card occurs once in a deck`;
  const line = taken.map(lineFault).find(Boolean);
  if (line) return line;
  const gone = taken.flat();
  const [again] = ascending(gone.filter((card, i) => gone.indexOf(card) < i || cards.includes(card)));
  if (again !== undefined) return `Card ${again} is there twice: a card is on the table or in one SET taken`;
  const undealt = DECK - cards.length - gone.length;
  if (cards.length % 3 === 0 && (!undealt || cards.length >= FULL_TABLE)) return "";
  const possible = undealt ? "12, 15, 18 or 21" : "0, 3, 6, … 21";
  return `${cards.length} cards cannot lie on the table with ${undealt} undealt: there are ${possible} then`;
}
