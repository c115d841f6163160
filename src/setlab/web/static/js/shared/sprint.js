// Sprints: the reader's own times in this browser, the best of each length as a table.
import { fill, make } from "./dom.js";
import { announce } from "./page.js";
import { stopwatch } from "../room/race.js";
import { times, withTime } from "./sprint-times.js";
import { language, t } from "./words.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").You} You */
/** @typedef {import("./sprint-times.js").Time} Time */

/** The time of the reader, if they were through. @param {State} state @param {You} you @returns {Time | null} */
function timeOf({ players, options, started }, { seat }) {
  const through = players.find((player) => player.seat === seat)?.through;
  return typeof through === "number" && started !== null
    ? { at: Math.round(started), sets: Number(options.sets), seconds: through }
    : null;
}

/** True if the reader was through in a sprint. @param {State} state @param {You} you */
export const isSprint = (state, you) => state.game === "sprint" && timeOf(state, you) !== null;

/** Keep the reader's time, once; returns it. @param {State} state @param {You} you */
export function keepSprint(state, you) {
  const time = timeOf(state, you);
  if (time) times.change((kept) => withTime(kept, time));
  return time;
}

/**
 * The table of the best times for a number of SETs, with the new one marked, and a way to forget them.
 * @param {Time | null} now
 * @param {number} sets
 */
export function sprintFigure(now, sets) {
  const figure = make("figure", { class: "sprints" });
  const draw = () => {
    const shown = times.now.filter((time) => time.sets === sets);
    fill(
      figure,
      make("figcaption", { class: "small" }, t("games.sprint.best", { n: sets })),
      make(
        "ol",
        { class: "rows" },
        ...shown.map((time) =>
          make(
            "li",
            { "data-now": time.at === now?.at },
            make("b", {}, stopwatch(time.seconds)),
            make("span", { class: "quiet" }, dayOf(time)),
          ),
        ),
      ),
      make(
        "p",
        { class: "small quiet" },
        t("games.sprint.local"),
        " ",
        make("button", { class: "link", type: "button", onclick: forget }, t("games.sprint.forget")),
      ),
    );
  };
  const forget = () => {
    times.change(() => []);
    fill(figure, make("figcaption", { class: "small quiet" }, t("games.sprint.forgotten")));
    announce(t("games.sprint.forgotten"));
  };
  draw();
  return figure;
}

/** "3 March" @param {Time} time */
const dayOf = ({ at }) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { day: "numeric", month: "long" }).format(1000 * at);
