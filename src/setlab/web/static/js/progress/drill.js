// The practice table: twelve cards with exactly one SET, of the kind that the reader chose.
import { brokenProperty, complaint, marks } from "../shared/cards.js";
import { Stopwatch } from "../daily/stopwatch.js";
import { byId, fill, make } from "../shared/dom.js";
import { Finds } from "../shared/finds.js";
import { forPage } from "../shared/keyboard.js";
import { SayLine } from "../shared/say.js";
import { setsAmong } from "../shared/space.js";
import { Table } from "../shared/table.js";
import { t } from "../shared/words.js";
import { isOfKind, KINDS, summary } from "./numbers.js";
import { secondsText } from "./figures.js";

const D = 4,
  DECK = 81,
  CARDS = 12;
const RIGHT = 1400,
  WRONG = 2400; // milliseconds for which a claim stays marked

/**
 * Twelve cards with one SET of a kind: each such table is equally likely.
 * @param {string} kind
 * @param {() => number} [random]
 */
export function dealKind(kind, random = Math.random) {
  for (;;) {
    const deck = Array.from({ length: DECK }, (_, card) => card);
    for (let i = 0; i < CARDS; i++) {
      const j = i + Math.floor(random() * (DECK - i));
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    const cards = deck.slice(0, CARDS),
      sets = setsAmong(cards, D);
    if (sets.length === 1 && isOfKind(kind, [...sets[0]], D)) return { cards, set: [...sets[0]] };
  }
}

/** "SETs in which 3 properties differ" @param {string} kind */
export function kindName(kind) {
  const [what, which] = kind.split("-");
  if (what === "differ") return t("progress.kind.differ", { n: which });
  return t(`progress.kind.${what}`, { property: t(`card.property.${which}`) });
}

export class Drill {
  /** @type {number[]} */ #chosen = [];
  /** @type {number[]} */ #set = [];
  /** @type {number[]} the seconds of this practice */ #seconds = [];
  /** @type {Finds | null} */ #finds = null;
  #watch = new Stopwatch(0);
  #timer = 0;
  #helped = 0;
  #dealt = 0;

  constructor() {
    this.select = byId("kind", HTMLSelectElement);
    fill(this.select, ...KINDS.map((kind) => make("option", { value: kind }, kindName(kind))));
    this.table = new Table(byId("cards", HTMLElement), { keys: "letters", onPick: (card) => this.#pick(card) });
    this.say = new SayLine(byId("say", HTMLElement), () => this.#idle());
    this.table.show(Array(CARDS).fill(null), D);
    this.select.addEventListener("change", () => this.choose(this.select.value));
    byId("deal", HTMLElement).addEventListener("click", () => this.deal());
    byId("help", HTMLElement).addEventListener("click", () => this.#help());
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("visibilitychange", () => this.#watch.hold("hidden", document.hidden));
    this.say.rest();
  }

  /** Another kind: the times so far are of the one before. @param {string} kind */
  choose(kind) {
    this.select.value = kind;
    this.#seconds = [];
    this.#drawSoFar();
    if (this.#set.length) this.deal();
  }

  deal() {
    clearTimeout(this.#timer);
    this.#release();
    const { cards, set } = dealKind(this.select.value);
    this.#set = set;
    this.#helped = 0;
    this.#watch = new Stopwatch(0);
    this.#finds = new Finds("kind", D, () => this.#watch.seconds);
    this.#finds.lay(cards);
    this.#watch.hold("hidden", document.hidden);
    this.table.show(cards, D);
    byId("help", HTMLButtonElement).disabled = false;
    this.say.rest();
    if (!this.#dealt++) this.table.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!forPage(event) || event.repeat) return;
    if (event.key === "Escape") this.#release();
    else if (event.key === "?") this.#help();
  }

  #release() {
    this.#chosen = [];
    this.table.press([]);
    this.table.unmark();
  }

  /** @param {number} card */
  #pick(card) {
    if (!this.#set.length) return;
    if (!this.#chosen.length) this.#unmark();
    this.#chosen = this.#chosen.includes(card)
      ? this.#chosen.filter((other) => other !== card)
      : [...this.#chosen, card];
    this.table.press(this.#chosen);
    if (this.#chosen.length === 3) this.#judge(this.#chosen);
    else this.say.rest();
  }

  /** @param {number[]} cards */
  #judge(cards) {
    const fault = brokenProperty(cards, D),
      after = marks(cards, D);
    this.#release();
    if (fault) {
      this.table.mark(cards, "wrong");
      this.say.say({ tone: "wrong", strong: t("daily.say.wrong"), text: complaint(fault), after });
      this.#timer = setTimeout(() => this.#unmark(), WRONG);
      return;
    }
    const seconds = this.#watch.seconds;
    this.#finds?.find(cards);
    if (!this.#helped) this.#seconds.push(seconds);
    this.#set = [];
    byId("help", HTMLButtonElement).disabled = true;
    this.table.mark(cards, "right", ["✓", "✓", "✓"]);
    this.say.say({ tone: "right", strong: secondsText(seconds), text: t("progress.drill.next"), after });
    this.#drawSoFar();
    this.#timer = setTimeout(() => this.deal(), RIGHT);
  }

  /** One card more of the SET, at most two. */
  #help() {
    if (!this.#set.length) return;
    this.#release();
    this.#helped = Math.min(2, this.#helped + 1);
    this.#finds?.hint();
    this.#unmark();
    this.say.say(
      { tone: "", strong: t("daily.hint.title"), text: t("progress.drill.hint", { n: this.#helped }) },
      true,
    );
  }

  #unmark() {
    clearTimeout(this.#timer);
    this.table.unmark();
    this.table.mark(this.#set.slice(0, this.#helped), "hint");
  }

  #idle() {
    const n = this.#chosen.length;
    if (n) return { tone: /** @type {const} */ (""), text: t("room.chosen", { n, size: 3 }) };
    const text = this.#set.length ? kindName(this.select.value) : t("progress.drill.begin");
    return { tone: /** @type {const} */ (""), text };
  }

  #drawSoFar() {
    const { found, median } = summary(this.#seconds);
    byId("so-far", HTMLElement).textContent =
      median === null ? "" : t("progress.drill.soFar", { n: found, median: secondsText(median) });
  }
}
