// The games of 60 seconds played alone: the results of this browser, the best, and their course as a line.
import { draw, fill, make } from "./dom.js";
import { announce } from "./page.js";
import { keeps, mirror } from "./store.js";
import { language, t } from "./words.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").You} You */
/**
 * The end of a game, in seconds since 1970, and the number of SETs found.
 * @typedef {{ at: number, found: number }} Result
 */
/** @typedef {{ best: Result | null, results: Result[] }} Kept */

const MOST = 100,
  SHOWN = 20;
const SECONDS = 60,
  EARLY = 0.5,
  LATE = 5; // a round that was stopped early, or paused, does not count
const WIDE = 240,
  TALL = 64,
  EDGE = 8;

/** The results, the oldest first; the best is kept when the oldest are forgotten. @param {any} kept @returns {Kept} */
function checkResults(kept) {
  const results = (Array.isArray(kept?.results) ? kept.results : []).filter(isResult);
  return { best: better(isResult(kept?.best) ? kept.best : null, results), results };
}

/** @param {any} result @returns {result is Result} */
const isResult = (result) => [result?.at, result?.found].every((number) => Number.isFinite(number) && number >= 0);

/** The first of the best results. @param {Result | null} best @param {Result[]} results */
const better = (best, results) =>
  results.reduce((most, each) => (!most || each.found > most.found ? each : most), best);

const results = await mirror("sixty", checkResults),
  isLasting = await keeps();

/** The results of two browsers. @param {unknown} here @param {unknown} there @returns {Kept} */
export const mergeSixties = (here, there) => checkResults(there).results.reduce(withResult, checkResults(here));

/** @param {Kept} kept @param {Result} result @returns {Kept} */
function withResult({ best, results }, result) {
  const all = results.some(({ at }) => at === result.at) ? results : [...results, result];
  return { best: better(best, [result]), results: all.sort((a, b) => a.at - b.at).slice(-MOST) };
}

/**
 * True if a round was a game of 60 seconds that one player has played alone to its end.
 * @param {State} state
 * @param {You} you
 */
export function isSixty({ game, options, players, started, over_at: end }, you) {
  const plain = game === "timed" && options.seconds === SECONDS && !options.penalty && !options.minus && !options.call;
  const alone = players.length === 1 && players[0].seat === you.seat;
  const seconds = started !== null && end !== null ? end - started : 0;
  return plain && alone && seconds >= SECONDS - EARLY && seconds <= SECONDS + LATE;
}

/** Keep the result of a round, once. @param {State} state @returns {boolean} false if it cannot be kept */
export const keepSixty = ({ over_at: end, players }) =>
  keepResult({ at: Math.round(end ?? 0), found: players[0].score });

/** Keep a result, once. @param {Result} result @returns {boolean} false if it cannot be kept */
export function keepResult(result) {
  results.change((kept) => withResult(kept, result));
  return isLasting;
}

/**
 * The results with their line and a way to forget them; null if there is none.
 * @param {boolean} [isKept] false if the results are lost with the page
 */
export function sixtyFigure(isKept = true) {
  const kept = results.now,
    { best, results: all } = kept;
  if (!best || !all.length) return null;
  const figure = make("figure", { class: "sixty" }),
    last = all[all.length - 1];
  const forget = () => {
    results.change(() => checkResults(null));
    const again = make("button", { class: "link", type: "button", onclick: restore }, t("sixty.undo"));
    fill(figure, make("figcaption", { class: "small quiet" }, t("sixty.forgotten"), " ", again));
    announce(t("sixty.forgotten"));
    again.focus();
  };
  const restore = () => {
    results.change(() => kept);
    show();
    figure.querySelector("button")?.focus();
  };
  const show = () =>
    fill(
      figure,
      line(all.slice(-SHOWN)),
      make(
        "figcaption",
        {},
        make(
          "p",
          {},
          make("b", {}, t("sixty.best", { n: best.found })),
          ` ${t("sixty.when", { day: dayOf(best) })} `,
          best.at === last.at ? t("sixty.new") : t("sixty.last", { n: last.found }),
        ),
        make(
          "p",
          { class: "small quiet" },
          t(isKept ? "sixty.local" : "sixty.unkept"),
          " ",
          isKept && make("button", { class: "link", type: "button", onclick: forget }, t("sixty.forget")),
        ),
      ),
    );
  show();
  return figure;
}

/** "3 March" @param {Result} result */
const dayOf = ({ at }) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { day: "numeric", month: "long" }).format(1000 * at);

/** The numbers of SETs, game by game. @param {Result[]} results */
function line(results) {
  const most = Math.max(1, ...results.map(({ found }) => found)),
    step = (WIDE - 2 * EDGE) / Math.max(1, results.length - 1);
  const points = results.map(({ found }, i) => ({
    x: EDGE + i * step,
    y: TALL - EDGE - ((TALL - 2 * EDGE) * found) / most,
    best: found === most,
  }));
  const label = t("sixty.course", { n: results.length, all: results.map(({ found }) => found).join(", ") });
  return draw(
    "svg",
    { class: "trend", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": label },
    draw("path", { class: "grid", d: `M0 ${TALL - EDGE}H${WIDE}` }),
    draw("path", {
      class: "trace",
      d: points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(""),
    }),
    ...points.map(({ x, y, best }) =>
      draw("circle", { class: best ? "dot most" : "dot", cx: x.toFixed(1), cy: y.toFixed(1), r: best ? 4.5 : 3 }),
    ),
  );
}
