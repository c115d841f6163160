// After a round: who found how much, the way to the review, and the next round.
import { fill, make } from "../shared/dom.js";
import { asideProof } from "./aside.js";
import { isRanked } from "./players.js";
import { raceHeading } from "./race.js";
import { isSixty, keepSixty, sixtyFigure } from "../shared/sixty.js";
import { isSprint, keepSprint, sprintFigure } from "../shared/sprint.js";
import { countDifferent } from "./summary.js";
import { clock, formatList, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").You} You */

export class Result {
  #drawn = "";

  /** @param {HTMLElement} panel @param {() => void} next */
  constructor(panel, next) {
    this.panel = panel;
    this.next = next;
  }

  /** @param {State} state @param {You} you */
  draw(state, you) {
    const seen = JSON.stringify([state.round, you, heading(state, you)]);
    if (seen === this.#drawn && this.panel.querySelector(".result")) return;
    this.#drawn = seen;
    fill(
      this.panel,
      make(
        "div",
        { class: "result" },
        make("p", { class: "step" }, t("result.round", { n: state.round })),
        make("h2", { class: "title-large" }, heading(state, you)),
        make("p", { class: "quiet" }, facts(state)),
        asideProof(state),
        isSprint(state, you) && sprintFigure(keepSprint(state, you), Number(state.options.sets)),
        isSixty(state, you) && sixtyFigure(keepSixty(state)),
        make(
          "div",
          { class: "row" },
          make(
            "a",
            { class: "btn main", id: "review", href: `/${state.room}/review?round=${state.round}` },
            t("result.review"),
          ),
          you.host &&
            make("button", { class: "btn", id: "next", type: "button", onclick: this.next }, t("result.next")),
        ),
        !you.host && make("p", { class: "small quiet" }, t("result.wait")),
      ),
    );
  }
}

/** The sentence about the end of a round. @param {State} state @param {You} you @returns {string} */
export function heading(state, you) {
  const race = raceHeading(state, you);
  if (race && isRanked(state)) return race;
  const sides = state.teams.length ? state.teams : state.players;
  const sum = sides.reduce((total, { score }) => total + score, 0);
  if (!isRanked(state))
    return t("result.together", { n: state.game === "find-all" ? countDifferent(state.found) : sum });
  const best = Math.max(0, ...sides.map(({ score }) => score));
  const winners = sides.filter(({ score }) => score === best);
  if (sides.length === 1 || best === 0) return t("result.alone", { n: best });
  const mine = winners.length === 1 && "seat" in winners[0] && winners[0].seat === you.seat;
  if (mine) return t("result.you", { n: best });
  return winners.length === 1
    ? t("result.one", { name: winners[0].name, n: best })
    : t("result.several", { names: formatList(winners.map(({ name }) => name)), n: best });
}

/** @param {State} state */
function facts(state) {
  const cards = state.undealt + state.slots.filter((card) => card !== null).length;
  const time = clock(state.seconds);
  if (state.game === "sprint") return t("result.alone", { n: state.sets ?? 0 });
  return state.game === "find-all"
    ? t("result.all", { time, n: state.sets ?? 0 })
    : t("result.facts", { time, n: cards });
}
