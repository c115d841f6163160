// The square on the page: nine places, in which cards lie or are still missing.
import { dress, nameOf } from "../../shared/cards.js";
import { make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { D } from "../values.js";

/** @typedef {"right" | "wrong" | "in" | "hint" | "off" | ""} Mark */

const STEPS = /** @type {{ [key: string]: number }} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 });

export class Board {
  /** The cards in their places. @type {(number | null)[]} */
  cards = Array(9).fill(null);
  #places;

  /**
   * @param {((place: number) => void) | null} pick what a place does; null if nothing can be chosen
   * @param {boolean} [small]
   */
  constructor(pick, small = false) {
    this.pick = pick;
    this.small = small;
    this.#places = Array.from({ length: 9 }, (_, i) => this.#place(i));
    this.root = make("div", { class: "square", role: "group", "aria-label": t("square.square") }, ...this.#places);
    this.root.addEventListener("keydown", (event) => this.#arrow(event));
  }

  /** Lay these cards. @param {(number | null)[]} cards */
  lay(cards) {
    cards.forEach((card, i) => {
      if (this.cards[i] === card && this.#places[i].childNodes.length) return;
      const at = this.#places[i];
      at.classList.toggle("slot", card === null);
      if (card === null) {
        at.replaceChildren("?");
        at.setAttribute("aria-label", t("square.empty"));
      } else dress(at, card, D, { small: this.small });
    });
    this.cards = [...cards];
  }

  /**
   * Mark places; flags stand on the cards.
   * @param {(place: number) => Mark} state
   * @param {(place: number) => string} [flag]
   */
  mark(state, flag = () => "") {
    for (const [i, at] of this.#places.entries()) {
      const now = state(i),
        words = flag(i);
      if (now) at.dataset.state = now;
      else delete at.dataset.state;
      if (words) at.dataset.flag = words;
      else delete at.dataset.flag;
    }
  }

  /** Which places are chosen. @param {number[]} places */
  press(places) {
    if (this.pick) this.#places.forEach((at, i) => at.setAttribute("aria-pressed", String(places.includes(i))));
  }

  /** The name of the card in a place. @param {number} place */
  name(place) {
    return nameOf(this.cards[place] ?? 0, D);
  }

  /** @param {number} i */
  #place(i) {
    if (!this.pick) return make("span", { class: "card", role: "img" });
    return make("button", {
      type: "button",
      class: "card",
      "aria-pressed": "false",
      tabindex: i ? -1 : 0,
      onclick: () => this.pick?.(i),
      onfocus: () => this.#rove(i),
    });
  }

  /** Only one place is a stop of the Tab key. @param {number} i */
  #rove(i) {
    this.#places.forEach((at, k) => (at.tabIndex = k === i ? 0 : -1));
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = STEPS[event.key],
      from = this.#places.findIndex((at) => at === document.activeElement);
    if (!step || from < 0) return;
    event.preventDefault();
    const to = from + step;
    if (Math.abs(step) === 1 && Math.floor(to / 3) !== Math.floor(from / 3)) return;
    this.#places[to]?.focus();
  }
}
