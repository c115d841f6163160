// The projector: large numbered cards, the code, the players. The teacher controls it from a slim bar.
import { announcement, flagsOf, previewSentence } from "./callout.js";
import { cardButton } from "../shared/cards.js";
import { Crowd } from "./crowd.js";
import { byId, fill, make } from "../shared/dom.js";
import { Feed, Refused } from "../room/feed.js";
import { alone, origin } from "../shared/invite.js";
import { ready } from "../shared/page.js";
import { Panel } from "./panel.js";
import { reasonOf } from "../shared/reasons.js";
import { drawRules, rulesBox } from "../room/rules.js";
import { asideOf } from "../room/aside.js";
import { lanesOf } from "../room/race.js";
import { SayLine } from "../shared/say.js";
import { adoptToken, tokenIn } from "../shared/seats.js";
import { claimantOf, nameIn, teamIn } from "../room/speech.js";
import { Steer } from "./steer.js";
import { Table } from "../shared/table.js";
import { clock, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Happening} Happening */
/** @typedef {import("../shared/types").RoomEvent} RoomEvent */

const MARKED = 2000,
  PREVIEW = 4000,
  RECENT = 4,
  TICK = 200;
const LINKS = "ABC";

class Projector {
  /** @type {State | null} */ #state = null;
  /** @type {number[]} */ #chosen = [];
  /** @type {Steer | null} */ #steer = null;
  #connected = false;
  #callSeconds = 5;
  #timer = 0;
  #pointed = "";

  /** @param {string} room @param {string | null} token */
  constructor(room, token) {
    this.room = room;
    this.table = new Table(byId("cards", HTMLElement), { keys: "numbers", onPick: (card) => this.#pick(card) });
    this.say = new SayLine(byId("say", HTMLElement), () => this.#idle());
    this.crowd = new Crowd(byId("crowd", HTMLElement));
    this.panel = new Panel(byId("panel", HTMLElement), room);
    this.feed = new Feed(room, token, {
      welcome: (state, you, again) => this.#welcome(state, you.host, again),
      event: (happening) => this.#happen(happening),
      lost: () => this.#lost(),
      trouble: (trouble) => this.#trouble(trouble),
      ended: (why) => this.#end(why),
    });
    document.body.append(rulesBox());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#let());
    setInterval(() => this.#tick(), TICK);
    byId("address", HTMLElement).textContent = new URL(origin).host;
    if (alone) byId("qr", HTMLElement).hidden = true;
  }

  /** @param {State} state @param {boolean} host @param {boolean} again */
  #welcome(state, host, again) {
    if (host && !this.#steer)
      this.#steer = new Steer(
        this.room,
        (type, fields) => this.#ask(type, fields),
        () => this.feed.now(),
      );
    document.body.classList.toggle("teacher", host);
    const back = !this.#connected && again;
    this.#connected = true;
    this.#show(state);
    if (back) this.say.say({ tone: "", strong: t("room.back") });
  }

  /** @param {Happening} happening */
  #happen({ event, state: after }) {
    const state = after ?? this.#state;
    if (!state) return;
    const saying = announcement(event, state, (card) => this.#label(card));
    if (after) this.#mark(event, after);
    if (after) this.#show(after);
    if (event.event === "start" || event.event === "over") this.say.rest();
    else if (saying) this.say.say(saying, event.event === "call");
  }

  /**
   * Mark the cards and the names of an event for a moment.
   * @param {RoomEvent} event
   * @param {State} state
   */
  #mark(event, state) {
    const now = this.feed.now();
    if (event.event === "call") this.#callSeconds = Math.max(1, event.until - now);
    if (event.event === "claim") {
      this.crowd.found(event.seat, event.team, now + RECENT);
      if (event.cards)
        this.#hold(
          event.cards,
          "right",
          event.cards.map(() => `✓ ${claimantOf(state, event)}`),
        );
    }
    if (event.event === "reject" && event.cards?.length) this.#hold(event.cards, "wrong", flagsOf(event.cards, state));
  }

  /** @param {number[]} cards @param {"right" | "wrong"} mark @param {string[]} flags */
  #hold(cards, mark, flags) {
    this.#let();
    this.table.hold(cards, MARKED);
    this.table.mark(cards, mark, flags);
  }

