// Sprints: the reader's own times in this browser, the best of each length as a table.
import { fill, make } from "./dom.js";
import { announce } from "./page.js";
import { stopwatch } from "../room/race.js";
import { readStored, writeStored } from "./storage.js";
import { language, t } from "./words.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").You} You */
/**
 * A sprint: its end in seconds since 1970, how many SETs were found, and in how many seconds.
 * @typedef {{ at: number, sets: number, seconds: number }} Time
 */

const KEY = "setlab.sprints",
  BEST = 5; // times that are kept for each number of SETs

/** The best times of this browser, the fastest first. @returns {Time[]} */
export function sprints() {
  const kept = readStored(KEY, []);
  const times = /** @type {any[]} */ (Array.isArray(kept) ? kept : []).filter(isTime);
  return times.sort((a, b) => a.seconds - b.seconds || a.at - b.at);
}

/** @param {any} time @returns {time is Time} */
const isTime = (time) => [time?.at, time?.sets, time?.seconds].every((number) => Number.isFinite(number) && number > 0);

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
  const time = timeOf(state, you),
    kept = sprints();
  if (!time || kept.some(({ at, sets }) => at === time.at && sets === time.sets)) return time;
  const lengths = new Set([...kept, time].map(({ sets }) => sets));
  const all = [...kept, time].sort((a, b) => a.seconds - b.seconds);
  writeStored(
    KEY,
    [...lengths].flatMap((length) => all.filter(({ sets }) => sets === length).slice(0, BEST)),
  );
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
    const times = sprints().filter((time) => time.sets === sets);
    fill(
      figure,
      make("figcaption", { class: "small" }, t("games.sprint.best", { n: sets })),
      make(
        "ol",
        { class: "rows" },
        ...times.map((time) =>
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
    writeStored(KEY, []);
    fill(figure, make("figcaption", { class: "small quiet" }, t("games.sprint.forgotten")));
    announce(t("games.sprint.forgotten"));
  };
  draw();
  return figure;
}

/** "3 March" @param {Time} time */
const dayOf = ({ at }) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { day: "numeric", month: "long" }).format(1000 * at);
