// The puzzle of the day: find all SETs, tell a friend. The server says which puzzle a day has; nothing is sent back.
import { Refusal, createRoom, get } from "../api.js";
import { complaint, marks, minis, valueWord } from "../cards.js";
import { byId, fill, make, style } from "../dom.js";
import { copy } from "../invite.js";
import { forPage } from "../keyboard.js";
import { worn } from "../page.js";
import { SayLine } from "../say.js";
import { keepSeat, lastName } from "../seats.js";
import { Table } from "../table.js";
import { capital, clock, language, t } from "../words.js";
import { ArchiveView } from "./archive.js";
import { isDay, localDay, longDay, shifted, today } from "./days.js";
import { entryOf, keep, nameOf, statistics } from "./record.js";
import { dots, pathTo, resultText } from "./result.js";
import { DIMENSION, Search, differing } from "./search.js";
import { Stopwatch } from "./stopwatch.js";

/** @typedef {import("./types").Puzzle} Puzzle */
/** @typedef {import("./types").Archive} Archive */
/** @typedef {import("./types").Level} Level */
/** @typedef {import("./search.js").Outcome} Outcome */

const TICK = 250, SAVED = 5000; // milliseconds between two looks at the clock, and between two savings
const RIGHT = 1200, WRONG = 2400; // milliseconds for which a claim stays marked

class Daily {
  #timer = 0;
  #paused = false;

  /** @param {Puzzle} puzzle @param {string} now today @param {ArchiveView} archive */
  constructor(puzzle, now, archive) {
    this.puzzle = puzzle;
    this.now = now;
    this.archive = archive;
    const kept = entryOf(puzzle.date, puzzle.level);
    this.fresh = kept?.fresh || (!kept?.done && puzzle.date === now);
    this.search = new Search(puzzle.cards, kept);
    this.watch = new Stopwatch(kept?.seconds ?? 0);
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
    if (kind === "wrong") {
      this.table.mark(cards, "wrong", outcome.fault.values.map((value) => valueWord(outcome.fault.property, value)));
      this.say.say({ tone: "wrong", strong: t("daily.say.wrong"), text: complaint(outcome.fault), after });
    } else if (kind === "again") {
      this.table.mark(cards, "hint");
      this.say.say({ tone: "", text: t("home.already") });
    } else {
      this.table.mark(cards, "right", ["✓", "✓", "✓"]);
      this.say.say({ tone: "right", strong: t("daily.say.right"), text: t("daily.left", { n: this.search.sets.length - this.search.found.length }), after });
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
    fill(byId("pause", HTMLElement), `${t(this.#paused ? "daily.resume" : "daily.pause")} `, make("kbd", { "aria-hidden": "true" }, "P"));
    const going = byId("resume", HTMLElement), hadFocus = document.activeElement === going;
    byId("paused", HTMLElement).hidden = !this.#paused;
    if (this.#paused) going.focus();
    else if (hadFocus) byId("pause", HTMLElement).focus();
    byId("hint", HTMLButtonElement).disabled = this.#paused;
    if (this.#paused) this.say.say({ tone: "", strong: t("daily.paused"), text: t("daily.hidden") }, true);
    else this.say.say({ tone: "", text: t("daily.left", { n: this.search.sets.length - this.search.found.length }) });
    this.#save();
  }

  #idle() {
    const n = this.search.chosen.length;
    if (n) return { tone: /** @type {const} */ (""), strong: t("room.of", { n, size: 3 }), text: t("room.chosen-word") };
    if (this.search.done) return this.#verdict();
    const begin = matchMedia("(hover: none)").matches ? t("daily.touch") : t("daily.begin");
    const text = this.search.found.length ? t("daily.left", { n: this.search.sets.length - this.search.found.length }) : begin;
    return { tone: /** @type {const} */ (""), text };
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
    const { found, sets } = this.search;
    byId("count", HTMLElement).textContent = t("daily.found", { n: found.length, all: sets.length });
    const rows = found.map(({ cards, at }) => {
      const n = differing(cards);
      return make("li", {}, minis(cards, DIMENSION), make("span", { class: "dots grow", role: "img", "aria-label": t("daily.differ", { n }) }, dots(n)), make("time", {}, clock(at)));
    });
    const open = sets.slice(found.length).map(() => make("li", { class: "open" }, make("span", { class: "minis", role: "img", "aria-label": t("daily.open") }, ...Array.from({ length: 3 }, () => make("i", { class: "slot" })))));
    fill(byId("found", HTMLElement), ...rows, ...open);
    byId("hints", HTMLElement).textContent = this.search.hints && !this.search.done ? t("daily.hints", { n: this.search.hints }) : "";
    this.#tick();
  }

  /** @returns {import("../say.js").Saying} */
  #verdict() {
    const { best } = statistics(this.puzzle.level, this.now), { seconds, hints } = this.entry;
    const isBest = !hints && best !== null && Math.floor(seconds) <= Math.floor(best);
    const text = isBest ? t("daily.record") : best === null ? "" : t("daily.compare", { time: clock(best) });
    return { tone: "right", strong: t("daily.done", { n: this.search.sets.length, time: clock(seconds) }), text };
  }

  /** All are found: the result to share, and what to do next. @param {boolean} now just now, not in an earlier visit */
  #finish(now) {
    this.watch.hold("done", true);
    keep(this.puzzle.date, this.puzzle.level, this.entry);
    this.watch = new Stopwatch(this.entry.seconds);
    this.watch.hold("done", true);
    document.body.dataset.done = "";
    byId("pause", HTMLElement).hidden = true;
    byId("hint", HTMLElement).hidden = true;
    byId("share", HTMLElement).hidden = false;
    byId("text", HTMLElement).textContent = this.text;
    this.#offer(byId("other", HTMLAnchorElement));
    byId("send", HTMLElement).hidden = !("share" in navigator);
    byId("copy", HTMLElement).addEventListener("click", () => this.#copy());
    byId("send", HTMLElement).addEventListener("click", () => navigator.share({ text: this.text }).catch(() => {}));
    if (now) this.say.say(this.#verdict(), true);
    this.#tick();
    this.archive.draw();
  }

  /** What comes next: the other level if it is not solved, otherwise the day before. @param {HTMLAnchorElement} link */
  #offer(link) {
    const { date, level } = this.puzzle, other = level === "basic" ? "advanced" : "basic";
    const isOpen = !entryOf(date, other)?.done;
    link.href = isOpen ? pathTo(date, other) : pathTo(shifted(date, -1), level);
    link.textContent = t(isOpen ? `daily.next.${other}` : "daily.next.before");
  }

  get text() {
    return resultText(this.puzzle, this.entry, statistics(this.puzzle.level, this.now).row, this.now);
  }

  async #copy() {
    await copy(this.text);
    this.say.say({ tone: "", strong: t("room.invite.copied") });
  }
}

