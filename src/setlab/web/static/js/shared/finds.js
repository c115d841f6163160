// A player's own finds, kept in this browser if the player wants it: the table, the SET, the seconds. Nobody is named, and
// nothing leaves the browser but as a file, or for the analysis that the player asks for.
import { differing } from "./cards.js";
import { update } from "./store.js";
import { keepsFinds } from "./wants.js";

/** @typedef {import("./types").KeptFind} KeptFind */

export const FINDS = "finds",
  MOST = 5000; // the oldest are forgotten

/** The valid finds of a value, the oldest first: a file may have brought anything. @param {any} kept @returns {KeptFind[]} */
export const checkFinds = (kept) =>
  (Array.isArray(kept) ? kept.filter(isFind) : []).sort((a, b) => a.at - b.at).slice(-MOST);

/** The finds of two browsers, each once. @param {any} here @param {any} there */
export function mergeFinds(here, there) {
  const nameOf = (/** @type {KeptFind} */ { at, game, slots, cards }) => JSON.stringify([at, game, slots, cards]);
  return checkFinds([
    ...new Map([...checkFinds(here), ...checkFinds(there)].map((find) => [nameOf(find), find])).values(),
  ]);
}

/** @param {any} find @returns {find is KeptFind} */
function isFind(find) {
  const numbers = [find?.at, find?.began, find?.seconds, find?.dimension];
  const isCard = (/** @type {any} */ card) => Number.isInteger(card) && card >= 0 && card < 3 ** find.dimension;
  const isThree = (/** @type {any} */ cards) => Array.isArray(cards) && cards.length === 3 && cards.every(isCard);
  return (
    numbers.every((number) => Number.isFinite(number) && number >= 0) &&
    [2, 3, 4, 5].includes(find.dimension) &&
    typeof find.game === "string" &&
    Array.isArray(find.slots) &&
    find.slots.every((/** @type {any} */ card) => card === null || isCard(card)) &&
    Array.isArray(find.ages) &&
    find.ages.length === find.slots.length &&
    find.ages.every((/** @type {any} */ age) => Number.isFinite(age) && age >= 0) &&
    (find.found === undefined || (Array.isArray(find.found) && find.found.every(isThree))) &&
    (find.cards === null || (isThree(find.cards) && differing(find.cards, find.dimension) > 0))
  );
}

/** Follows one table and keeps how long each find took; it keeps nothing unless the player wants it. */
export class Finds {
  /** @type {(number | null)[]} */ #slots = [];
  /** @type {Map<number, number>} the time at which each card was dealt */ #dealt = new Map();
  /** @type {number[][]} SETs that were found and still lie there */ #found = [];
  #since = 0;
  #hint = false;
  #wanted = keepsFinds();

  /**
   * @param {string} game
   * @param {number} dimension
   * @param {() => number} clock seconds of search, which stand still in a pause
   * @param {number} [began] the beginning of the round, in seconds since 1970
   */
  constructor(game, dimension, clock, began = Date.now() / 1000) {
    this.game = game;
    this.dimension = dimension;
    this.clock = clock;
    this.began = Math.round(began);
  }

  /**
   * The cards that lie there now. A search that went on until now ends without a find.
   * @param {(number | null)[]} slots
   * @param {number} [dealt] when those that are new were dealt
   */
  lay(slots, dealt = this.clock()) {
    if (String(slots) === String(this.#slots)) return;
    this.#end(null);
    const before = this.#dealt;
    this.#slots = [...slots];
    this.#dealt = new Map(slots.flatMap((card) => (card === null ? [] : [[card, before.get(card) ?? dealt]])));
    this.#found = this.#found.filter((cards) => cards.every((card) => this.#dealt.has(card)));
  }

  /** These SETs were found before, the last of them at this time. @param {number[][]} found @param {number} since */
  resume(found, since) {
    this.#found = [...found];
    this.#since = since;
  }

  /** The player has found a SET. @param {number[]} cards */
  find(cards) {
    this.#end(cards);
    this.#found.push(cards);
  }

  /** Somebody else has found a SET. @param {number[]} cards */
  gone(cards) {
    this.#end(null);
    this.#found.push(cards);
  }

  /** The player was helped in this search. */
  hint() {
    this.#hint = true;
  }

  /** The table is over. */
  close() {
    this.#end(null);
    this.#slots = [];
  }

  /** @param {number[] | null} cards */
  #end(cards) {
    const now = this.clock(),
      seconds = now - this.#since;
    if (this.#wanted && this.#slots.length && (cards || seconds > 0)) keep(this.#record(cards, now, seconds));
    this.#since = now;
    this.#hint = false;
  }

  /** @param {number[] | null} cards @param {number} now @param {number} seconds @returns {KeptFind} */
  #record(cards, now, seconds) {
    const ages = this.#slots.map((card) => (card === null ? 0 : round(now - (this.#dealt.get(card) ?? now))));
    const record = { at: round(Date.now() / 1000), began: this.began, game: this.game, dimension: this.dimension };
    const found = this.#found.length ? { found: this.#found.map((line) => [...line]) } : {};
    const hint = this.#hint ? { hint: true } : {};
    return {
      ...record,
      slots: [...this.#slots],
      ages,
      ...found,
      cards: cards && [...cards],
      seconds: round(seconds),
      ...hint,
    };
  }
}

/** @param {KeptFind} find */
function keep(find) {
  update(FINDS, (kept) => [...(Array.isArray(kept) ? kept : []), find].slice(-MOST)).catch(reportError);
}

/** To hundredths of a second. @param {number} seconds */
const round = (seconds) => Math.max(0, Math.round(100 * seconds) / 100);
