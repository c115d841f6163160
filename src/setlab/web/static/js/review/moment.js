// One moment of a review: the table, and each of its SETs with its fate.
import { cardImage, complaint, minis } from "../shared/cards.js";
import { byId, fill, make } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { claimantOf } from "../room/speech.js";
import { Table } from "../shared/table.js";
import { textAround, clock, t } from "../shared/words.js";

/** @typedef {import("./types").Review} Review */
/** @typedef {import("./types").Moment} Moment */
/** @typedef {import("./types").SetThere} SetThere */

export class MomentView {
  #table = new Table(byId("cards", HTMLElement), { still: true });
  #chain = byId("chain", HTMLElement);
  /** @type {Review | null} */ #review = null;
  /** @type {Moment | null} */ #moment = null;
  /** @type {SetThere | null} */ #kept = null;

  /**
   * Show a moment; returns the sentence that tells it.
   * @param {Review} review
   * @param {number} index
   * @returns {string}
   */
  show(review, index) {
    const moment = review.moments[index];
    this.#review = review;
    this.#moment = moment;
    this.#kept = null;
    this.#table.show(moment.slots, review.dimension);
    this.#showChain(moment.chain, review.dimension);
    this.#unmark();
    const when = t("review.at", { clock: clock(moment.at) }),
      then = describeMoment(review, moment),
      there = countSentence(review, moment);
    byId("when", HTMLElement).textContent = when;
    byId("then", HTMLElement).textContent = then;
    byId("there", HTMLElement).textContent = there;
    fill(byId("sets", HTMLElement), ...moment.sets.map((set) => this.#row(set)));
    fill(byId("wrong", HTMLElement), ...rejectsBefore(review, index).map((reject) => wrongRow(review, reject)));
    announce(`${when}. ${then} ${there}.`);
    return `${clock(moment.at)}. ${then}`;
  }

  /** @param {number[]} chain @param {number} dimension */
  #showChain(chain, dimension) {
    this.#chain.hidden = !chain.length;
    fill(
      this.#chain,
      make("span", { class: "quiet" }, t("review.chain")),
      make("span", { class: "minis" }, ...chain.map((card) => cardImage(card, dimension, { mini: true }))),
    );
  }

  /** A SET that was there; it is marked on the table while somebody looks at it. @param {SetThere} set */
  #row(set) {
    const row = make(
      "button",
      {
        type: "button",
        class: "there",
        "data-fate": set.fate,
        onpointerenter: () => this.#mark(set),
        onpointerleave: () => this.#restore(),
        onfocus: () => this.#mark(set),
        onblur: () => this.#restore(),
        onclick: () => this.#keep(set),
      },
      minis(set.cards, this.#review?.dimension ?? 4),
      make(
        "span",
        { class: "fate" },
        ...this.#fate(set),
        make("small", { class: "quiet" }, t("review.lay", { time: span(set.there) })),
      ),
    );
    return make("li", {}, row);
  }

  /** @param {SetThere} set @returns {(Node | string)[]} */
  #fate({ fate, by, when }) {
    const at = this.#moment?.at ?? 0,
      name = this.#finder(by, when),
      gap = Math.abs((when ?? at) - at);
    if (fate === "now") return boldName("review.fate.now", name);
    if (fate === "broken")
      return [gap ? t("review.fate.broken", { clock: clock(when ?? 0) }) : t("review.fate.brokenNow")];
    return [t(`review.fate.${fate}`, { name, time: span(gap) })];
  }