  /** Draw the whole state. @param {State} state */
  #show(state) {
    this.#state = state;
    document.body.dataset.phase = state.phase;
    this.table.show(state.slots, state.dimension, state.face_down);
    fill(byId("aside", HTMLElement), asideOf(state));
    document.body.classList.toggle("racing", state.own_tables);
    fill(byId("race", HTMLElement), ...(state.own_tables ? lanesOf(state) : []));
    this.#showChain(state);
    byId("here", HTMLElement).textContent = t("class.here", {
      n: state.players.filter(({ present, kind }) => present && kind === "player").length,
    });
    byId("enter", HTMLElement).classList.toggle("locked", state.locked);
    this.#showCounts(state);
    drawRules(state);
    this.panel.draw(state);
    this.#steer?.draw(state);
    this.say.refresh();
    this.#tick();
  }

  /** @param {State} state */
  #showChain({ chain, dimension }) {
    byId("chain", HTMLElement).hidden = !chain;
    fill(
      byId("links", HTMLElement),
      ...(chain ?? []).map((card, i) => {
        const button = cardButton(card, dimension, { key: LINKS[i], label: t("class.link", { letter: LINKS[i] }) });
        button.addEventListener("click", () => this.#pick(card));
        return button;
      }),
    );
  }

  /** @param {State} state */
  #showCounts(state) {
    const running = state.phase === "playing" || state.phase === "paused",
      all = state.game === "find-all";
    byId("deck", HTMLElement).hidden = !running || all || state.own_tables;
    byId("undealt", HTMLElement).textContent = String(state.undealt);
    byId("progress", HTMLElement).hidden = !running || !all;
    byId("progress", HTMLElement).textContent =
      state.options.together === false
        ? t("class.toFind", { n: state.sets ?? 0 })
        : t("room.idle.found", { n: state.found.length, all: state.sets ?? 0 });
  }

  /** The number of a card as it is called out; the cards of a chain have letters. @param {number} card */
  #label(card) {
    const link = this.#state?.chain?.indexOf(card) ?? -1;
    return link >= 0 ? LINKS[link] : String(this.table.numberOf(card));
  }

  /** The teacher chooses cards for somebody who calls them out: a preview that changes nothing. @param {number} card */
  #pick(card) {
    const state = this.#state;
    if (!state || state.phase !== "playing") return;
    if (!this.#chosen.length) this.#let();
    this.#chosen = this.#chosen.includes(card)
      ? this.#chosen.filter((other) => other !== card)
      : [...this.#chosen, card];
    this.#press();
    if (this.#chosen.length === state.claim_size) this.#preview(this.#chosen, state);
    else this.say.rest();
  }

  /** @param {number[]} cards @param {State} state */
  #preview(cards, state) {
    const saying = previewSentence(cards, state, (card) => this.#label(card));
    this.#let();
    this.table.mark(
      cards,
      saying.tone === "right" ? "right" : "wrong",
      saying.tone === "right" ? cards.map(() => "✓") : flagsOf(cards, state),
    );
    this.say.say(saying);
    this.#timer = setTimeout(() => this.#let(), PREVIEW);
  }

  /** Let go of chosen cards and marks. */
  #let() {
    clearTimeout(this.#timer);
    this.#chosen = [];
    this.#press();
    this.table.unmark("right");
    this.table.unmark("wrong");
  }

  #press() {
    this.table.press(this.#chosen);
    for (const link of byId("links", HTMLElement).children) {
      if (link instanceof HTMLElement)
        link.setAttribute("aria-pressed", String(this.#chosen.includes(Number(link.dataset.card))));
    }
  }

  /** @returns {import("../shared/say.js").Saying} */
  #idle() {
    const state = this.#state;
    if (!state || state.phase === "waiting" || state.phase === "over") return { tone: "" };
    if (state.phase === "paused") return { tone: "", strong: t("room.paused.heading"), text: t("room.paused.text") };
    if (state.called)
      return {
        tone: "call",
        strong: t("room.called.other", { name: nameIn(state, state.called.seat) }),
        after: make("i", { class: "meter" }),
      };
    if (this.#chosen.length)
      return {
        tone: "",
        strong: t("room.of", { n: this.#chosen.length, size: state.claim_size }),
        text: t("room.chosen-word"),
      };
    return {
      tone: "",
      text: t(
        `class.idle.${state.own_tables ? "race" : state.teams.length ? state.options.rule : state.game === "ultra" ? "ultra" : state.chain ? "chain" : "plain"}`,
      ),
    };
  }

  /** @param {string} type @param {object} [fields] */
  async #ask(type, fields = {}) {
    try {
      await this.feed.send(type, fields);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.say.say({ tone: "wrong", strong: reasonOf(error) });
      if (type === "next" && "game" in fields) throw error;
    }
  }

  #tick() {
    const state = this.#state;
    if (!state) return;
    const left =
      state.phase === "paused" ? state.left : state.deadline === null ? null : state.deadline - this.feed.now();
    byId("time", HTMLElement).hidden = left === null;
    if (left !== null) byId("left", HTMLElement).textContent = clock(Math.ceil(Math.max(0, left)));
    if (state.called) this.say.measure((state.called.until - this.feed.now()) / this.#callSeconds);
    this.#showPoints(state);
    this.crowd.draw(state, this.feed.now());
  }

  /**
   * The cards at which teams point, also when a card comes to light after the one that was found there.
   * @param {State} state
   */
  #showPoints(state) {
    const points = state.pointing.flatMap((each) => each.points),
      cards = points.map(({ card }) => card);
    if (String(cards) === this.#pointed && cards.every((card) => this.table.slotOf(card)?.dataset.state)) return;
    this.#pointed = String(cards);
    this.table.unmark("point");
    this.table.mark(
      cards,
      "point",
      points.map(({ team }) => teamIn(state, team)),
    );
  }

  #lost() {
    this.#connected = false;
    this.say.say({ tone: "wrong", strong: t("room.lost.heading"), text: t("room.lost.again") }, true);
  }

  /** @param {boolean} trouble */
  #trouble(trouble) {
    if (trouble) this.say.say({ tone: "wrong", strong: t("room.trouble.heading"), text: t("room.trouble.text") }, true);
    else this.say.say({ tone: "", strong: t("room.trouble.fine") });
  }

  /** @param {string} why */
  #end(why) {
    document.body.dataset.phase = "gate";
    this.#state = null;
    fill(byId("crowd", HTMLElement));
    fill(byId("here", HTMLElement));
    this.panel.close(why);
  }
}

const room = document.body.dataset.room ?? "";
adoptToken(room);
new Projector(room, tokenIn(room));
ready();
