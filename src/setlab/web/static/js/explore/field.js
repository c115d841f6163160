// The whole deck as a 9 × 9 field: blocks by number (down) and colour (across), in a block filling (down) and shape (across).
import { dress, nameOf } from "../cards.js";
import { make, style } from "../dom.js";
import { digits, fromDigits } from "../space.js";
import { t } from "../words.js";

/** @typedef {import("./types").Mark} Mark */

const D = 4, SIDE = 9;
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

export class Field {
  #small = false;
  /** @type {Map<number, HTMLButtonElement>} */ #buttons = new Map();
  /** @type {HTMLButtonElement[]} */ #places = [];

  /** @param {HTMLElement} root @param {(card: number) => void} onPick */
  constructor(root, onPick) {
    this.root = root;
    root.append(make("span"), ...["red", "green", "purple"].map((colour) => make("span", { class: "top", "aria-hidden": "true" }, t(`card.value.colour.${colour}.one`))));
    for (let place = 0; place < SIDE * SIDE; place++) this.#add(place, onPick);
    root.addEventListener("keydown", (event) => this.#move(event));
    new ResizeObserver(() => this.#measure()).observe(root);
    this.#dress();
  }

  /** Show which cards are chosen and what the others are. @param {number[]} chosen @param {Map<number, Mark>} marks */
  show(chosen, marks) {
    for (const [card, button] of this.#buttons) this.#mark(button, card, chosen.includes(card), marks.get(card) ?? {});
  }

  /** The button of a card. @param {number} card */
  buttonOf(card) {
    return /** @type {HTMLButtonElement} */ (this.#buttons.get(card));
  }

  /** Rings that move from card to card. @param {[number, number][]} moves */
  move(moves) {
    if (document.documentElement.dataset.motion === "still") return;
    const origin = this.root.getBoundingClientRect();
    for (const [from, to] of moves) {
      const [start, end] = [from, to].map((card) => this.buttonOf(card).getBoundingClientRect());
      const ring = style(make("i", { class: "mover", "aria-hidden": "true" }), { "--x": `${start.x - origin.x}px`, "--y": `${start.y - origin.y}px`, "--h": `${start.height}px` });
      this.root.append(ring);
      const walk = ring.animate([{ translate: "0 0" }, { translate: `${end.x - start.x}px ${end.y - start.y}px` }], { duration: 900, easing: "ease-in-out" });
      walk.onfinish = () => ring.remove();
    }
  }

  /** @param {number} place @param {(card: number) => void} onPick */
  #add(place, onPick) {
    const card = cardAt(place), [row, column] = [Math.floor(place / SIDE), place % SIDE];
    const edge = `${column % 3 === 2 && column < 8 ? " gap-r" : ""}${row % 3 === 2 && row < 8 ? " gap-b" : ""}`;
    const button = make("button", { type: "button", class: `card${edge}`, "aria-pressed": "false", tabindex: place ? -1 : 0 });
    button.addEventListener("click", () => onPick(card));
    button.addEventListener("focus", () => this.#rove(place));
    if (column === 0 && row % 3 === 0) this.root.append(make("span", { class: "left", "aria-hidden": "true" }, String(row / 3 + 1)));
    this.#buttons.set(card, button);
    this.#places.push(button);
    this.root.append(button);
  }

  /** @param {HTMLButtonElement} button @param {number} card @param {boolean} isChosen @param {Mark} mark */
  #mark(button, card, isChosen, { state, badge, role }) {
    const name = nameOf(card, D);
    button.setAttribute("aria-pressed", String(isChosen));
    button.setAttribute("aria-label", [name, role && !(isChosen && role !== "left") && t(`explore.role.${role}`), badge && t("explore.role.numbered", { n: badge })].filter(Boolean).join(", "));
    if (state && !(isChosen && state === "in")) button.dataset.state = state; // the ring of a chosen card says more
    else delete button.dataset.state;
    button.classList.toggle("numbered", Boolean(badge));
    button.querySelector(".badge")?.remove();
    if (badge) button.append(make("span", { class: "badge", "aria-hidden": "true" }, badge));
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
