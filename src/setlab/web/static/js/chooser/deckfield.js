// The whole deck to choose from, 9 × 9: blocks by number (down) and colour (across), in a block filling (down) and
// shape (across).
import { dress, nameOf } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { digits, fromDigits } from "../shared/space.js";
import { t } from "../shared/words.js";

/**
 * `notes` are read after the name of the card.
 * @typedef {{ state?: "in" | "off" | "right" | "wrong" | "hint" | "", badge?: string, notes?: string[] }} Mark
 */

const D = 4,
  SIDE = 9;
const SMALL = 60; // below this width, in pixels, glyphs take their small optical size
const STEPS = /** @type {{ [key: string]: (place: number) => number }} */ ({
  ArrowLeft: (place) => (place % SIDE ? place - 1 : place),
  ArrowRight: (place) => (place % SIDE < SIDE - 1 ? place + 1 : place),
  ArrowUp: (place) => (place >= SIDE ? place - SIDE : place),
  ArrowDown: (place) => (place < SIDE * (SIDE - 1) ? place + SIDE : place),
  Home: (place) => place - (place % SIDE),
  End: (place) => place - (place % SIDE) + SIDE - 1,
  PageUp: (place) => place % SIDE,
  PageDown: (place) => SIDE * (SIDE - 1) + (place % SIDE),
});

/** The card at a place, row by row: its digits are number, colour, filling, shape. @param {number} place */
export function cardAt(place) {
  const [number, filling, colour, shape] = digits(place, D);
  return fromDigits([number, colour, filling, shape]);
}

export class DeckField {
  #small = false;
  /** @type {Map<number, HTMLButtonElement>} */ #buttons = new Map();
  /** @type {HTMLButtonElement[]} */ #places = [];

  /**
   * @param {HTMLElement} root
   * @param {(card: number) => void} pick
   * @param {boolean} [axes] name the colours above and the numbers beside the cards
   */
  constructor(root, pick, axes = false) {
    this.root = root;
    if (axes)
      root.append(
        make("span"),
        ...["red", "green", "purple"].map((colour) =>
          make("span", { class: "top", "aria-hidden": "true" }, t(`card.value.colour.${colour}.one`)),
        ),
      );
    for (let place = 0; place < SIDE * SIDE; place++) this.#add(place, pick, axes);
    root.addEventListener("keydown", (event) => this.#move(event));
    new ResizeObserver(() => this.#measure()).observe(root);
    this.#dress();
  }

  /**
   * Show which cards are chosen and what each card is.
   * @param {number[]} chosen
   * @param {(card: number) => Mark} mark
   */
  show(chosen, mark) {
    for (const [card, button] of this.#buttons) {
      const { state = "", badge = "", notes = [] } = mark(card);
      button.setAttribute("aria-pressed", String(chosen.includes(card)));
      button.setAttribute("aria-label", [nameOf(card, D), ...notes].join(", "));
      if (state) button.dataset.state = state;
      else delete button.dataset.state;
      button.classList.toggle("numbered", Boolean(badge));
      button.querySelector(".badge")?.remove();
      if (badge) button.append(make("span", { class: "badge", "aria-hidden": "true" }, badge));
    }
  }

  /** The button of a card. @param {number} card */
  buttonOf(card) {
    return /** @type {HTMLButtonElement} */ (this.#buttons.get(card));
  }

  /** @param {number} place @param {(card: number) => void} pick @param {boolean} axes */
  #add(place, pick, axes) {
    const card = cardAt(place),
      [row, column] = [Math.floor(place / SIDE), place % SIDE];
    const edge = axes
      ? `${column % 3 === 2 && column < 8 ? " gap-r" : ""}${row % 3 === 2 && row < 8 ? " gap-b" : ""}`
      : "";
    const button = make("button", {
      type: "button",
      class: `card${edge}`,
      "aria-pressed": "false",
      tabindex: place ? -1 : 0,
      onclick: () => pick(card),
      onfocus: () => this.#rove(place),
    });
    if (axes && column === 0 && row % 3 === 0)
      this.root.append(make("span", { class: "left", "aria-hidden": "true" }, String(row / 3 + 1)));
    this.#buttons.set(card, button);
    this.#places.push(button);
    this.root.append(button);
  }

  #dress() {
    for (const [card, button] of this.#buttons) {
      const { label, badge } = { label: button.getAttribute("aria-label"), badge: button.querySelector(".badge") };
      dress(button, card, D, { small: this.#small });
      if (label) button.setAttribute("aria-label", label);
      if (badge) button.append(badge);
    }
  }

  #measure() {
    const width = this.#places[0].getBoundingClientRect().width;
    const small = width > 0 && width < SMALL;
    if (small === this.#small) return;
    this.#small = small;
    this.#dress();
  }

  /** Only one card is a stop of the Tab key. @param {number} place */
  #rove(place) {
    for (const [i, button] of this.#places.entries()) button.tabIndex = i === place ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const place = this.#places.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = STEPS[event.key];
    if (place < 0 || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#places[step(place)].focus();
  }
}
