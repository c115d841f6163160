// The exit ticket on the wall: the teacher asks, the answers come in as bars, and then the solution.
import { get, post } from "../shared/api.js";
import { fill, make, redraw, style } from "../shared/dom.js";
import { linkOf } from "../shared/invite.js";
import { announce } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { t } from "../shared/words.js";
import { keyOf } from "./class.js";
import { optionFace, poll, questionCards, solution } from "./question.js";

/** @typedef {import("./question.js").Ticket} Ticket */

export class Wall {
  #drawn = "";
  /** @type {Ticket | null} */ #ticket = null;

  /** @param {string} code @param {HTMLElement} root */
  constructor(code, root) {
    this.code = code;
    this.key = keyOf(code);
    this.root = root;
    this.trouble = make("p", { class: "warn", role: "alert" });
    this.body = make("div", { class: "ticket-question" });
    this.steer = make("div", { class: "row" });
  }

  /** Offer the ticket to the teacher who has opened the class; nobody else can steer it. */
  begin() {
    if (!this.key) return;
    this.root.hidden = false;
    fill(
      this.root,
      make("h2", {}, t("ticket.title")),
      make("p", { class: "quiet" }, t("ticket.about"), " ", t("ticket.nameless")),
      this.body,
      this.steer,
      this.trouble,
    );
    poll(() => this.#look());
  }

  async #look() {
    try {
      const ticket = await get(`/api/classes/${this.code}/ticket`, this.key);
      this.#draw(ticket);
      this.trouble.textContent = "";
    } catch (error) {
      this.trouble.textContent = reasonOf(error, "gate.offline.heading");
      return !(error instanceof Error && "status" in error && error.status === 404);
    }
    return true;
  }

  /** @param {Ticket} ticket */
  #draw(ticket) {
    const seen = JSON.stringify(ticket),
      before = this.#ticket;
    if (seen === this.#drawn) return;
    this.#drawn = seen;
    this.#ticket = ticket;
    const { asked, question, questions, solved, answered } = ticket;
    const status = make(
      "p",
      { class: "quiet" },
      t("ticket.number", { n: question, of: questions }),
      " · ",
      t("ticket.answered", { n: answered }),
    );
    if (!asked)
      fill(this.body, make("p", { class: "note-box" }, t("ticket.open", { link: `${linkOf(this.code)}/ticket` })));
    else redraw(this.body, status, ...questionCards(asked), bars(ticket), solution(ticket));
    if (before?.question === question && before?.solved === solved) return;
    this.#drawSteer(ticket);
    if (asked) announce(t(`ticket.ask.${asked.kind}`));
  }

  /** @param {Ticket} ticket */
  #drawSteer({ question, questions, solved }) {
    const focused = this.steer.contains(document.activeElement);
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, main = false) =>
      make("button", { class: main ? "btn main" : "btn", type: "button", onclick }, text);
    fill(
      this.steer,
      !question && button(t("ticket.start"), () => this.#turn(1), true),
      question && !solved && button(t("ticket.solve"), () => this.#turn(question, true), true),
      question && solved && question < questions && button(t("ticket.next"), () => this.#turn(question + 1), true),
      question && button(t("ticket.end"), () => this.#turn(0)),
    );
    if (focused) this.steer.querySelector("button")?.focus();
  }

  /** @param {number} question @param {boolean} [solved] */
  async #turn(question, solved = false) {
    try {
      await post(`/api/classes/${this.code}/ticket`, { question, solved }, this.key);
    } catch (error) {
      this.trouble.textContent = reasonOf(error, "gate.offline.heading");
    }
    await this.#look();
  }
}

/** The bars of the options; once solved, the right one has a tick. @param {Ticket} ticket */
function bars({ asked, counts, answer }) {
  const most = Math.max(1, ...(counts ?? []));
  const rows = (asked?.options ?? []).map((option, i) => {
    const n = counts?.[i] ?? 0;
    return make(
      "li",
      { "data-right": answer === i },
      make("b", {}, String.fromCharCode(65 + i)),
      optionFace(option),
      style(make("i", { class: "meter", "aria-hidden": "true" }), { "--v": n / most }),
      make("span", { class: "count" }, `${n}${answer === i ? " ✓" : ""}`),
    );
  });
  return make("ol", { class: "rows ticket-bars", "aria-label": t("ticket.bars") }, ...rows);
}
