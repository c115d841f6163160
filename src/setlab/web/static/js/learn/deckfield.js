// The whole deck to choose from: nine rows by number and filling, nine columns by colour and shape.
import { dress } from "../cards.js";
import { make } from "../dom.js";
import { deck, digits } from "../space.js";
import { D } from "./values.js";

/** @typedef {"right" | "wrong" | "in" | "off" | "hint" | ""} Mark */

const SIDE = 9;
const STEPS = /** @type {{ [key: string]: number }} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE });

/** The cards in the order in which they lie: rows by number and filling, columns by colour and shape. */
const LAID = deck(D).sort((a, b) => place(a) - place(b));

/** @param {number} card */
function place(card) {
  const [number, colour, filling, shape] = digits(card, D);
  return (3 * number + filling) * SIDE + 3 * colour + shape;
}

export class DeckField {
  #buttons;

  /** @param {string} label @param {(card: number) => void} pick */
  constructor(label, pick) {
    this.#buttons = LAID.map((card, i) => this.#button(card, i, pick));
    this.root = make("div", { class: "deck-field", role: "group", "aria-label": label }, ...this.#buttons);
    this.root.addEventListener("keydown", (event) => this.#arrow(event));
  }

  /** Show the state of every card. @param {(card: number) => Mark} state @param {number[]} pressed */
  mark(state, pressed) {
    for (const [i, button] of this.#buttons.entries()) {
      const now = state(LAID[i]);
      if (now) button.dataset.state = now;
      else delete button.dataset.state;
      button.setAttribute("aria-pressed", String(pressed.includes(LAID[i])));
    }
  }

  /** @param {number} card @param {number} i @param {(card: number) => void} pick */
  #button(card, i, pick) {
    const button = make("button", { type: "button", class: "card", "aria-pressed": "false", tabindex: i ? -1 : 0, onclick: () => pick(card), onfocus: () => this.#rove(i) });
    dress(button, card, D, { small: true });
    return button;
  }

  /** Only one card is a stop of the Tab key. @param {number} i */
  #rove(i) {
    for (const [k, button] of this.#buttons.entries()) button.tabIndex = k === i ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = STEPS[event.key], from = this.#buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!step || from < 0) return;
    event.preventDefault();
    const to = from + step;
    if (Math.abs(step) === 1 && Math.floor(to / SIDE) !== Math.floor(from / SIDE)) return;
    this.#buttons[to]?.focus();
  }
}
