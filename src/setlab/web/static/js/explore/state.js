// The state of the explorer: choosing cards, taking back, and the link that says it all.
import { codes, flat, fromCodes, isSet, setsAmong } from "../shared/space.js";
import { blockers } from "./caps.js";
import { countFlats, MOST_WITHOUT_SET } from "./counts.js";
import { apply, D, inverse, readMap, writeMap } from "./maps.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").ModeName} ModeName */
/** @typedef {import("./types").Lit} Lit */
/**
 * Why a card cannot be chosen: it completes a SET, lies in the plane, or is blocked.
 * @typedef {"set" | "plane" | "blocked"} Reason
 */

/** How many cards are chosen at most. @type {{ [mode in ModeName]: number }} */
export const MOST = { set: 2, plane: 3, cube: 4, parallels: 3, cap: MOST_WITHOUT_SET, symmetries: 4 };
export const MODES = /** @type {ModeName[]} */ (Object.keys(MOST));

/**
 * The number of SETs and planes that can be lit.
 * @type {{ [mode in ModeName]?: { [kind in Lit["kind"]]?: number } }}
 */
const LIGHTS = { plane: { set: countFlats(1, 2) }, cube: { set: countFlats(1, 3), plane: countFlats(2, 3) } };

/** Nothing chosen. @param {ModeName} [mode] @returns {State} */
export const empty = (mode = "set") => ({ mode, cards: [], lit: null, all: false, map: null, shown: null });

/** The same way of looking at other cards. @param {State} state @param {number[]} cards @returns {State} */
const withCards = (state, cards) => ({ ...empty(state.mode), all: state.all, cards });

/**
 * Why a card cannot be added to the chosen ones, or null.
 * @param {ModeName} mode
 * @param {number[]} cards
 * @param {number} card
 * @returns {Reason | null}
 */
export function obstacle(mode, cards, card) {
  if (mode === "cap") return blockers(cards, card).length ? "blocked" : null;
  if (cards.length < 2 || !flat(cards, D).includes(card)) return null;
  return cards.length === 2 || isSet([...cards.slice(0, 2), card], D) ? "set" : "plane";
}

/**
 * Choose a card, or let go of it. When all are chosen, it replaces the last one.
 * @param {State} state
 * @param {number} card
 * @returns {{ state: State } | { obstacle: Reason }}
 */
export function pick(state, card) {
  const { mode, cards } = state;
  if (cards.includes(card))
    return {
      state: withCards(
        state,
        cards.filter((other) => other !== card),
      ),
    };
  const kept = cards.length === MOST[mode] ? cards.slice(0, -1) : cards;
  const reason = obstacle(mode, kept, card);
  return reason ? { obstacle: reason } : { state: withCards(state, [...kept, card]) };
}

/**
 * Undo one step: the map, the light, the numbers, the shown cards, then the last card.
 * @param {State} state
 * @returns {State}
 */
export function undo(state) {
  const { cards, lit, map, shown } = state;
  if (shown) return { ...state, shown: null };
  if (lit) return { ...state, lit: null };
  if (map) return { ...state, map: null, cards: cards.map((card) => apply(inverse(map), card)) };
  return cards.length ? withCards(state, cards.slice(0, -1)) : { ...state, all: false };
}

/**
 * Look at the same cards in another way, as far as it takes them.
 * @param {State} state
 * @param {ModeName} mode
 * @returns {State}
 */
export const turnTo = (state, mode) => ({ ...empty(mode), cards: usable(mode, state.cards) });

/** The cards that can be chosen one after the other. @param {ModeName} mode @param {number[]} cards */
function usable(mode, cards) {
  /** @type {number[]} */
  const kept = [];
  for (const card of cards) {
    if (kept.length < MOST[mode] && !kept.includes(card) && !obstacle(mode, kept, card)) kept.push(card);
  }
  return kept;
}

/** The part of a link that says the state. @param {State} state */
export function queryOf({ mode, cards, lit, all, map, shown }) {
  const said = new URLSearchParams({ mode });
  if (cards.length) said.set("cards", codes(cards, D));
  if (lit) said.set("lit", `${lit.kind}-${lit.index + 1}`);
  if (all) said.set("all", "1");
  if (map) said.set("map", writeMap(map));
  if (shown) said.set("shown", codes(shown, D));
  return said;
}

/**
 * The state of a link, and which of its parts could not be used.
 * @param {URLSearchParams} query
 * @returns {{ state: State, faults: string[] }}
 */
export function stateOf(query) {
  const named = query.get("mode") ?? "set";
  const mode = MODES.find((each) => each === named) ?? "set";
  const typed = (query.get("cards") ?? "").split(".").filter(Boolean);
  const cards = usable(mode, fromCodes(query.get("cards"), D));
  const state = { ...empty(mode), cards, all: mode === "parallels" && query.get("all") === "1" };
  state.lit = litOf(query.get("lit"), state);
  state.map = mode === "symmetries" && cards.length ? readMap(query.get("map") ?? "") : null;
  state.shown = mode === "cap" ? shownOf(query.get("shown")) : null;
  const parts = {
    mode: mode === named,
    cards: cards.length === typed.length,
    lit: state.lit,
    map: state.map,
    shown: state.shown,
    all: state.all,
  };
  return { state, faults: Object.entries(parts).flatMap(([part, used]) => (query.has(part) && !used ? [part] : [])) };
}

/** @param {string | null} text @param {State} state @returns {Lit | null} */
function litOf(text, { mode, cards }) {
  const [, kind, number] = /^(set|plane)-(\d{1,3})$/.exec(text ?? "") ?? [];
  const index = Number(number) - 1;
  if (kind !== "set" && kind !== "plane") return null;
  return cards.length === MOST[mode] && index >= 0 && index < (LIGHTS[mode]?.[kind] ?? 0) ? { kind, index } : null;
}

/** @param {string | null} text */
function shownOf(text) {
  const cards = [...new Set(fromCodes(text, D))];
  return cards.length === MOST_WITHOUT_SET && !setsAmong(cards, D).length ? cards : null;
}
