// The latest claims of the round; in a search for all SETs, the SETs found and empty places for the others.
import { brokenProperty, minis } from "../shared/cards.js";
import { fill, make } from "../shared/dom.js";
import { claimantOf, nameIn } from "./speech.js";
import { clock, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Happening} Happening */
/**
 * A claim after `at` seconds of play.
 * @typedef {{
 *   type: "claim" | "reject",
 *   seat: number,
 *   team: number,
 *   shares?: number[],
 *   cards: number[],
 *   at: number,
 * }} Entry
 */

const KEPT = 8;

export class Log {
  /** @type {Entry[]} */ #entries = [];
  /** When the round would have started without its pauses. */ #zero = 0;
  #paused = 0;

  /** @param {HTMLElement} title @param {HTMLElement} list */
  constructor(title, list) {
    this.title = title;
    this.list = list;
  }

  /** Remember an event if it is a claim; a new round starts a new list. @param {Happening} happening */
  note({ event, at }) {
    if (event.event === "start") {
      this.#entries = [];
      this.#zero = at;
    }
    if (event.event === "pause") this.#paused = at;
    if (event.event === "resume") this.#zero += at - this.#paused;
    if ((event.event !== "claim" && event.event !== "reject") || !event.cards?.length) return;
    this.#entries = [{ ...event, type: event.event, cards: event.cards, at: at - this.#zero }, ...this.#entries].slice(
      0,
      KEPT,
    );
  }

  /** @param {State} state */
  draw(state) {
    const all = state.sets !== null && state.sets !== undefined && ["find-all", "puzzle-race"].includes(state.game);
    const empty = !state.round || (!all && !this.#entries.length);
    this.title.hidden = this.list.hidden = empty;
    this.title.textContent = empty ? "" : t(all ? "room.found.title" : "room.claims");
    fill(this.list, ...(all ? this.#found(state) : this.#entries.map((entry) => row(entry, state))));
  }

  /** @param {State} state */
  #found(state) {
    const each = state.game === "find-all" ? Math.max(1, state.sets ?? 1) : state.options.level === "basic" ? 4 : 6;
    const now = state.found.slice(
      state.found.length - (state.found.length % each || (state.found.length && state.game === "find-all" ? each : 0)),
    );
    const rows = now.map(({ seat, cards }) =>
      make("li", {}, minis(cards, state.dimension), make("span", {}, nameIn(state, seat))),
    );
    const missing = Math.max(0, each - now.length);
    const slot = () => make("span", { class: "slot" });
    return [
      ...rows,
      ...Array.from({ length: missing }, () =>
        make(
          "li",
          { class: "missing", "aria-hidden": "true" },
          make("span", { class: "minis" }, slot(), slot(), slot()),
        ),
      ),
    ];
  }
}

/** @param {Entry} entry @param {State} state */
function row(entry, state) {
  const { type, cards, at } = entry;
  const fault = type === "reject" && cards.length === 3 ? brokenProperty(cards, state.dimension) : undefined;
  const wrong = make(
    "small",
    { "data-v": "neither" },
    fault ? t(`card.property.${fault.property}`) : t("room.claim.wrong"),
  );
  return make(
    "li",
    { "data-type": type },
    minis(cards, state.dimension),
    make("span", { class: "grow name" }, claimantOf(state, entry)),
    type === "reject" ? wrong : make("time", { class: "small quiet" }, clock(at)),
  );
}
