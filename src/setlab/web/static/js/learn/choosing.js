// A few cards of which some are chosen: the chosen ones are marked, and once there are enough, they are judged.
import { cardButton } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { D } from "./values.js";

export class Choosing {
  /** @type {number[]} */ #chosen = [];
  /** @type {Map<number, HTMLButtonElement>} */ #buttons;

  /**
   * @param {number[]} cards
   * @param {{
   *   label: string,
   *   kind: string,
   *   enough: number,
   *   part?: (n: number) => void,
   *   whole: (cards: number[]) => void,
   * }} manner `part` hears each choice, `whole` the last
   */
  constructor(cards, { label, kind, enough, part = () => {}, whole }) {
    this.enough = enough;
    this.part = part;
    this.whole = whole;
    this.#buttons = new Map(cards.map((card) => [card, this.#button(card)]));
    this.root = make("div", { class: kind, role: "group", "aria-label": label }, ...this.#buttons.values());
  }

  /**
   * Mark cards as right or wrong, each with a flag; the others lose their marks.
   * @param {readonly number[]} cards
   * @param {"right" | "wrong"} state
   * @param {string[]} [flags]
   */
  mark(cards, state, flags = []) {
    for (const [card, button] of this.#buttons) {
      const place = cards.indexOf(card);
      set(button, "state", place < 0 ? "" : state);
      set(button, "flag", flags[place] ?? "");
    }
  }

  /** @param {number} card */
  #button(card) {
    const button = cardButton(card, D);
    button.addEventListener("click", () => this.#pick(card));
    return button;
  }

  /** @param {number} card */
  #pick(card) {
    this.#chosen = this.#chosen.includes(card)
      ? this.#chosen.filter((other) => other !== card)
      : [...this.#chosen, card];
    const chosen = this.#chosen;
    const done = chosen.length === this.enough;
    if (done) this.#chosen = [];
    for (const [each, button] of this.#buttons)
      button.setAttribute("aria-pressed", String(this.#chosen.includes(each)));
    this.mark([], "right");
    if (done) this.whole(chosen);
    else this.part(chosen.length);
  }
}

/** @param {HTMLElement} at @param {string} name @param {string} value */
function set(at, name, value) {
  if (value) at.dataset[name] = value;
  else delete at.dataset[name];
}
