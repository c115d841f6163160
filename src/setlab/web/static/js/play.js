// In the room: the page draws the state that the server sends and speaks about what happened. It decides nothing.
import { get } from "./api.js";
import { broken, valueWord } from "./cards.js";
import { Boxes } from "./boxes.js";
import { byId } from "./dom.js";
import { Feed, Refused } from "./feed.js";
import { forPage } from "./keyboard.js";
import { Lobby } from "./lobby.js";
import { Log } from "./log.js";
import { announce } from "./page.js";
import { PlayerList } from "./players.js";
import { Result, heading } from "./result.js";
import { SayLine } from "./say.js";
import { dropSeat } from "./seats.js";
import { idleSaying } from "./idle.js";
import { nameIn, sentence, teamIn } from "./speech.js";
import { Table } from "./table.js";
import { clock, known, t } from "./words.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").You} You */
/** @typedef {import("./types").Happening} Happening */
/** @typedef {import("./types").RoomEvent} RoomEvent */

const MARKED = 1200, WRONG = 2400, RECENT = 4, TICK = 200;

export class Play {
  /** @type {State | null} */ #state = null;
  /** @type {You} */ #you = { seat: null, host: false };
  /** @type {number[]} */ #chosen = [];
  /** @type {import("./players.js").Recent[]} */ #recent = [];
  #claiming = false;
  #connected = false;
  #removed = false;
  #troubled = false;
  #callSeconds = 5;
  #wrongTimer = 0;

