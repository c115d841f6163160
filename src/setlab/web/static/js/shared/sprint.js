// Sprints: the reader's own times in this browser, the best of each length as a table.
import { fill, make } from "./dom.js";
import { announce } from "./page.js";
import { stopwatch } from "../room/race.js";
import { mirror } from "./store.js";
import { language, t } from "./words.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").You} You */
/**
 * A sprint: its end in seconds since 1970, how many SETs were found, and in how many seconds.
 * @typedef {{ at: number, sets: number, seconds: number }} Time
 */

const BEST = 5; // times that are kept for each number of SETs

/** @param {any} time @returns {time is Time} */
const isTime = (time) => [time?.at, time?.sets, time?.seconds].every((number) => Number.isFinite(number) && number > 0);

/** The valid times, the fastest first. @param {any} kept @returns {Time[]} */
const checkTimes = (kept) =>
  (Array.isArray(kept) ? kept : []).filter(isTime).sort((a, b) => a.seconds - b.seconds || a.at - b.at);

const times = await mirror("sprints", checkTimes);

/** The times with another one, once; the slowest of each length are left out. @param {Time[]} kept @param {Time} time */
function withTime(kept, time) {
  if (kept.some(({ at, sets }) => at === time.at && sets === time.sets)) return kept;
  const all = checkTimes([...kept, time]);
  const lengths = new Set(all.map(({ sets }) => sets));
  return [...lengths].flatMap((length) => all.filter(({ sets }) => sets === length).slice(0, BEST));
}

/** The times of two browsers. @param {any} here @param {any} there @returns {Time[]} */
export const mergeSprints = (here, there) => checkTimes(there).reduce(withTime, checkTimes(here));

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
