// A game of a puzzle: cards are chosen, SETs are found, the clock runs while the reader looks.
import { complaint, marks, minis, valueWord } from "../shared/cards.js";
import { byId, fill, make } from "../shared/dom.js";
import { Finds } from "../shared/finds.js";
import { forPage, keysAct } from "../shared/keyboard.js";
import { SayLine } from "../shared/say.js";
import { Table } from "../shared/table.js";
import { clock, t } from "../shared/words.js";
import { drawEnding, verdict } from "./ending.js";
import { entryOf, keep } from "./record.js";
import { dots } from "./result.js";
import { differing, DIMENSION, Search } from "./search.js";
import { Stopwatch } from "./stopwatch.js";

/** @typedef {import("./types").Puzzle} Puzzle */
/** @typedef {import("./search.js").Outcome} Outcome */

// Beside the puzzle: the SETs that were found, a row for each that is still open, and the hints so far.

/** @param {import("./search.js").Search} search */
function drawFound({ found, sets, hints, done }) {
  byId("count", HTMLElement).textContent = t("daily.found", { n: found.length, all: sets.length });
  fill(byId("found", HTMLElement), ...found.map(foundRow), ...sets.slice(found.length).map(openRow));
  byId("hints", HTMLElement).textContent = hints && !done ? t("daily.hints", { n: hints }) : "";
}

/** @param {import("./types").Find} find */
function foundRow({ cards, at }) {
  const n = differing(cards);
  return make(
    "li",
    {},
    minis(cards, DIMENSION),
    make("span", { class: "dots grow", role: "img", "aria-label": t("daily.differ", { n }) }, dots(n)),
    make("time", {}, clock(at)),
  );
}

function openRow() {
  const slots = Array.from({ length: 3 }, () => make("i", { class: "slot" }));
  return make(
    "li",
    { class: "open" },
    make("span", { class: "minis", role: "img", "aria-label": t("daily.open") }, ...slots),
  );
}

const TICK = 250,
  SAVED = 5000; // milliseconds between two looks at the clock, and between two savings
const RIGHT = 1200,
  WRONG = 2400; // milliseconds for which a claim stays marked

export class Daily {
  #timer = 0;
  #paused = false;