  /**
   * @param {string} room
   * @param {import("./types").Seat | null} seat null to watch
   * @param {(why: import("./gate.js").Ending) => void} ended
   */
  constructor(room, seat, ended) {
    this.room = room;
    this.ended = ended;
    const panel = byId("panel", HTMLElement);
    this.table = new Table(byId("cards", HTMLElement), { keys: "letters", onPick: (card) => this.#pick(card) });
    this.chain = new Table(byId("chain-cards", HTMLElement), { keys: "digits", onPick: (card) => this.#pick(card) });
    this.say = new SayLine(byId("say", HTMLElement), () => this.#idle());
    this.players = new PlayerList(byId("players", HTMLElement));
    this.log = new Log(byId("log-title", HTMLElement), byId("log", HTMLElement));
    this.lobby = new Lobby(panel, { start: () => this.#ask("start"), team: (team) => this.#ask("team", { team }) });
    this.result = new Result(panel, () => this.#ask("next"));
    this.boxes = new Boxes(room, { leave: () => this.#leave(), ask: (type, fields) => this.#ask(type, fields) });
    this.feed = new Feed(room, seat?.token ?? null, {
      welcome: (state, you, again) => this.#welcome(state, you, again),
      event: (happening) => this.#happen(happening),
      lost: (seconds) => this.#lost(seconds),
      trouble: (trouble) => this.#trouble(trouble),
      ended: (why) => this.#end(why),
    });
    this.#listen();
    setInterval(() => this.#tick(), TICK);
  }

  #listen() {
    byId("call", HTMLElement).addEventListener("click", () => this.#call());
    byId("none", HTMLElement).addEventListener("click", () => this.#ask("more"));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keyup", (event) => {
      if (event.code === "Space" && this.#state?.options.call && isCard(event.target)) event.preventDefault();
    });
  }

  /** @param {State} state @param {You} you @param {boolean} again */
  #welcome(state, you, again) {
    const back = !this.#connected && again;
    this.#connected = true;
    this.#you = you;
    this.#claiming = false;
    this.#show(state);
    if (back) this.say.say({ tone: "", strong: t("room.back") });
    if (!again && state.round) this.#readLog();
    if (location.hash === "#start" && you.host && state.phase === "waiting") {
      history.replaceState(null, "", location.pathname);
      this.#ask("start");
    }
  }

  /** The claims of this round so far, for somebody who comes later. */
  async #readLog() {
    const { events } = await get(`/api/rooms/${this.room}/events?since=0`).catch(() => ({ events: [] }));
    for (const happening of events) this.log.note(happening);
    if (this.#state) this.log.draw(this.#state);
  }

  /** @param {Happening} happening */
  #happen(happening) {
    const { event } = happening;
    const state = happening.state ?? this.#state;
    this.log.note(happening);
    if (event.event === "leave" && event.seat === this.#you.seat && event.by === "host") this.#removed = true;
    if (!state) return;
    if (happening.state) this.#mark(event, state);
    if (happening.state) this.#show(happening.state);
    const saying = sentence(event, state, this.#you.seat);
    if (saying && state.phase !== "waiting") this.say.say(saying, event.event === "call");
    else if (saying?.text) announce(saying.text);
    if (event.event === "over") announce(heading(state, this.#you));
    if (event.event === "start") this.say.rest();
  }

  /** What an event leaves on the cards and beside the names for a moment. @param {RoomEvent} event @param {State} state */
  #mark(event, state) {
    const now = this.feed.now();
    if (event.event === "claim") this.#recent.push({ seat: event.seat, state: "right", until: now + RECENT });
    if (event.event === "call") {
      this.#recent.push({ seat: event.seat, state: "called", until: event.until });
      this.#callSeconds = Math.max(1, event.until - now);
    }
    if (event.event === "claim" || event.event === "expire") this.#recent = this.#recent.filter((each) => each.state !== "called");
    if (event.event === "claim" && event.cards) this.#markClaim(event, state);
    if (event.event === "reject" && event.cards && event.seat === this.#you.seat) this.#markWrong(event, state);
  }

  /** @param {Extract<RoomEvent, { event: "claim" }>} event @param {State} state */
  #markClaim({ seat, team, cards }, state) {
    if (!cards) return;
    const name = team ? teamIn(state, team) : seat === this.#you.seat ? t("room.you") : nameIn(state, seat);
    const flags = cards.map(() => `✓ ${name}`);
    this.#forget(cards);
    for (const table of [this.table, this.chain]) {
      table.hold(cards, MARKED);
      table.mark(cards, "right", flags);
    }
  }

  /** @param {Extract<RoomEvent, { event: "reject" }>} event @param {State} state */
  #markWrong({ cards }, state) {
    if (!cards) return;
    const fault = cards.length === 3 ? broken(cards, state.dimension) : undefined;
    const flags = fault?.values.map((value) => valueWord(fault.property, value)) ?? [];
    this.#let();
    for (const table of [this.table, this.chain]) table.mark(cards, "wrong", flags);
    clearTimeout(this.#wrongTimer);
    this.#wrongTimer = setTimeout(() => [this.table, this.chain].forEach((table) => table.unmark("wrong")), WRONG);
  }

  /** Draw the whole state. @param {State} state */
  #show(state) {
    this.#state = state;
    this.#recent = this.#recent.filter(({ until }) => until > this.feed.now());
    document.body.dataset.phase = state.phase;
    document.body.dataset.game = state.game;
    document.body.classList.toggle("watching", this.#you.seat === null);
    this.#showCards(state);
    this.#showHand(state);
    this.log.draw(state);
    this.boxes.draw(state, this.#you);
    if (state.phase === "waiting") this.lobby.draw(state, this.#you);
    if (state.phase === "over") this.result.draw(state, this.#you);
    this.say.refresh();
    this.#tick();
  }

  /** @param {State} state */
  #showCards(state) {
    this.table.show(state.slots, state.dimension);
    byId("chain", HTMLElement).hidden = !state.chain;
    this.chain.show(state.chain ?? [], state.dimension);
    const there = [...state.slots, ...(state.chain ?? [])];
    this.#chosen = this.#chosen.filter((card) => there.includes(card));
    this.#press();
    this.#lock();
    this.#showPoints(state);
    const deck = byId("deck", HTMLElement);
    deck.hidden = state.phase === "waiting" || state.game === "find-all";
    deck.querySelector("b")?.replaceChildren(String(state.undealt));
  }

  /** The cards at which teams point; those of the reader's own team last, so that they are seen. @param {State} state */
  #showPoints(state) {
    const mine = state.players.find(({ seat }) => seat === this.#you.seat)?.team;
    this.table.unmark("point");
    for (const { points } of state.pointing.toSorted((a, b) => Number(a.team === mine) - Number(b.team === mine))) {
      this.table.mark(points.map(({ card }) => card), "point", points.map(({ seat }) => nameIn(state, seat)));
    }
  }

  /** @param {State} state */
  #showHand(state) {
    const playing = state.phase === "playing" && this.#connected;
    const call = byId("call", HTMLButtonElement), none = byId("none", HTMLButtonElement);
    const taken = state.called !== null;
    call.hidden = !state.options.call;
    none.hidden = state.options.more === "auto" || state.game === "find-all";
    call.disabled = !playing || taken;
    none.disabled = !playing || taken || state.undealt === 0;
    const people = state.players.filter(({ kind, present }) => kind === "player" && present).length;
    const voting = people > 1 || state.options.more === "vote";
    byId("votes", HTMLElement).textContent = voting && state.votes.length ? t("room.votes-short", { n: state.votes.length, needed: state.needed }) : "";
  }

  /** A table that is somebody else's, or that cannot be reached, is pale. */
  #lock() {
    const { called, phase } = this.#state ?? { called: null, phase: "waiting" };
    const theirs = called !== null && called.seat !== this.#you.seat;
    this.table.locked = this.chain.locked = theirs || !this.#connected || phase === "over";
  }

  /** @param {number} card */
  #pick(card) {
    const state = this.#state;
    if (!state || state.phase !== "playing" || this.#claiming) return;
    if (this.#you.seat === null) return this.say.say({ tone: "", text: t("room.watching") });
    if (state.teams.length) return this.#ask("point", { card });
    if (state.options.call && !state.called) return this.say.say({ tone: "", strong: t("room.call-first") });
    this.table.unmark("wrong");
    this.chain.unmark("wrong");
    const swapped = state.chain?.includes(card) ? this.#chosen.filter((other) => other === card || !state.chain?.includes(other)) : this.#chosen;
    this.#chosen = swapped.includes(card) ? swapped.filter((other) => other !== card) : [...swapped, card];
    this.#press();
    this.say.rest();
    if (this.#chosen.length) announce(t("room.chosen", { n: this.#chosen.length, size: state.claim_size }));
    if (this.#chosen.length === state.claim_size) this.#claim(this.#chosen);
  }

  /** @param {number[]} cards */
  async #claim(cards) {
    this.#claiming = true;
    try {
      await this.feed.send("claim", { cards });
    } catch (error) {
      this.#refused(error);
    } finally {
      this.#claiming = false;
      this.#let();
    }
  }

  /** Send a wish; a refusal is said in the reader's words. @param {string} type @param {object} [fields] */
  async #ask(type, fields = {}) {
    try {
      await this.feed.send(type, fields);
    } catch (error) {
      this.#refused(error);
    }
  }

  #call() {
    if (this.#state?.options.call) this.#ask("call");
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "not-a-set" || error.code === "there-is-a-set") return; // the event says it, to everybody
    const seconds = Math.ceil(Number(error.detail.until ?? 0) - this.feed.now());
    const text = known(`refused.${error.code}`) ? t(`refused.${error.code}`, { n: Math.max(seconds, 1) }) : error.message;
    this.say.say({ tone: "wrong", strong: text });
  }

  #let() {
    this.#chosen = [];
    this.#press();
  }

  /** @param {number[]} cards */
  #forget(cards) {
    this.#chosen = this.#chosen.filter((card) => !cards.includes(card));
    this.#press();
  }

  #press() {
    this.table.press(this.#chosen);
    this.chain.press(this.#chosen);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!forPage(event) || this.#state?.phase !== "playing") return;
    if (event.key === "Escape") {
      this.#let();
      this.say.rest();
    } else if ((event.code === "Digit0" || event.code === "Numpad0") && !byId("none", HTMLButtonElement).hidden) this.#ask("more");
    else if (event.code === "Space" && this.#state.options.call && (isCard(event.target) || !(event.target instanceof Element && event.target.closest("button, a")))) {
      event.preventDefault();
      this.#call();
    }
  }

  /** Everything that runs with the clock: the deadline, the meter of a call, the seconds that somebody waits. */
  #tick() {
    const state = this.#state;
    if (!state) return;
    const now = this.feed.now();
    const left = state.phase === "paused" ? state.left : state.deadline && state.phase === "playing" ? state.deadline - now : null;
    const time = byId("time", HTMLElement);
    time.hidden = left === null;
    if (left !== null) time.querySelector("b")?.replaceChildren(clock(Math.ceil(left)));
    if (state.called) this.say.measure((state.called.until - now) / this.#callSeconds);
    this.players.draw(state, this.#you.seat, this.#recent, now);
  }

  #idle() {
    if (!this.#connected) return { tone: /** @type {const} */ ("wrong"), strong: t("room.lost.heading"), text: t("room.lost.again") };
    if (this.#troubled) return { tone: /** @type {const} */ ("wrong"), strong: t("room.trouble.heading"), text: t("room.trouble.text") };
    return this.#state ? idleSaying(this.#state, this.#you, this.#chosen.length) : { tone: /** @type {const} */ ("") };
  }

  /** @param {number} seconds */
  #lost(seconds) {
    this.#connected = false;
    this.#lock();
    if (!this.#state) return;
    this.#showHand(this.#state);
    const text = this.#you.seat === null ? t("room.lost.again") : t("room.lost.kept", { n: Math.ceil(seconds) });
    this.say.say({ tone: "wrong", strong: t("room.lost.heading"), text }, true);
  }

  /** @param {boolean} trouble */
  #trouble(trouble) {
    this.#troubled = trouble;
    if (trouble) this.say.say(this.#idle(), true);
    else this.say.say({ tone: "", strong: t("room.trouble.fine") });
  }

  /** @param {"replaced" | "unknown" | "refused"} why */
  #end(why) {
    this.#connected = false;
    this.#state = null;
    this.ended(this.#removed ? "kicked" : why);
  }

  async #leave() {
    if (this.#you.seat !== null) await this.feed.send("leave").catch(() => {});
    this.feed.close();
    dropSeat(this.room);
    this.#state = null;
    this.ended("left");
  }
}

/** @param {EventTarget | null} target */
function isCard(target) {
  return target instanceof Element && target.closest(".card") !== null;
}
