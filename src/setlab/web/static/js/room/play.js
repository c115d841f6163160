// In the room: the page draws the state that the server sends and speaks about what happened. It decides nothing.
import { get } from "../shared/api.js";
import { Aside } from "./aside.js";
import { Board } from "./board.js";
import { byId, fill, style } from "../shared/dom.js";
import { Feed, Refused } from "./feed.js";
import { Hand } from "./hand.js";
import { idleSaying } from "./idle.js";
import { Lobby } from "./lobby.js";
import { Log } from "./log.js";
import { announce } from "../shared/page.js";
import { PlayerList } from "./players.js";
import { lanesOf } from "./race.js";
import { Result, heading } from "./result.js";
import { third } from "../shared/cards.js";
import { SayLine, sound } from "../shared/say.js";
import { keepForRound, keepName } from "../shared/seats.js";
import { isOwn, refillSentence, sentence } from "./speech.js";
import { keepsFinds } from "../shared/wants.js";
import { clock, hasText, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").You} You */
/** @typedef {import("../shared/types").Happening} Happening */
/** @typedef {import("../shared/types").RoomEvent} RoomEvent */
/** @typedef {import("../shared/say.js").Saying} Saying */

const RECENT = 4; // seconds for which a find stays beside the name
const TICK = 200; // milliseconds between two looks at the clock

export class Play {
  /** @type {State | null} */ #state = null;
  /** @type {You} */ #you = { seat: null, host: false };
  /** @type {import("./players.js").Recent[]} */ #recent = [];
  /** @type {number[] | null} */ #claiming = null;
  /** @type {number[]} Cards that were touched while a claim was on its way. */ #touched = [];
  #connected = false;
  #troubled = false;
  #callSeconds = 1;
  #over = false;
  /** The panel had the focus when the round began: the cards get it when they lie there. */ #began = false;

  /**
   * @param {string} room
   * @param {import("../shared/types").Seat | null} seat null to watch
   * @param {import("./boxes.js").Boxes} boxes
   * @param {(why: import("./gate.js").Ending) => void} ended
   * @param {() => void} [waiting] the host has not let the reader in yet
   */
  constructor(room, seat, boxes, ended, waiting) {
    this.room = room;
    this.seat = seat;
    this.ended = ended;
    const panel = byId("panel", HTMLElement);
    const ask = (/** @type {string} */ type, /** @type {object} */ fields = {}) => this.#ask(type, fields);
    this.board = new Board((card) => this.#pick(card));
    this.say = new SayLine(byId("say", HTMLElement), () => this.#idle());
    this.hand = new Hand({ call: () => ask("call"), none: () => ask("more"), release: () => this.#release() });
    this.players = new PlayerList(byId("players-title", HTMLElement), byId("players", HTMLElement));
    this.log = new Log(byId("log-title", HTMLElement), byId("log", HTMLElement));
    this.lobby = new Lobby(panel, {
      start: () => ask("start"),
      team: (team) => ask("team", { team }),
      handicap: (seat, fields) => ask("handicap", { seat, ...fields }),
    });
    this.result = new Result(panel, () => ask("next"));
    /** @type {import("./record").RoundRecord | null} */
    this.record = null;
    if (keepsFinds()) import(`./record.js`).then(({ RoundRecord }) => (this.record = new RoundRecord()));
    this.aside = new Aside(byId("aside", HTMLElement), (card) => this.#nameCard(card));
    this.board.table.onTurn = (slot) => {
      if (this.#you.seat !== null) ask("turn", { slot });
    };
    byId("take", HTMLButtonElement).addEventListener("click", () => this.#claim(this.board.chosen));
    this.boxes = boxes;
    boxes.serve({ leave: () => this.#leave(), ask, now: () => this.feed.now() });
    this.feed = new Feed(room, seat?.token ?? null, {
      welcome: (state, you, again) => this.#welcome(state, you, again),
      event: (happening) => this.#happen(happening),
      lost: (seconds) => this.#lost(seconds),
      trouble: (trouble) => this.#trouble(trouble),
      ended: (why) => this.#end(why),
      waiting,
    });
    setInterval(() => this.#tick(), TICK);
  }

  /** @param {State} state @param {You} you @param {boolean} again */
  #welcome(state, you, again) {
    const back = again && !this.#connected;
    this.#connected = true;
    this.#claiming = null;
    this.#you = you;
    this.record?.welcome(state);
    if (this.seat && you.seat === null && !you.host) return this.#end(you.removed ? "kicked" : "lost");
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
    const { events } = await get(`/api/rooms/${this.room}/events?since=0`, this.seat?.token).catch(() => ({
      events: [],
    }));
    for (const happening of events) this.log.note(happening);
    if (this.#state) this.log.draw(this.#state);
  }

  /** Handle an event. Missed events carry no state, except the last one. @param {Happening} happening */
  #happen(happening) {
    const { event } = happening;
    const state = happening.state ?? this.#state;
    this.log.note(happening);
    this.record?.note(happening, this.#state, this.#you.seat);
    if (event.event === "leave" && event.seat === this.#you.seat)
      return this.#end(event.by === "host" ? "kicked" : "left");
    if (!state) return;
    if (happening.state) {
      this.#mark(event, state);
      this.#show(state);
    }
    this.#speak(event, state);
  }

  /** @param {RoomEvent} event @param {State} state */
  #speak(event, state) {
    const saying = sentence(event, state, this.#you.seat);
    if (event.event === "start") this.say.rest();
    else if (event.event === "over") this.#sayOver(state);
    else if (saying && state.phase === "waiting") announce(`${saying.strong ?? ""} ${saying.text ?? ""}`.trim());
    else if (saying) this.say.say(saying, event.event === "call");
    announce(refillSentence(event, state));
    if (event.event === "reject" && isOwn(state, event, this.#you.seat) && this.#wait(state) > 0)
      announce(t("refused.wait", { n: Math.ceil(this.#wait(state)) }));
  }

  /** @param {State} state */
  #sayOver(state) {
    announce(heading(state, this.#you));
    sound("call");
  }

  /** Seconds for which the reader cannot claim. @param {State} state */
  #wait(state) {
    const me = state.players.find(({ seat }) => seat === this.#you.seat);
    return me && state.phase === "playing" ? me.until - this.feed.now() : 0;
  }

  /**
   * Mark the cards and the names of an event for a moment.
   * @param {RoomEvent} event
   * @param {State} state
   */
  #mark(event, state) {
    const now = this.feed.now(),
      me = this.#you.seat;
    if (event.event === "call") {
      this.#recent.push({ seat: event.seat, state: "called", until: event.until });
      this.#callSeconds = Math.max(1, event.until - now);
    } else if (event.event === "claim" || event.event === "expire" || event.event === "reject") {
      this.#recent = this.#recent.filter((each) => each.state !== "called");
    }
    if (event.event === "claim") {
      this.#recent = [{ seat: event.seat, state: "right", until: now + RECENT }];
      this.board.markRight(event, state, me);
    }
    if (event.event === "reject" && event.cards && this.#isSeen(event, state))
      this.board.markWrong(event.cards, state.dimension, event.until - now);
  }

  /**
   * Mark a wrong claim at its author: a player, a team, or all teams if they point together.
   * @param {Extract<RoomEvent, { event: "reject" }>} event
   * @param {State} state
   */
  #isSeen(event, state) {
    return isOwn(state, event, this.#you.seat) || (event.team !== 0 && state.options.rule !== "own");
  }

  /** Draw the whole state. @param {State} state */
  #show(state) {
    const panel = byId("panel", HTMLElement),
      active = document.activeElement,
      focused = panel.contains(active);
    const leaves = focused || (state.phase === "over" && Boolean(active?.closest("#tables, #hand")));
    if (this.#state?.phase !== "playing" && state.phase === "playing") this.#began = focused;
    if (state.options.class && this.seat && !this.seat.host && state.phase !== this.#state?.phase)
      keepForRound(this.room, this.seat, state.phase !== "over");
    this.#state = state;
    this.#recent = this.#recent.filter(({ until }) => until > this.feed.now());
    document.body.dataset.phase = state.phase;
    document.body.dataset.game = state.game;
    document.body.dataset.seq = String(state.seq);
    document.body.classList.toggle("watching", this.#you.seat === null);
    this.board.draw(state, this.#you.seat);
    document.body.classList.toggle("racing", state.own_tables && this.#you.seat === null);
    this.aside.draw(state, this.#you.seat);
    fill(byId("race", HTMLElement), ...(state.own_tables && this.#you.seat === null ? lanesOf(state) : []));
    this.#lock();
    this.hand.draw(state, this.#connected);
    this.#drawTake(state);
    this.log.draw(state);
    this.boxes.draw(state, this.#you);
    this.#drawDeck(state);
    if (state.phase === "waiting") this.lobby.draw(state, this.#you);
    if (state.phase === "over") this.result.draw(state, this.#you);
    this.say.refresh();
    this.#tick();
    if (this.#began && state.slots.length) {
      this.#began = false;
      this.board.table.focus();
    } else if (leaves && state.phase !== "playing" && !panel.contains(document.activeElement)) panel.focus();
  }

  /** How many cards are in the deck; where all SETs are searched, how many were found. @param {State} state */
  #drawDeck(state) {
    const deck = byId("deck", HTMLElement),
      finding = state.sets !== null;
    deck.hidden = state.phase === "waiting";
    deck.classList.toggle("finding", finding);
    deck.querySelector("b")?.replaceChildren(finding ? `${state.found.length}/${state.sets}` : String(state.undealt));
    deck.querySelector("span")?.replaceChildren(t(finding ? "room.progress" : "room.deck"));
  }

  #lock() {
    const called = this.#state?.called;
    this.board.lock(!this.#connected || this.#troubled || Boolean(called && called.seat !== this.#you.seat));
  }

  /** @param {number} card */
  #pick(card) {
    const state = this.#state;
    if (!state || state.phase !== "playing") return;
    if (this.#claiming) return this.#touch(card, this.#claiming);
    if (this.#you.seat === null) return this.say.say({ tone: "", text: t("room.watching") });
    if (state.teams.length) return this.#ask("point", { card });
    if (state.game === "memory") return undefined;
    if (state.options.call && !state.called) return this.say.say({ tone: "", strong: t("room.call-first") });
    this.board.toggle(card, state.chain ?? []);
    this.say.rest();
    const { chosen } = this.board;
    announce(t("room.chosen", { n: chosen.length, size: state.claim_size }));
    this.#drawTake(state);
    if (chosen.length === state.claim_sizes.at(-1)) this.#claim(chosen);
  }

  /** The button that claims the chosen cards, where a claim may have more or less. @param {State} state */
  #drawTake({ claim_sizes: sizes, phase }) {
    const take = byId("take", HTMLButtonElement),
      n = this.board.chosen.length;
    take.hidden = sizes.length < 2 || phase !== "playing";
    take.disabled = !sizes.includes(n);
    take.textContent = t("games.take", { n });
  }

  /**
   * Name the card that was laid aside; with two cards chosen, claim the SET with it.
   * @param {number | null} card null to claim the SET with the two chosen cards
   */
  #nameCard(card) {
    const state = this.#state;
    if (!state || this.#you.seat === null) return;
    if (card !== null) this.#ask("name", { card });
    else {
      const [a, b] = this.board.chosen;
      this.#claim([a, b, third(a, b, state.dimension)]);
    }
  }

  /** @param {number[]} cards */
  async #claim(cards) {
    this.#claiming = cards;
    this.#touched = [];
    const right = await this.#ask("claim", { cards });
    this.#claiming = null;
    this.board.clear();
    if (this.#state) this.#drawTake(this.#state);
    this.say.refresh();
    for (const card of right ? this.#touched : []) if (this.board.has(card)) this.#pick(card);
  }

  /**
   * A card that is touched before the answer belongs to the next claim; the last card touched twice is a slip.
   * @param {number} card
   * @param {number[]} claimed
   */
  #touch(card, claimed) {
    if (card !== claimed.at(-1) || this.#touched.length) this.#touched.push(card);
  }

  #release() {
    this.board.clear();
    if (this.#state) this.#drawTake(this.#state);
    this.say.rest();
  }

  /**
   * Send a wish; a refusal is said in the reader's words. True if it was accepted.
   * @param {string} type
   * @param {object} [fields]
   */
  async #ask(type, fields = {}) {
    try {
      await this.feed.send(type, fields);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refused(error);
      return false;
    }
  }

  /** @param {Refused} refused */
  #refused({ code, detail, message }) {
    if (code === "not-a-set") return; // the event says it, to everybody
    if (code === "there-is-a-set" && detail.until) return;
    const seconds = Math.ceil(Number(detail.until ?? 0) - this.feed.now());
    const key = code === "already" && this.#state?.game === "find-all" ? "refused.found" : `refused.${code}`;
    this.say.say({ tone: "wrong", strong: hasText(key) ? t(key, { n: Math.max(seconds, 1) }) : message });
  }

  /** Everything that runs with the clock: the deadline, the meter of a call, the seconds that somebody waits. */
  #tick() {
    const state = this.#state;
    if (!state) return;
    const now = this.feed.now(),
      time = byId("time", HTMLElement);
    const left =
      state.phase === "paused"
        ? state.left
        : state.deadline !== null && state.phase === "playing"
          ? state.deadline - now
          : null;
    time.hidden = left === null;
    if (left !== null) time.querySelector("b")?.replaceChildren(clock(Math.ceil(left)));
    if (state.called) this.say.measure((state.called.until - now) / this.#callSeconds);
    this.#drawPenalty(state);
    this.players.draw(state, this.#you.seat, this.#recent, now);
  }

  /** How long the reader must still wait after a wrong claim. @param {State} state */
  #drawPenalty(state) {
    const meter = byId("penalty", HTMLElement),
      wait = this.#wait(state),
      waited = !meter.hidden;
    meter.hidden = wait <= 0;
    if (wait > 0) style(meter, { "--v": Math.min(1, wait / Number(state.options.penalty)).toFixed(3) });
    if (wait > 0 || waited) this.say.refresh();
  }

  /** @returns {Saying} */
  #idle() {
    if (!this.#connected) return { tone: "wrong", strong: t("room.lost.heading"), text: t("room.lost.again") };
    if (this.#troubled) return { tone: "wrong", strong: t("room.trouble.heading"), text: t("room.trouble.text") };
    return this.#state
      ? idleSaying(this.#state, this.#you, this.board.chosen.length, this.#wait(this.#state))
      : { tone: "" };
  }

  /** @param {number} seconds until the next attempt */
  #lost(seconds) {
    this.#connected = false;
    this.#lock();
    if (!this.#state) return;
    this.hand.draw(this.#state, false);
    const text = this.#you.seat === null ? t("room.lost.again") : t("room.lost.kept", { n: Math.ceil(seconds) });
    this.say.say({ tone: "wrong", strong: t("room.lost.heading"), text }, true);
  }

  /** @param {boolean} trouble */
  #trouble(trouble) {
    this.#troubled = trouble;
    this.#lock();
    this.say.say(trouble ? this.#idle() : { tone: "", strong: t("room.trouble.fine") }, trouble);
  }

  /** @param {import("./gate.js").Ending} why */
  #end(why) {
    if (this.#over) return;
    this.#over = true;
    this.feed.close();
    this.#state = null;
    this.ended(why);
  }

  async #leave() {
    const forget = this.boxes.forgets;
    if (forget) keepName("");
    if (this.#you.seat !== null) await this.feed.send("leave", { forget }).catch(() => {});
    this.#end("left");
  }
}
