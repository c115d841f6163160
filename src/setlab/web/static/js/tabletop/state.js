// The cards on somebody's own table, the SETs taken from it, and the link that says both.
import { codes, fromCodes, isSet } from "../shared/space.js";

/** @typedef {{ cards: number[], taken: number[][] }} Tabletop the cards in the order in which they lie */

export const D = 4;
const DECK = 81,
  FULL = 12,
  MOST = 21;

/** @type {Tabletop} */
export const EMPTY = Object.freeze({ cards: [], taken: [] });

/** The cards that were taken. @param {Tabletop} state */
export const gone = ({ taken }) => taken.flat();

/** Put a card on the table, or remove it. @param {Tabletop} state @param {number} card @returns {Tabletop} */
export const toggle = ({ cards, taken }, card) => ({
  cards: cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card],
  taken,
});

/**
 * Another card lies in the place of one.
 * @param {Tabletop} state
 * @param {number} old
 * @param {number} card
 * @returns {Tabletop}
 */
export const replace = ({ cards, taken }, old, card) => ({
  cards: cards.map((other) => (other === old ? card : other)),
  taken,
});

/** Cards are put away. @param {Tabletop} state @param {number[]} some @returns {Tabletop} */
export const remove = ({ cards, taken }, some) => ({ cards: cards.filter((card) => !some.includes(card)), taken });

/** A SET is taken. @param {Tabletop} state @param {number[]} set @returns {Tabletop} */
export const take = ({ cards, taken }, set) => ({
  cards: cards.filter((card) => !set.includes(card)),
  taken: [...taken, [...set].sort((a, b) => a - b)],
});

/** How many cards are neither on the table nor taken. @param {Tabletop} state */
export const undealt = (state) => DECK - state.cards.length - gone(state).length;

/**
 * True if a game of solitaire can stand so: by threes, at least twelve while cards are undealt.
 * @param {Tabletop} state
 */
export function fitsSolitaire(state) {
  const n = state.cards.length;
  return n > 0 && n % 3 === 0 && n <= MOST && (n >= FULL || undealt(state) === 0);
}

/**
 * The places of the table: those of twelve cards or more, the last ones empty.
 * @param {number[]} cards
 * @returns {(number | null)[]}
 */
export const slotsOf = (cards) =>
  Array.from({ length: Math.max(FULL, 3 * Math.ceil(cards.length / 3)) }, (_, i) => cards[i] ?? null);

/** The part of a link that says the state. @param {Tabletop} state */
export const queryOf = (state) => ({ cards: codes(state.cards, D), taken: codes(gone(state), D) });

/**
 * The state of a link, and whether all of it could be used.
 * @param {URLSearchParams} query
 * @returns {{ state: Tabletop, whole: boolean }}
 */
export function stateOf(query) {
  const typed = ["cards", "taken"].map((name) => (query.get(name) ?? "").split(".").filter(Boolean).length);
  const lines = fromCodes(query.get("taken"), D),
    threes = Array.from({ length: Math.floor(lines.length / 3) }, (_, i) => lines.slice(3 * i, 3 * i + 3));
  /** @type {number[][]} */
  const taken = [];
  for (const three of threes)
    if (isSet(three, D) && !three.some((card) => taken.flat().includes(card))) taken.push(three);
  const cards = [...new Set(fromCodes(query.get("cards"), D))].filter((card) => !taken.flat().includes(card));
  return { state: { cards, taken }, whole: cards.length === typed[0] && 3 * taken.length === typed[1] };
}
