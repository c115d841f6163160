// A table: one button for each slot, which keeps its place, its key and the focus while its card changes.
import { dress } from "./cards.js";
import { make, style } from "./dom.js";
import { codeOf, forPage, learnLayout, letterOf, ownKeys, place } from "./keyboard.js";
import { t } from "./words.js";

/** @typedef {"right" | "wrong" | "hint" | "point" | "in" | "off"} Mark */
/**
 * @typedef {{
 *   keys?: "letters" | "numbers" | "digits" | "none",
 *   still?: boolean,
 *   onPick?: (card: number) => void,
 * }} Manner
 */

const SMALL = 60; // below this width, in pixels, glyphs take their small optical size
const STEPS = /** @type {{ [key: string]: [number, number] }} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class Table {
  /** @type {HTMLElement[]} */ #slots = [];
  /** @type {(number | null)[]} */ #cards = [];
  /** @type {Set<number>} */ #held = new Set();
  #timer = 0;
  /** What to do when held slots have gone on: marks of their new cards can be set now. */ onRelease = () => {};
  /** What to do when a card that lies face down is chosen. @param {number} slot */ onTurn = (slot) => void slot;
  #dimension = 4;
  #small = false;
  #locked = false;
  /** @type {(number | null)[]} */ #wanted = [];
  /** @type {number[]} */ #down = [];

  /**
   * @param {HTMLElement} root the element with class `cards`
   * @param {Manner} [manner] `letters` and `digits` are keys, `numbers` only labels; a `still` table has no choice
   */
  constructor(root, { keys = "none", still = false, onPick = () => {} } = {}) {
    this.root = root;
    this.keys = keys;
    this.still = still;
    this.onPick = onPick;
    root.setAttribute("role", "group");
    root.toggleAttribute("data-lettered", keys === "letters" || keys === "digits");
    new ResizeObserver(() => this.#measure()).observe(root);
    if (still) return;
    root.addEventListener("keydown", (event) => this.#arrow(event));
    if (keys === "letters" || keys === "digits") document.addEventListener("keydown", (event) => this.#type(event));
    if (keys === "letters") learnLayout(() => this.#redraw());
    if (keys === "letters") addEventListener("setlab:look", () => this.#redraw());
  }

  /** True if a card lies here, also if the one before it is still shown in its place. @param {number} card */
  has(card) {
    return this.#wanted.includes(card);
  }

  /** The cards that lie here, in order of their slots. @returns {number[]} */
  get cards() {
    return this.#cards.filter((card) => card !== null);
  }

  /** True while the table is somebody else's. */
  get locked() {
    return this.#locked;
  }

  set locked(locked) {
    this.#locked = locked;
    this.root.classList.toggle("locked", locked);
    for (const [i, slot] of this.#slots.entries())
      this.#enable(slot, this.#down.includes(i) ? undefined : (this.#cards[i] ?? null));
  }

  /**
   * Lay these cards. Only what changed is drawn; slots that are held keep their card until they are released.
   * @param {(number | null)[]} slots
   * @param {number} dimension
   * @param {number[]} [down] the slots in which cards lie face down
   */
  show(slots, dimension, down = []) {
    this.#wanted = slots;
    if (String(down) !== String(this.#down)) {
      for (const i of new Set([...down, ...this.#down])) this.#cards[i] = -1; // drawn again
      this.#down = down;
    }
    if (dimension !== this.#dimension) this.#cards = [];
    this.#dimension = dimension;
    if (this.#held.size && slots.length === this.#slots.length) return this.#lay(slots);
    if (this.#held.size && slots.length) return undefined; // the slots themselves change: after the release
    this.#held.clear();
    this.#resize(slots.length);
    return this.#lay(slots);
  }

  /**
   * Keep these cards where they are for a while, although the table goes on.
   * @param {number[]} cards
   * @param {number} milliseconds
   */
  hold(cards, milliseconds) {
    this.release();
    for (const card of cards) if (this.#cards.includes(card)) this.#held.add(this.#cards.indexOf(card));
    this.#timer = setTimeout(() => this.release(), milliseconds);
  }

  /** Let held slots go on. */
  release() {
    clearTimeout(this.#timer);
    const held = [...this.#held].flatMap((i) => this.#slots[i] ?? []);
    if (!held.length) return;
    this.#held.clear();
    this.unmark(undefined, held);
    this.show(this.#wanted, this.#dimension, this.#down);
    this.onRelease();
  }

  /** Which cards are chosen. @param {number[]} cards */
  press(cards) {
    if (this.still) return;
    for (const [i, slot] of this.#slots.entries())
      slot.setAttribute("aria-pressed", String(cards.includes(this.#cards[i] ?? -1)));
  }

  /**
   * Mark cards with a state, each with a flag for the reason.
   * @param {number[]} cards
   * @param {Mark} state
   * @param {string[]} [flags]
   */
  mark(cards, state, flags = []) {
    cards.forEach((card, k) => {
      const slot = this.slotOf(card);
      if (!slot) return;
      slot.dataset.state = state;
      if (flags[k]) slot.dataset.flag = flags[k];
      else delete slot.dataset.flag;
    });
  }

  /**
   * Take marks away: all, or those of one state, or those of some slots.
   * @param {Mark} [state]
   * @param {HTMLElement[]} [slots]
   */
  unmark(state, slots = this.#slots) {
    for (const slot of slots) {
      if (state && slot.dataset.state !== state) continue;
      delete slot.dataset.state;
      delete slot.dataset.flag;
    }
  }

  /** The slot at which the Tab key stops gets the focus. */
  focus() {
    this.#slots.find((slot) => slot.tabIndex === 0)?.focus();
  }

  /** The element in whose slot this card lies. @param {number} card @returns {HTMLElement | undefined} */
  slotOf(card) {
    return this.#slots[this.#cards.indexOf(card)];
  }

  /** The number of a card's slot as it is called out, from 1. @param {number} card */
  numberOf(card) {
    return this.#cards.indexOf(card) + 1;
  }

  /** @param {number} n */
  #resize(n) {
    const focused = this.#slots.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    while (this.#slots.length < n) this.#slots.push(this.#slot());
    this.#slots.length = n;
    this.#cards.length = Math.min(this.#cards.length, n);
    this.root.replaceChildren(...this.#slots);
    style(this.root, { "--long": Math.max(3, Math.ceil(n / 3)) });
    this.root.classList.toggle("many", n > 15);
    this.#slots.forEach((slot, i) => {
      const [row, column] = place(i, n);
      style(slot, { "--r": row + 1, "--c": column + 1 });
    });
    if (!this.still) this.#rove(Math.min(Math.max(focused, 0), n - 1), focused >= 0);
    this.#redraw();
  }

  #slot() {
    if (this.still) return make("span", { class: "card", role: "img" });
    const slot = make("button", { type: "button", class: "card", "aria-pressed": "false", tabindex: -1 });
    slot.addEventListener("click", () => this.#pick(slot));
    slot.addEventListener("focus", () => this.#rove(this.#slots.indexOf(slot), false));
    return slot;
  }

  /** @param {(number | null)[]} slots */
  #lay(slots) {
    slots.forEach((card, i) => {
      const had = this.#cards[i];
      if (this.#held.has(i) || had === card) return;
      this.#cards[i] = card;
      this.#dress(i);
      if (card !== null && had !== undefined) this.#dealt(this.#slots[i]);
    });
    this.#measure();
  }

  /** @param {number} i */
  #dress(i) {
    const slot = this.#slots[i],
      card = this.#cards[i];
    delete slot.dataset.state;
    delete slot.dataset.flag;
    const isDown = card === null && this.#down.includes(i);
    slot.classList.toggle("bare", card === null && !isDown);
    slot.classList.toggle("down", isDown);
    if (!this.still) slot.setAttribute("aria-pressed", "false");
    if (card === null || card === undefined) {
      slot.replaceChildren();
      delete slot.dataset.card;
      slot.setAttribute("aria-label", isDown ? t("card.down", { n: i + 1 }) : t("card.none"));
      if (isDown && this.#key(i)) slot.append(make("span", { class: "key", "aria-hidden": "true" }, this.#key(i)));
    } else
      dress(slot, card, this.#dimension, {
        key: this.#key(i),
        label: this.#label(i),
        small: this.#small,
      });
    this.#enable(slot, isDown ? undefined : card);
  }

  #redraw() {
    this.#slots.forEach((slot, i) => {
      const card = this.#cards[i];
      if (card === undefined || card === null) return;
      const { state, flag } = slot.dataset,
        pressed = slot.getAttribute("aria-pressed");
      this.#dress(i);
      if (state) this.mark([card], /** @type {Mark} */ (state), flag ? [flag] : []);
      if (pressed) slot.setAttribute("aria-pressed", pressed);
    });
  }

  /** @param {HTMLElement} slot @param {number | null | undefined} card */
  #enable(slot, card) {
    if (this.still) return;
    if (this.#locked || card === null) slot.setAttribute("aria-disabled", "true");
    else slot.removeAttribute("aria-disabled");
  }

  /** @param {number} i */
  #key(i) {
    if (this.keys === "numbers" || this.keys === "digits") return String(i + 1);
    if (this.keys !== "letters") return "";
    return ownKeys() ? ([...ownKeys()][i] ?? "").toLocaleUpperCase() : letterOf(this.#code(i));
  }

  /** What is said before the card: its number, or the reader's own key if it is a digit. @param {number} i */
  #label(i) {
    if (this.keys === "numbers" || this.keys === "digits") return t("card.numbered", { n: i + 1 });
    return /^\d$/.test(this.#key(i)) ? this.#key(i) : "";
  }

  /** @param {number} i */
  #code(i) {
    return this.keys === "digits" ? `Digit${i + 1}` : codeOf(i, this.#slots.length);
  }

  /** @param {HTMLElement} slot */
  #dealt(slot) {
    const still = document.documentElement.dataset.motion === "still";
    slot.animate(
      [
        { opacity: 0, translate: still ? "0" : "0 -10px" },
        { opacity: 1, translate: "0" },
      ],
      { duration: 220, easing: "ease-out" },
    );
  }

  /** @param {HTMLElement} slot */
  #pick(slot) {
    const i = this.#slots.indexOf(slot),
      card = this.#cards[i];
    if (!this.#locked && card === null && this.#down.includes(i)) return this.onTurn(i);
    // A card that was taken is only shown.
    if (this.#locked || card === null || card === undefined || !this.has(card)) return;
    if (this.#held.has(i)) this.release();
    return this.onPick(card);
  }

  /** Only one slot is a stop of the Tab key. @param {number} i @param {boolean} focus */
  #rove(i, focus) {
    for (const [k, slot] of this.#slots.entries()) slot.tabIndex = k === i ? 0 : -1;
    if (focus && document.activeElement !== this.#slots[i]) this.#slots[i]?.focus();
  }

  /** @param {KeyboardEvent} event */
  #type(event) {
    if (!forPage(event) || event.repeat || !this.root.getClientRects().length) return;
    const own = this.keys === "letters" ? [...ownKeys()] : [];
    const i = this.#slots.findIndex((_, k) =>
      own.length ? own[k] === event.key.toLowerCase() : this.#code(k) === event.code,
    );
    if (i < 0) return;
    event.preventDefault();
    this.#pick(this.#slots[i]);
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = STEPS[event.key];
    const from = this.#slots.find((slot) => slot === document.activeElement)?.getBoundingClientRect();
    if (!step || !from) return;
    event.preventDefault();
    const x = from.x + step[0] * from.width * 1.1,
      y = from.y + step[1] * from.height * 1.1;
    const far = this.#slots.map((slot) =>
      Math.hypot(slot.getBoundingClientRect().x - x, slot.getBoundingClientRect().y - y),
    );
    const nearest = far.indexOf(Math.min(...far));
    if (far[nearest] < Math.min(from.width, from.height)) this.#rove(nearest, true);
  }

  #measure() {
    const width = this.#slots[0]?.getBoundingClientRect().width ?? 0;
    const small = width > 0 && width < SMALL;
    if (small === this.#small) return;
    this.#small = small;
    this.#redraw();
  }
}
