// The board: every card is a button that keeps its element; panels and headings follow the card in the middle.
import { dress, valueWord } from "../shared/cards.js";
import { draw, fill, make, style } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { orderOf, placeOf, plainCentre, sizeOf } from "./layout.js";
import { badge } from "./owners.js";
import { Panels } from "./panels.js";

/** @typedef {import("./types").Player} Player */

// The reflection, drawn over the board: one straight line through a card, the card in the middle and the reflected
// card.

/**
 * The line through the middles of some cards, in pixels of the board; nothing where one of the cards is not shown.
 * @param {HTMLElement} board
 * @param {HTMLElement[]} cards
 * @returns {SVGElement[]}
 */
function lineThrough(board, cards) {
  if (cards.length < 2 || cards.some((card) => !card?.offsetWidth)) return [];
  const points = cards.map((card) => middleOf(card, board));
  const [first, last] = [points[0], points[points.length - 1]];
  return [
    ...["ground", "dots"].map((kind) =>
      draw("line", { class: kind, x1: first.x, y1: first.y, x2: last.x, y2: last.y }),
    ),
    ...points.map(({ x, y }) => draw("circle", { cx: x, cy: y, r: 4 })),
  ];
}

/**
 * The middle of a card, without the way that it may be sliding.
 * @param {HTMLElement} card
 * @param {HTMLElement} board
 */
function middleOf(card, board) {
  let x = card.offsetWidth / 2,
    y = card.offsetHeight / 2;
  for (let at = card; at && at !== board; at = /** @type {HTMLElement} */ (at.offsetParent)) {
    x += at.offsetLeft;
    y += at.offsetTop;
  }
  return { x, y };
}

/** @typedef {"hint" | "off" | "right" | "in"} Mark */

const SMALL = 72; // below this length, in pixels, glyphs take their small optical size
const STEPS = /** @type {{ [key: string]: [number, number] }} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
const NUMBERS = /** @type {const} */ (["one", "two", "three"]),
  COLOURS = /** @type {const} */ (["red", "green", "purple"]);

