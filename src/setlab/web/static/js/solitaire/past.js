// The review of a game: each position with the SETs that were there, their chances, and what hindsight shows.
import { byId, fill, make, style } from "../shared/dom.js";
import { forPage } from "../shared/keyboard.js";
import { announce } from "../shared/page.js";
import { Table } from "../shared/table.js";
import { capital, t } from "../shared/words.js";
import { Lights, percent } from "./choices.js";
import { Curve } from "./curve.js";

/** @typedef {import("./types").Review} Review */
/** @typedef {import("./types").Moment} Moment */
/** @typedef {import("./types").SeenChoice} SeenChoice */

const DIMENSION = 4;
const SIGNS = Object.freeze({ yes: "✓", no: "×", open: "?" });

export class Past {
  #table = new Table(byId("past-cards", HTMLElement), { still: true });
  #slider = byId("at", HTMLInputElement);
  #curve = new Curve(byId("past-curve", SVGSVGElement));
  #lights = new Lights((cards) => this.#light(cards));
  /** @type {Review | null} */ #review = null;
  #now = 0;

  constructor() {
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    byId("step-back", HTMLElement).addEventListener("click", () => this.go(this.#now - 1));
    byId("step-on", HTMLElement).addEventListener("click", () => this.go(this.#now + 1));
    byId("hindsight", HTMLElement).addEventListener("click", (event) => this.#point(event));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Review} review */
  show(review) {
    this.#review = review;
    const heading = byId("verdict", HTMLElement);
    heading.textContent = verdict(review);
    this.#slider.max = String(review.moments.length - 1);
    fill(byId("key-to", HTMLElement), `${t("solitaire.past.key")} `, ...keyTo(review));
    style(byId("past", HTMLElement), { "--positions": review.moments.length - 1 });
    this.go(review.lost ?? (review.over ? 0 : review.moments.length - 1));
    heading.focus({ preventScroll: true });
  }

  /** Go to a position. @param {number} index */
  go(index) {
    const review = this.#review;
    if (!review) return;
    this.#now = Math.min(Math.max(index, 0), review.moments.length - 1);
    const moment = review.moments[this.#now];
    this.#slider.value = String(this.#now);
    this.#curve.show(
      review.moments.map(({ chance }) => chance),
      this.#now,
      review.lost,
    );
    this.#drawBand(review);
    this.#lights.forget();
    this.#table.show(moment.slots, DIMENSION);
    this.#light(null);
    this.#tell(review, moment);
  }

  /** One pip for each move: still clearable, no longer, not settled. @param {Review} review */
  #drawBand({ moments, lost }) {
    const band = byId("hindsight", HTMLElement);
    fill(
      band,
      ...moments.slice(0, -1).map(({ clearable }, k) =>
        make("i", {
          "data-clearable": moments[k + 1].clearable,
          "data-lost": k === lost,
          "data-now": k === this.#now,
          "data-before": clearable,
        }),
      ),
      ...Array.from({ length: Math.max(0, 28 - moments.length) }, () => make("i", { class: "never" })),
    );
    const still = moments.filter(({ clearable }) => clearable === "yes").length;
    band.setAttribute("aria-label", t("solitaire.past.band", { n: still, all: moments.length }));
  }

  /** @param {Review} review @param {Moment} moment */
  #tell(review, moment) {
    const heading =
      this.#now === review.moments.length - 1
        ? t("solitaire.past.end")
        : t("solitaire.past.move", { n: this.#now + 1 });
    const facts = capital(t("solitaire.deck", { n: moment.undealt }));
    const sign = this.#now === review.lost ? "no" : moment.clearable;
    const said = hindsightSentence(review, this.#now);
    byId("moment", HTMLElement).textContent = heading;
    byId("moment-facts", HTMLElement).textContent = facts;
    fill(byId("told", HTMLElement), make("b", { "data-clearable": sign }, `${SIGNS[sign]} `), said);
    const [first] = moment.choices;
    byId("past-there", HTMLElement).textContent = t("solitaire.past.there", { n: moment.choices.length });
    fill(
      byId("past-choices", HTMLElement),
      ...moment.choices.map((choice) => this.#lights.row(choice, first, fate(choice))),
    );
    byId("past-how", HTMLElement).textContent = first ? t(`solitaire.how.${moment.how}`) : "";
    byId("step-back", HTMLButtonElement).disabled = this.#now === 0;
    byId("step-on", HTMLButtonElement).disabled = this.#now === review.moments.length - 1;
    this.#slider.setAttribute("aria-valuetext", `${heading}. ${said}`);
    announce(`${heading}. ${said}`);
  }

  /**
   * The SET that somebody looks at is dotted; otherwise the SET that was taken is marked.
   * @param {number[] | null} cards
   */
  #light(cards) {
    const taken = this.#review?.moments[this.#now].choices.find((choice) => choice.taken);
    this.#table.unmark();
    if (cards && cards !== taken?.cards) this.#table.mark(cards, "hint");
    else if (taken)
      this.#table.mark(taken.cards, taken.clearable === "no" && this.#now === this.#review?.lost ? "wrong" : "right");
  }

  /** A click on the band goes to its move. @param {MouseEvent} event */
  #point(event) {
    const pips = [...byId("hindsight", HTMLElement).children];
    const index = pips.indexOf(/** @type {Element} */ (event.target));
    if (index >= 0) this.go(index);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && this.#review && byId("past", HTMLElement).getClientRects().length && forPage(event))
      this.go(this.#now + by);
  }
}

/** The result of the game in a few words. @param {Review} review */
function verdict({ moments, lost, over, clear }) {
  const end = moments[moments.length - 1].clearable;
  if (clear) return t("solitaire.verdict.clear");
  if (lost !== null) return t("solitaire.verdict.lost", { n: lost + 1 });
  if (!over && end === "yes") return t("solitaire.verdict.still");
  return t(moments[0].clearable === "no" ? "solitaire.verdict.never" : "solitaire.verdict.open");
}

/** A sample of each kind of bar that there is, with its meaning. @param {Review} review */
function keyTo({ moments }) {
  const kinds = /** @type {const} */ (["yes", "no", "open"]).filter((kind) =>
    moments.slice(1).some(({ clearable }) => clearable === kind),
  );
  return kinds.map((kind) =>
    make("span", { class: "sample" }, make("i", { "data-clearable": kind }), t(`solitaire.past.after.${kind}`)),
  );
}

/** What hindsight shows about a position. @param {Review} review @param {number} index */
function hindsightSentence({ moments, lost, over, clear }, index) {
  const { clearable, choices } = moments[index];
  if (index === moments.length - 1 && over) return t(clear ? "solitaire.end.clear" : "solitaire.past.stuck");
  if (index !== lost) return t(`solitaire.past.clearable.${clearable}`);
  const kept = choices.filter((choice) => choice.clearable === "yes").length;
  const taken = choices.find((choice) => choice.taken);
  const chances = { chance: percent(taken?.chance ?? 0), best: percent(choices[0].chance ?? 0) };
  const why = t(taken?.best ? "solitaire.past.luck" : "solitaire.past.advised", chances);
  return `${t("solitaire.past.lost", { n: kept })} ${why}`;
}

/** What became, or would have become, of the game after this SET. @param {SeenChoice} choice */
function fate({ taken, clearable }) {
  return make(
    "span",
    { class: "fate", "data-clearable": clearable },
    make("span", {}, `${SIGNS[clearable]} ${t(`solitaire.past.after.${clearable}`)}`),
    taken ? make("b", {}, t("solitaire.past.taken")) : null,
  );
}
