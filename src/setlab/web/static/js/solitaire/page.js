// Solitaire: take all 27 SETs. The server knows the deck; the page keeps the seed and the moves.
import { post } from "../api.js";
import { broken, complaint, marks, valueWord } from "../cards.js";
import { byId, make } from "../dom.js";
import { forPage } from "../keyboard.js";
import { announce } from "../page.js";
import { SayLine } from "../say.js";
import { Table } from "../table.js";
import { t } from "../words.js";
import { Advisor } from "./advisor.js";
import { count, freshSeed, keep, keptGame, lastGame, named, newGame } from "./kept.js";
import { Past } from "./past.js";
import { drawEnding, drawProgress, drawStatistics, TURNS } from "./report.js";

/** @typedef {import("./types").Kept} Kept */
/** @typedef {import("./types").Seen} Seen */

const DIMENSION = 4, RIGHT = 700, WRONG = 2400; // milliseconds for which cards stay marked
const REVIEW = "#review";

class Solitaire {
  /** @type {Kept} */ #game = newGame("0");
  /** @type {Seen | null} */ #seen = null;
  /** @type {number[]} */ #chosen = [];
  /** How much was hinted about this table: the number of SETs, one card, the SET. */ #hinted = 0;
  #busy = false;
  #timer = 0;