  /** The finder of a SET, by its claim. @param {number | null} seat @param {number | null} when */
  #finder(seat, when) {
    const claim = this.#review?.moments.find(
      (moment) => moment.kind === "claim" && moment.seat === seat && moment.at === when,
    );
    return this.#review && claim ? claimantOf(this.#review, claim) : "";
  }

  /** @param {SetThere} set */
  #mark(set) {
    this.#unmark(false);
    const state = set.fate === "now" ? "right" : "hint";
    this.#table.mark(set.cards, state, set.fate === "now" ? flags(this.#review, this.#moment) : []);
    for (const image of this.#chain.querySelectorAll("[data-card]")) {
      if (image instanceof HTMLElement && set.cards.includes(Number(image.dataset.card))) image.dataset.state = state;
    }
  }

  /** A click or a tap keeps the mark until the next one. @param {SetThere} set */
  #keep(set) {
    this.#kept = this.#kept === set ? null : set;
    this.#restore();
  }

  #restore() {
    if (this.#kept) this.#mark(this.#kept);
    else this.#unmark();
  }

  /** Back to the marks of the moment itself: the SET that was found. @param {boolean} [found] */
  #unmark(found = true) {
    this.#table.unmark();
    for (const image of this.#chain.querySelectorAll("[data-state]")) image.removeAttribute("data-state");
    const now = this.#moment?.sets.find(({ fate }) => fate === "now");
    if (found && now) this.#mark(now);
  }
}

/** What happened, in a sentence. @param {Review} review @param {Moment} moment */
function describeMoment(review, moment) {
  const n = moment.cards.length;
  if (moment.owner && moment.kind === "deal")
    return t("games.race.dealt", { n, name: review.players.find(({ seat }) => seat === moment.owner)?.name ?? "" });
  if (moment.kind === "claim")
    return t("review.found", {
      n: moment.after < 9.95 ? Number(moment.after.toFixed(1)) : Math.round(moment.after),
      name: claimantOf(review, moment),
      seconds: seconds(moment.after),
    });
  if (moment.kind === "deal") return t(`review.dealt.${moment.why}`, { n });
  return t(`review.over.${moment.why}`);
}

/** How many SETs were there. @param {Review} review @param {Moment} moment */
function countSentence({ game }, { sets, chain }) {
  const kind =
    game === "ultra" ? "ultra" : game === "chain" && chain.length ? "chain" : game === "find-all" ? "all" : "set";
  return t(`review.there.${kind}`, { n: sets.length });
}

/** The wrong claims between the moment before and this one. @param {Review} review @param {number} index */
function rejectsBefore({ moments, rejects }, index) {
  const from = index ? moments[index - 1].at : -1,
    to = moments[index].at;
  return rejects.filter(({ at }) => at > from && at <= to);
}

/** @param {Review} review @param {import("./types").Reject} reject */
function wrongRow(review, reject) {
  const { at, cards, why, properties } = reject;
  const said = review.quiet
    ? `${clock(at)}:`
    : t("review.wrongBy", { clock: clock(at), name: claimantOf(review, reject) });
  const fault = why === "no-set" ? t("review.noSet") : properties[0] ? complaintOf(review, properties[0]) : "";
  return make(
    "li",
    {},
    cards.length ? minis(cards, review.dimension) : "",
    make("span", {}, said, " ", make("span", { class: "warn" }, fault)),
  );
}

/** @param {Review} review @param {import("../shared/types").Judged} judged */
const complaintOf = ({ game }, judged) =>
  game === "ultra" ? t("review.ultraFault", { property: t(`card.property.${judged.property}`) }) : complaint(judged);

/** @param {Review | null} review @param {Moment | null} moment */
const flags = (review, moment) => (review && moment ? moment.cards.map(() => `✓ ${claimantOf(review, moment)}`) : []);

/** @param {string} key @param {string} name */
function boldName(key, name) {
  const [before, after] = textAround(key, "name");
  return [before, make("b", {}, name), after];
}

/** A length of time: "2.4 s", "11 s", "1:24 min". @param {number} length */
export const span = (length) =>
  length < 59.5
    ? t("review.seconds", { n: seconds(length) })
    : t("review.minutes", { clock: clock(Math.round(length)) });

/** Seconds with one decimal where it matters. @param {number} length */
const seconds = (length) =>
  length.toLocaleString(document.documentElement.lang, { maximumFractionDigits: length < 9.95 ? 1 : 0 });