  /** @param {Puzzle} puzzle @param {string} now today @param {import("./archive.js").ArchiveView} archive */
  constructor(puzzle, now, archive) {
    this.puzzle = puzzle;
    this.now = now;
    this.archive = archive;
    const kept = entryOf(puzzle.date, puzzle.level);
    this.fresh = kept?.fresh || (!kept?.done && puzzle.date === now);
    this.search = new Search(puzzle.cards, kept);
    this.watch = new Stopwatch(kept?.seconds ?? 0);
    this.finds = new Finds("daily", DIMENSION, () => this.watch.seconds);
    this.finds.lay(puzzle.cards, 0);
    this.finds.resume(
      this.search.found.map(({ cards }) => cards),
      Math.max(0, ...this.search.found.map(({ at }) => at)),
    );
    this.table = new Table(byId("cards", HTMLElement), { keys: "letters", onPick: (card) => this.#pick(card) });
    this.say = new SayLine(byId("say", HTMLElement), () => this.#idle());
    this.table.show(puzzle.cards, DIMENSION);
    this.#listen();
    this.#draw();
    this.say.rest();
    if (this.search.done) this.#finish(false);
    else this.watch.hold("hidden", document.hidden);
  }

  #listen() {
    byId("pause", HTMLElement).addEventListener("click", () => this.#pause());
    byId("resume", HTMLElement).addEventListener("click", () => this.#pause());
    byId("hint", HTMLElement).addEventListener("click", () => this.#hint());
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("visibilitychange", () => {
      if (!this.search.done) this.watch.hold("hidden", document.hidden);
      this.#save();
    });
    addEventListener("pagehide", () => this.#save());
    addEventListener("setlab:look", () => this.say.refresh());
    setInterval(() => this.#tick(), TICK);
    setInterval(() => this.#save(), SAVED);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!forPage(event) || event.repeat) return;
    if (event.key === "Escape") this.#release();
    else if (event.key === "?") this.#hint();
    else if (event.key.toLowerCase() === "p") this.#pause();
  }

  /** @param {number} card */
  #pick(card) {
    if (this.#paused) return;
    this.#unmark();
    const outcome = this.search.pick(card, Math.round(100 * this.watch.seconds) / 100);
    this.table.press(this.search.chosen);
    if (outcome) this.#answer(outcome);
    else this.say.rest();
  }

  #release() {
    this.search.chosen = [];
    this.table.press([]);
    this.#unmark();
    this.say.rest();
  }

  /** Show what a claim was. @param {Outcome} outcome */
  #answer(outcome) {
    const { kind, cards } = outcome;
    const after = marks(cards, DIMENSION);
    if ((kind === "right" || kind === "last") && !this.#over) this.finds.find(cards);
    if (kind === "wrong") {
      this.table.mark(
        cards,
        "wrong",
        outcome.fault.values.map((value) => valueWord(outcome.fault.property, value)),
      );
      this.say.say({ tone: "wrong", strong: t("daily.say.wrong"), text: complaint(outcome.fault), after });
    } else if (kind === "again") {
      this.table.mark(cards, "hint");
      this.say.say({ tone: "", text: t("home.already") });
    } else {
      this.table.mark(cards, "right", ["✓", "✓", "✓"]);
      this.say.say({ tone: "right", strong: t("daily.say.right"), text: this.#left, after });
    }
    this.#timer = setTimeout(() => this.#unmark(), kind === "wrong" ? WRONG : RIGHT);
    this.#save();
    this.#draw();
    if (kind === "last" && !this.#over) this.#finish(true);
  }

  get #over() {
    return document.body.dataset.done !== undefined;
  }

  #hint() {
    if (this.#paused || this.search.done) return;
    this.#release();
    const cards = this.search.hint();
    this.finds.hint();
    this.table.mark(cards, "hint");
    this.say.say({ tone: "", strong: t("daily.hint.title"), text: t("daily.hint.text", { n: cards.length }) }, true);
    this.#save();
    this.#draw();
  }

  /** Marks of claims go; a hint stays until its SET is found. */
  #unmark() {
    clearTimeout(this.#timer);
    this.table.unmark();
    this.table.mark(this.search.hinted, "hint");
  }

  #pause() {
    if (this.search.done) return;
    this.#paused = !this.#paused;
    this.#release();
    this.watch.hold("paused", this.#paused);
    this.table.show(this.#paused ? this.puzzle.cards.map(() => null) : this.puzzle.cards, DIMENSION);
    this.#unmark();
    fill(
      byId("pause", HTMLElement),
      `${t(this.#paused ? "daily.resume" : "daily.pause")} `,
      make("kbd", { "aria-hidden": "true" }, "P"),
    );
    const going = byId("resume", HTMLElement),
      hadFocus = document.activeElement === going;
    byId("paused", HTMLElement).hidden = !this.#paused;
    if (this.#paused) going.focus();
    else if (hadFocus) byId("pause", HTMLElement).focus();
    byId("hint", HTMLButtonElement).disabled = this.#paused;
    if (this.#paused) this.say.say({ tone: "", strong: t("daily.paused"), text: t("daily.hidden") }, true);
    else this.say.say({ tone: "", text: this.#left });
    this.#save();
  }

  #idle() {
    const n = this.search.chosen.length;
    if (n)
      return { tone: /** @type {const} */ (""), strong: t("room.of", { n, size: 3 }), text: t("room.chosen-word") };
    if (this.search.done) return verdict(this.puzzle, this.entry, this.now);
    const begin = matchMedia("(hover: none)").matches || !keysAct() ? t("daily.touch") : t("daily.begin");
    const text = this.search.found.length ? this.#left : begin;
    return { tone: /** @type {const} */ (""), text };
  }

  get #left() {
    return t("daily.left", { n: this.search.sets.length - this.search.found.length });
  }

  #tick() {
    byId("time", HTMLElement).textContent = clock(this.watch.seconds);
  }

  get entry() {
    const { found, hints, wrong, done } = this.search;
    const seconds = done ? Math.max(...found.map(({ at }) => at)) : this.watch.seconds;
    return { found, hints, wrong, done, seconds, fresh: this.fresh };
  }

  #save() {
    if (!this.#over) keep(this.puzzle.date, this.puzzle.level, this.entry);
  }

  #draw() {
    drawFound(this.search);
    this.#tick();
  }

  /**
   * All are found: the clock stands, and the result takes the place of the tools.
   * @param {boolean} now just now, not in an earlier visit
   */
  #finish(now) {
    this.watch = new Stopwatch(this.entry.seconds);
    this.watch.hold("done", true);
    keep(this.puzzle.date, this.puzzle.level, this.entry);
    document.body.dataset.done = "";
    drawEnding(this.puzzle, this.entry, this.now, () => this.say.say({ tone: "", strong: t("room.invite.copied") }));
    if (now) this.say.say(verdict(this.puzzle, this.entry, this.now), true);
    this.#tick();
    this.archive.draw();
  }
}
