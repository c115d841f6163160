// The cards in play: the table, and in a chain the last SET beside it; which are chosen, marked, pointed at.
import { brokenProperty, valueWord } from "../shared/cards.js";
import { byId } from "../shared/dom.js";
import { claimantOf, nameIn } from "./speech.js";
import { Table } from "../shared/table.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").RoomEvent} RoomEvent */

const RIGHT = 1200,
  WRONG = 2400; // milliseconds for which a claim stays marked; a wrong one as long as it costs

export class Board {
  /** @type {number[]} */ #chosen = [];
  #timer = 0;
  #drawPoints = () => {};

  /** @param {(card: number) => void} onPick */
  constructor(onPick) {
    this.table = new Table(byId("cards", HTMLElement), { keys: "letters", onPick });
    this.chain = new Table(byId("chain-cards", HTMLElement), { keys: "digits", onPick });
    this.tables = [this.table, this.chain];
    this.table.onRelease = () => this.#drawPoints();
  }

  /** The cards that the reader has chosen. */
  get chosen() {
    return this.#chosen;
  }

  /** True if a card can be chosen. @param {number} card */
  has(card) {
    return this.tables.some((table) => table.has(card));
  }

  /**
   * Choose a card, or let go of it; of the last SET of a chain only one card is chosen at a time.
   * @param {number} card
   * @param {number[]} chain
   */
  toggle(card, chain) {
    this.#unmarkWrong();
    const kept = this.#chosen.filter((other) => other !== card && !(chain.includes(card) && chain.includes(other)));
    this.#press(this.#chosen.includes(card) ? kept : [...kept, card]);
  }

  /** Let go of all cards. */
  clear() {
    this.#press([]);
  }

  /** @param {State} state @param {number | null} me */
  draw(state, me) {
    const chain = state.chain ?? [];
    this.table.show(state.slots, state.dimension, state.face_down);
    byId("chain", HTMLElement).hidden = !chain.length;
    this.chain.show(chain, state.dimension);
    this.#press(this.#chosen.filter((card) => state.slots.includes(card) || chain.includes(card)));
    this.#drawPoints = () => this.#point(state, me);
    this.#drawPoints();
  }

  /** A table that is somebody else's, or that cannot be reached, is pale. @param {boolean} locked */
  lock(locked) {
    for (const table of this.tables) table.locked = locked;
  }

  /**
   * A right claim stays on the table for a moment, with the name of who found it.
   * @param {Extract<RoomEvent, { event: "claim" }>} event
   * @param {State} state
   * @param {number | null} me
   */
  markRight(event, state, me) {
    const { seat, cards } = event;
    if (!cards) return;
    const name = seat === me && !state.teams.length ? t("room.you") : claimantOf(state, event);
    if (seat === me) this.clear();
    for (const table of this.tables) {
      table.hold(cards, RIGHT);
      table.mark(
        cards,
        "right",
        cards.map(() => `✓ ${name}`),
      );
    }
  }

  /**
   * A wrong claim says on the cards which property fails, for some seconds at least.
   * @param {number[]} cards
   * @param {number} dimension
   * @param {number} seconds
   */
  markWrong(cards, dimension, seconds) {
    const fault = cards.length === 3 ? brokenProperty(cards, dimension) : undefined;
    const flags = fault?.values.map((value) => valueWord(fault.property, value)) ?? [];
    this.clear();
    for (const table of this.tables) table.mark(cards, "wrong", flags);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#unmarkWrong(), Math.max(WRONG, 1000 * seconds));
  }

  /**
   * The cards at which teams point; those of the reader's team last, on top.
   * @param {State} state
   * @param {number | null} me
   */
  #point(state, me) {
    const mine = state.players.find(({ seat }) => seat === me)?.team;
    this.table.unmark("point");
    for (const { points } of [...state.pointing].sort((a, b) => Number(a.team === mine) - Number(b.team === mine))) {
      this.table.mark(
        points.map(({ card }) => card),
        "point",
        points.map(({ seat }) => nameIn(state, seat)),
      );
    }
  }

  #unmarkWrong() {
    clearTimeout(this.#timer);
    for (const table of this.tables) table.unmark("wrong");
  }

  /** @param {number[]} cards */
  #press(cards) {
    this.#chosen = cards;
    for (const table of this.tables) table.press(cards);
  }
}