export class Field {
  /** @type {HTMLButtonElement[]} */ #buttons = [];
  #dimension = 0;
  #centre = -1;
  #stop = 0;
  #small = false;
  /** @type {string[]} */ #labels = [];
  /** @type {(Player | null)[]} */ #owners = [];
  /** @type {number[]} */ #line = [];
  /** @type {Panels} */ #panels;
  #svg = draw("svg", { class: "lines", "aria-hidden": "true" });

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} panels where the panels are chosen in small windows
   * @param {(card: number) => void} onPick
   */
  constructor(root, panels, onPick) {
    this.root = root;
    this.#panels = new Panels(panels, (open) => this.#open(open));
    this.onPick = onPick;
    root.setAttribute("role", "group");
    root.addEventListener("keydown", (event) => this.#arrow(event));
    new ResizeObserver(() => this.#measure()).observe(root);
  }

  /**
   * Lay the cards of a board; Xavier's first card lies in the middle once he has one.
   * @param {number} dimension
   * @param {number | undefined} centre
   */
  lay(dimension, centre) {
    const middle = centre ?? (dimension === this.#dimension ? this.#centre : plainCentre(dimension));
    if (dimension === this.#dimension && middle === this.#centre) return;
    const from = dimension === this.#dimension ? this.#buttons.map((button) => button.getBoundingClientRect()) : [];
    const focused = this.focused;
    if (dimension !== this.#dimension) this.#make(dimension);
    this.#centre = middle;
    this.#arrange();
    if (focused) this.focus(this.#stop);
    this.#slide(from);
  }

  /**
   * Whose cards are whose: `labels` is what a screen reader says before a card's name.
   * @param {(Player | null)[]} owners
   * @param {Player | null} you
   * @param {string[]} labels
   * @param {number | undefined} last
   */
  own(owners, you, labels, last) {
    this.#owners = owners;
    this.#labels = labels;
    this.#buttons.forEach((button, card) => {
      button.dataset.owner = owners[card] ?? "";
      button.dataset.mine = owners[card] ? String(owners[card] === you) : "";
      button.classList.toggle("last", card === last);
      this.#paint(card);
    });
    this.#panels.own(owners, you);
  }

  /** Mark some cards, and no others. @param {Map<number, Mark>} marks */
  mark(marks) {
    this.#buttons.forEach((button, card) => {
      const mark = marks.get(card);
      if (mark) button.dataset.state = mark;
      else delete button.dataset.state;
    });
  }

  /** Draw the line through a card, the middle and its reflection; none takes it away. @param {number[]} cards */
  connect(cards) {
    this.#line = cards;
    fill(
      this.#svg,
      ...lineThrough(
        this.root,
        cards.map((card) => this.#buttons[card]),
      ),
    );
  }

  /** Show the panel of a card, in windows that show one at a time. @param {number} card */
  reveal(card) {
    this.#panels.reveal(card);
  }

  /** Let the focus go to a card. @param {number} card */
  focus(card) {
    this.reveal(card);
    this.#rove(card);
    this.#buttons[card].focus();
  }

  /** True if the focus is on the board. */
  get focused() {
    return this.root.contains(document.activeElement);
  }

  /** The card with the focus comes first when the Tab key enters. @param {number} card */
  #rove(card) {
    this.#buttons[this.#stop]?.setAttribute("tabindex", "-1");
    this.#buttons[card].setAttribute("tabindex", "0");
    this.#stop = card;
  }

  /** @param {number} dimension */
  #make(dimension) {
    this.#dimension = dimension;
    this.#owners = [];
    this.#labels = [];
    this.root.dataset.d = String(dimension);
    this.#buttons = Array.from({ length: 3 ** dimension }, (_, card) => {
      const button = make("button", { type: "button", class: "card", tabindex: -1 });
      button.addEventListener("click", () => this.onPick(card));
      button.addEventListener("focus", () => this.#rove(card));
      return button;
    });
    this.#buttons.forEach((_, card) => this.#paint(card));
    this.#rove(plainCentre(dimension));
  }

  /** Panels, headings and cards in their places. */
  #arrange() {
    const dimension = this.#dimension,
      { panels } = sizeOf(dimension);
    const made = Array.from({ length: panels }, (_, i) =>
      make("div", { class: "panel", "data-panel": i }, ...this.#headings(i)),
    );
    this.#buttons.forEach((button, card) => {
      const { panel, row, column } = placeOf(card, this.#centre, dimension);
      style(button, { "--r": row + Math.floor(row / 3) + 2, "--c": column + Math.floor(column / 3) + 2 });
      made[panel].append(button);
    });
    const inOrder = made.map((panel) => [...panel.children].sort((a, b) => place(a) - place(b)));
    made.forEach((panel, i) => panel.replaceChildren(...inOrder[i]));
    fill(this.root, ...made, this.#svg);
    this.connect([]);
    this.#panels.make(dimension, this.#centre);
  }

  /** @param {number} panel @returns {HTMLElement[]} */
  #headings(panel) {
    const dimension = this.#dimension,
      centre = this.#centre;
    /** @param {string} kind @param {number} i @param {string} text */
    const heading = (kind, i, text) =>
      style(make("span", { class: kind }, text), kind === "top" ? { "--c": 4 * i + 2 } : { "--r": 4 * i + 2 });
    if (dimension === 3) return [heading("top", 0, t("antiset.symbols", { n: orderOf(0, centre, 3)[panel] + 1 }))];
    if (dimension < 4) return [];
    return [
      ...orderOf(1, centre, dimension).map((digit, i) => heading("top", i, valueWord("colour", COLOURS[digit]))),
      ...orderOf(0, centre, dimension).map((digit, i) => heading("left", i, valueWord("number", NUMBERS[digit]))),
    ];
  }

  /** @param {number} panel */
  #open(panel) {
    this.root.dataset.open = String(panel);
    this.connect(this.#line);
  }

  /** @param {number} card */
  #paint(card) {
    const button = this.#buttons[card],
      owner = this.#owners[card],
      label = this.#labels[card] ?? "";
    const face = `${owner ?? ""}|${label}|${this.#small}`;
    if (button.dataset.face === face) return; // most cards stay as they are
    button.dataset.face = face;
    dress(button, card, this.#dimension, { label, small: this.#small });
    if (owner) button.append(badge(owner));
  }

  /** Cards slide from where they lay. @param {DOMRect[]} from */
  #slide(from) {
    if (document.documentElement.dataset.motion === "still") return;
    from.forEach((old, card) => {
      const now = this.#buttons[card].getBoundingClientRect();
      this.#buttons[card].animate([{ translate: `${old.x - now.x}px ${old.y - now.y}px` }, { translate: "0 0" }], {
        duration: 400,
        easing: "ease-in-out",
      });
    });
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = STEPS[event.key],
      at = this.#buttons.find((button) => button === document.activeElement);
    if (!step || !at) return;
    event.preventDefault();
    const from = at.getBoundingClientRect();
    const x = from.x + step[0] * from.width * 1.15,
      y = from.y + step[1] * from.height * 1.15;
    const boxes = this.#buttons.map((button) => button.getBoundingClientRect());
    const far = boxes.map((box) =>
      box.width && (box.x - from.x) * step[0] + (box.y - from.y) * step[1] > 1
        ? Math.hypot(box.x - x, box.y - y)
        : Infinity,
    );
    const nearest = far.indexOf(Math.min(...far));
    if (far[nearest] < 2 * Math.min(from.width, from.height)) this.#buttons[nearest].focus();
  }

  #measure() {
    const shown = this.#buttons.find((button) => button.offsetWidth);
    const small = shown !== undefined && Math.max(shown.offsetWidth, shown.offsetHeight) < SMALL;
    if (small !== this.#small) {
      this.#small = small;
      this.#buttons.forEach((_, card) => this.#paint(card));
    }
    this.connect(this.#line);
  }
}

/** Headings first, then cards row by row. @param {Element} at */
const place = (at) =>
  at instanceof HTMLButtonElement
    ? 100 * Number(at.style.getPropertyValue("--r")) + Number(at.style.getPropertyValue("--c"))
    : 0;