/** The heading, the switch of levels and the links of a puzzle. @param {Puzzle} puzzle @param {string} now */
function drawTitle(puzzle, now) {
  const day = capital(longDay(puzzle.date, now));
  byId("date", HTMLElement).textContent = day;
  document.title = `${day} · ${t(`daily.level.${puzzle.level}`)} · setlab`;
  document.body.dataset.level = puzzle.level;
  byId("what", HTMLElement).textContent = t(`daily.what.${puzzle.level}`, puzzle.fixed ? { property: t(`card.property.${puzzle.fixed}`) } : {});
  const worded = { classic: "", safe: "&palette=safe", words: "&words=true" }[worn("palette")] ?? "";
  byId("print", HTMLAnchorElement).href = `/api/print/puzzle.pdf?date=${puzzle.date}&level=${puzzle.level}&language=${language}${worded}`;
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  const { easier, harder, seconds, low, high, level } = puzzle.difficulty;
  style(byId("hard", HTMLElement), { "--v": (easier + 1 - harder) / 2 });
  byId("estimate", HTMLElement).textContent = t(`daily.estimate.${puzzle.level}`, { share: percent.format(easier) });
  byId("model", HTMLElement).textContent = t("daily.model", { time: clock(seconds), low: clock(low), high: clock(high), n: Math.round(10 * level) });
}

/** @param {string} date @param {Level} level */
function drawLevels(date, level) {
  for (const each of /** @type {const} */ (["basic", "advanced"])) {
    const link = byId(each, HTMLAnchorElement);
    link.href = pathTo(date, each);
    if (each === level) link.setAttribute("aria-current", "page");
  }
}

/** A room with this puzzle: for friends, or for a class. @param {Puzzle} puzzle @param {boolean} forClass */
async function openRoom(puzzle, forClass) {
  const trouble = byId("trouble", HTMLElement);
  trouble.textContent = "";
  try {
    const options = { puzzle: nameOf(puzzle.date, puzzle.level), ...(forClass ? { class: true } : {}) };
    const { room, seat } = await createRoom("find-all", options, lastName() || t("join.guest"));
    keepSeat(room, seat);
    location.assign(forClass ? `/${room}/projector` : `/${room}`);
  } catch (error) {
    trouble.textContent = error instanceof Refusal && error.code !== "offline" ? t("new.refused", { reason: error.message }) : t("gate.offline.heading");
  }
}

/** What to do where there is no puzzle: say why, and offer a way on. @param {unknown} error */
function drawTrouble(error) {
  const code = error instanceof Refusal ? error.code : "offline";
  const known = code === "not-yet" || code === "no-date" ? code : "offline";
  byId("date", HTMLElement).textContent = t(`daily.trouble.${known}`);
  document.body.dataset.lost = "";
  byId("desk", HTMLElement).hidden = true;
  byId("archive", HTMLElement).hidden = true;
  byId("lost", HTMLElement).hidden = false;
  byId("again", HTMLElement).hidden = known !== "offline";
  byId("again", HTMLElement).addEventListener("click", () => location.reload());
}

const asked = new URLSearchParams(location.search);
const level = asked.get("level") === "basic" ? "basic" : "advanced";
try {
  const date = asked.get("date");
  if (date !== null && !isDay(date)) throw new Refusal("", "no-date", 404);
  drawLevels(date ?? localDay(), level);
  /** @type {Archive} */
  const archive = await get("/api/puzzles");
  const now = today(archive), chosen = date ?? now;
  drawLevels(chosen, level);
  /** @type {Puzzle} */
  const puzzle = await get(`/api/puzzles/${chosen}/${level}`);
  drawTitle(puzzle, now);
  const places = { month: byId("month", HTMLElement), days: byId("days", HTMLElement), facts: byId("facts", HTMLElement) };
  const view = new ArchiveView(places, level, chosen, now, archive);
  const month = asked.get("month");
  await view.show(month && isDay(`${month}-01`) ? month : chosen.slice(0, 7));
  byId("room", HTMLElement).addEventListener("click", () => openRoom(puzzle, false));
  byId("class", HTMLElement).addEventListener("click", () => openRoom(puzzle, true));
  new Daily(puzzle, now, view);
} catch (error) {
  drawTrouble(error);
}