  constructor() {
    this.table = new Table(byId("cards", HTMLElement), { keys: "letters", onPick: (card) => this.#pick(card) });
    this.say = new SayLine(byId("say", HTMLElement), () => this.#idle());
    this.advisor = new Advisor((cards) => this.#light(cards), () => this.#toggleAdvice());
    this.past = new Past();
    this.#listen();
  }

  #listen() {
    const wishes = {
      hint: () => this.#hint(), undo: () => this.#undo(), new: () => this.#deal(), another: () => this.#deal(), "past-new": () => this.#deal(),
      again: () => this.#again(), "past-again": () => this.#again(), link: () => this.#copy(),
      "look-back": () => this.#visit(REVIEW), "give-up": () => this.#giveUp(), "back-to-table": () => this.#visit(""),
    };
    byId("link", HTMLButtonElement).hidden = !navigator.clipboard; // the address is the link, too
    for (const [id, wish] of Object.entries(wishes)) byId(id, HTMLButtonElement).addEventListener("click", wish);
    document.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("popstate", () => this.follow());
  }

  /** Show what the address names: the game of a seed, or its review; without a seed the last game, or a new one. */
  async follow() {
    const wanted = named(new URLSearchParams(location.search));
    const { seed, game } = wanted ?? lastGame() ?? newGame(freshSeed());
    const here = this.#seen && seed === this.#game.seed && game === this.#game.game;
    if (!here) await this.#open(keptGame(seed, game) ?? newGame(seed, game));
    if (wanted === undefined) this.say.say({ tone: "wrong", strong: t("solitaire.bad-seed.heading"), text: t("solitaire.bad-seed.text") });
    await this.#showPart(location.hash === REVIEW && this.#game.counted !== null);
  }

  /** @param {Kept} game */
  async #open(game) {
    this.#game = game;
    this.#seen = null;
    this.advisor.open = false;
    this.advisor.forget();
    this.#address("replaceState", location.hash);
    await this.#go(game.moves, () => this.say.rest(), true);
  }

  /** Write the game into the address. @param {"pushState" | "replaceState"} how @param {string} hash */
  #address(how, hash) {
    const here = new URL(location.href);
    here.searchParams.set("seed", this.#game.seed);
    if (this.#game.game) here.searchParams.set("game", String(this.#game.game));
    else here.searchParams.delete("game");
    here.hash = hash;
    history[how](null, "", here);
  }

  /** Go to another part of the page, as by a link. @param {string} hash */
  #visit(hash) {
    this.#address("pushState", hash);
    this.#showPart(hash === REVIEW);
    if (hash !== REVIEW) byId(this.#seen?.over ? "look-back" : "give-up", HTMLElement).focus();
  }

  /** The table, or the review. @param {boolean} past */
  async #showPart(past) {
    byId("play", HTMLElement).hidden = past;
    byId("past", HTMLElement).hidden = true;
    byId("trouble", HTMLElement).hidden = true;
    if (!past) return;
    try {
      const { seed, game, moves } = this.#game;
      const review = await post("/api/solitaire/review", { seed, game, moves });
      byId("past", HTMLElement).hidden = false;
      this.past.show(review);
      this.#game.reviewed = true;
      keep(this.#game);
    } catch (error) {
      byId("play", HTMLElement).hidden = false;
      this.#trouble(error, () => this.#showPart(true));
    }
  }

  /**
   * Ask for the table after these moves; the game changes only when the server has answered.
   * @param {number[][]} moves
   * @param {(seen: Seen) => void} then
   * @param {boolean} [again] the game is only shown again
   */
  async #go(moves, then, again = false) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const seen = await post("/api/solitaire", { seed: this.#game.seed, game: this.#game.game, moves });
      this.#game.moves = moves;
      if (this.#game.reviewed && !again) this.#game.again = true; // the order of the deck is known
      this.#seen = seen;
      keep(this.#game);
      if (seen.over && !again) count(this.#game, seen.clear);
      this.#draw(seen, then);
    } catch (error) {
      this.#trouble(error, () => this.#go(moves, then, again));
    } finally {
      this.#busy = false;
    }
  }

  /** @param {unknown} error @param {() => void} retry */
  #trouble(error, retry) {
    const text = error instanceof Error ? error.message : String(error);
    this.#let();
    this.say.root.hidden = false;
    this.say.say({ tone: "wrong", strong: t("solitaire.trouble"), text, after: make("button", { class: "btn", onclick: retry }, t("solitaire.retry")) }, true);
  }

  /** @param {Seen} seen @param {(seen: Seen) => void} then */
  #draw(seen, then) {
    this.#let();
    this.#hinted = 0;
    then(seen);
    this.table.show(seen.slots, DIMENSION);
    document.body.dataset.moves = String(this.#game.moves.length);
    drawProgress(seen);
    drawEnding(this.#game, seen);
    drawStatistics(this.#game);
    this.say.root.hidden = seen.over;
    byId("hint", HTMLButtonElement).disabled = seen.over;
    byId("undo", HTMLButtonElement).disabled = !this.#game.moves.length;
    byId("give-up", HTMLButtonElement).hidden = seen.over || !this.#game.moves.length;
    if (this.#game.advised) this.advisor.ask(this.#game);
  }

  /** @param {number} card */
  #pick(card) {
    if (this.#busy || !this.#seen || this.#seen.over) return;
    this.table.release();
    this.#unmark();
    this.#chosen = this.#chosen.includes(card) ? this.#chosen.filter((other) => other !== card) : [...this.#chosen, card];
    this.table.press(this.#chosen);
    if (this.#chosen.length === 3) return this.#judge(this.#chosen);
    this.say.rest();
    announce(t("room.chosen", { n: this.#chosen.length, size: 3 }));
  }

  /** @param {number[]} cards */
  #judge(cards) {
    const fault = broken(cards, DIMENSION);
    this.#let();
    if (!fault) return this.#go([...this.#game.moves, cards.toSorted((a, b) => a - b)], (seen) => this.#took(cards, seen));
    this.table.mark(cards, "wrong", fault.values.map((value) => valueWord(fault.property, value)));
    this.say.say({ tone: "wrong", strong: t("solitaire.wrong"), text: complaint(fault), after: marks(cards, DIMENSION) });
    this.#timer = setTimeout(() => this.#unmark(), WRONG);
  }

  /** @param {number[]} cards @param {Seen} seen */
  #took(cards, seen) {
    this.table.mark(cards, "right", ["✓", "✓", "✓"]);
    this.table.hold(cards, seen.clear ? 0 : RIGHT);
    if (seen.over) return;
    const strong = t("solitaire.right.set"), text = seen.more ? t("solitaire.right.more", { n: seen.more }) : t("solitaire.right.left", { n: TURNS - seen.taken.length });
    this.say.say({ tone: "right", strong, text });
  }

  #undo() {
    if (!this.#game.moves.length || this.#busy) return;
    const last = this.#game.moves[this.#game.moves.length - 1];
    this.table.release();
    this.#game.undos += 1;
    this.#go(this.#game.moves.slice(0, -1), () => {
      this.say.say({ tone: "", strong: t("solitaire.undo.done") });
      setTimeout(() => this.#chosen.length || this.table.mark(last, "in"));
      this.#timer = setTimeout(() => this.#unmark(), WRONG);
    });
  }

  #deal() {
    this.#leave(newGame(freshSeed()));
  }

  /** The same deal from its beginning: it counts as known. */
  #again() {
    const { seed, game } = this.#game;
    this.#leave({ ...newGame(seed, game), again: true });
  }

  /** Begin another game; the way back leads to this one. @param {Kept} game */
  async #leave(game) {
    const same = game.seed === this.#game.seed && game.game === this.#game.game;
    await this.#showPart(false);
    this.#game = game;
    this.#address(same ? "replaceState" : "pushState", "");
    await this.#open(game);
    byId("cards", HTMLElement).querySelector("button")?.focus();
  }

  /** The game ends here, and counts as not cleared. */
  #giveUp() {
    count(this.#game, false);
    drawStatistics(this.#game);
    this.#visit(REVIEW);
  }

  /** First how many SETs there are, then one card of a SET, then the SET. */
  #hint() {
    const seen = this.#seen;
    if (!seen?.hint || this.#busy) return;
    this.table.release();
    this.#let();
    this.#hinted = Math.min(this.#hinted + 1, 3);
    if (this.#hinted > 1) this.table.mark(seen.hint.slice(0, this.#hinted === 2 ? 1 : 3), "hint");
    this.say.say({ tone: "", strong: t(`solitaire.hint.${["count", "card", "set"][this.#hinted - 1]}`, { n: seen.sets }), text: this.#hinted < 3 ? t("solitaire.hint.more") : "" });
  }

  #toggleAdvice() {
    this.advisor.open = !this.advisor.open;
    if (!this.advisor.open || !this.#seen) return;
    this.#game.advised = true;
    keep(this.#game);
    drawStatistics(this.#game);
    this.advisor.ask(this.#game, true);
  }

  async #copy() {
    const link = new URL(location.href), { seed, game } = this.#game;
    link.search = new URLSearchParams({ seed, ...(game ? { game: String(game) } : {}) }).toString();
    link.hash = "";
    await navigator.clipboard.writeText(link.href);
    const button = byId("link", HTMLButtonElement);
    button.textContent = t("solitaire.link.copied");
    announce(t("solitaire.link.copied"));
    setTimeout(() => { button.textContent = t("solitaire.link.button"); }, WRONG);
  }

  /** Light a SET on the table, or none. @param {number[] | null} cards */
  #light(cards) {
    if (!this.#seen) return;
    this.table.release();
    this.#unmark();
    if (cards) this.table.mark(cards, "hint");
  }

  /** Let go of the chosen cards and take marks away. */
  #let() {
    this.#chosen = [];
    this.table.press([]);
    this.#unmark();
  }

  #unmark() {
    clearTimeout(this.#timer);
    for (const state of /** @type {const} */ (["wrong", "hint", "in"])) this.table.unmark(state);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!forPage(event) || byId("play", HTMLElement).hidden) return;
    const wish = { Escape: () => this.#release(), Backspace: () => this.#undo(), "?": () => this.#toggleAdvice(), 1: () => this.#hint() }[event.key];
    if (!wish) return;
    event.preventDefault();
    wish();
  }

  /** Esc: no card is chosen, no mark is left, and cards that are held give way. */
  #release() {
    this.table.release();
    this.#let();
    this.say.rest();
  }

  /** @returns {import("../say.js").Saying} */
  #idle() {
    if (!this.#seen) return { tone: "" };
    const n = this.#chosen.length;
    return { tone: "", text: n ? t("room.chosen", { n, size: 3 }) : t("solitaire.idle") };
  }
}

await new Solitaire().follow();
