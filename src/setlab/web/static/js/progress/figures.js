// The kept finds as tables and as a chart of days.
import { longDay, shortDay } from "../daily/days.js";
import { draw, make } from "../shared/dom.js";
import { tableOf } from "../shared/figures.js";
import { hasText, language, t } from "../shared/words.js";
import { dayOf, groups, numberDiffering } from "./numbers.js";

/** @typedef {import("./numbers.js").Found} Found */
/** @typedef {import("./numbers.js").Summary} Summary */

const DAYS = { wide: 30, narrow: 12 },
  TALL = 180,
  LEFT = 44,
  FOOT = 26,
  TOP = 14;

/** "4.2 s" @param {number} seconds */
export const secondsText = (seconds) =>
  t("progress.seconds", {
    n: seconds.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  });

/** "5.1 s (4.2 to 7.0)" @param {Summary} summary */
function medianText({ median, interval }) {
  if (median === null) return "–";
  if (!interval) return secondsText(median);
  const [low, high] = interval.map((end) => secondsText(end));
  return t("progress.interval", { median: secondsText(median), low, high });
}

/** The name of the game of a find: "60 seconds". @param {string} game */
export const gameName = (game) => {
  const key = hasText(`progress.game.${game}`) ? `progress.game.${game}` : `game.${game}.name`;
  return hasText(key) ? t(key) : game;
};

/** The tables by differing properties and by game. @param {Found[]} finds */
export function tables(finds) {
  const head = (/** @type {string} */ first) => [first, t("class.found"), t("class.median"), t("progress.fastest")];
  const row = (/** @type {string} */ name, /** @type {Summary} */ summary) => [
    name,
    summary.found,
    medianText(summary),
    summary.best === null ? "–" : secondsText(summary.best),
  ];
  const counted = finds.filter(({ game }) => game !== "kind");
  return [
    tableOf(
      t("class.byDiffering"),
      head(t("class.differ")),
      groups(counted, numberDiffering).map(([n, summary]) => row(n, summary)),
      t("progress.note"),
    ),
    tableOf(
      t("progress.byGame"),
      head(t("class.game")),
      groups(finds, ({ game }) => game).map(([game, summary]) => row(gameName(game), summary)),
    ),
  ];
}

/** Day by day: a chart of the last days, and all days as a table. @param {Found[]} finds @param {string} now */
export function days(finds, now) {
  const all = groups(
    finds.filter(({ game }) => game !== "kind"),
    dayOf,
  );
  const rows = all.map(([day, summary]) => [longDay(day, now), summary.found, medianText(summary)]).reverse();
  return make(
    "div",
    { class: "days" },
    chart(all, now),
    make(
      "details",
      {},
      make("summary", {}, t("progress.days.table")),
      tableOf("", [t("progress.days.day"), t("class.found"), t("class.median")], rows),
    ),
  );
}

/** The last days, fewer on a narrow page. @param {[string, Summary][]} all @param {string} now */
function chart(all, now) {
  const narrow = matchMedia("(max-width: 640px)").matches,
    wide = narrow ? 360 : 820;
  const shown = all.slice(-DAYS[narrow ? "narrow" : "wide"]);
  const tops = shown.map(
    ([, { median, interval }]) => Math.min(interval?.[1] ?? 0, 3 * (median ?? 0)) || (median ?? 0),
  );
  const most = Math.max(1, ...tops.map((top) => 1.1 * top));
  const x = (/** @type {number} */ i) => LEFT + ((i + 0.5) * (wide - LEFT)) / shown.length;
  const y = (/** @type {number} */ seconds) => TALL - FOOT - (Math.min(seconds, most) / most) * (TALL - FOOT - TOP);
  const label = t("progress.days.chart", {
    n: shown.length,
    all: shown.map(([, { median }]) => secondsText(median ?? 0)).join(", "),
  });
  const step = Math.ceil(shown.length / (narrow ? 2 : 6));
  return draw(
    "svg",
    { viewBox: `0 0 ${wide} ${TALL}`, role: "img", "aria-label": label },
    ...[0, most / 2].map((at) => draw("path", { class: "grid", d: `M${LEFT} ${y(at)}H${wide}` })),
    draw("text", { x: 0, y: y(most / 2) + 5 }, secondsText(most / 2)),
    ...shown.map(
      ([, { interval }], i) =>
        interval &&
        draw("path", {
          class: "whole",
          d: `M${x(i).toFixed(1)} ${y(interval[0]).toFixed(1)}V${y(interval[1]).toFixed(1)}`,
        }),
    ),
    ...shown.map(([, { median }], i) =>
      draw("circle", { class: "dot", cx: x(i).toFixed(1), cy: y(median ?? 0).toFixed(1), r: 5 }),
    ),
    ...shown.map(
      ([day], i) =>
        i % step === 0 &&
        draw("text", { x: x(i).toFixed(1), y: TALL - 6, "text-anchor": "middle" }, shortDay(day, now)),
    ),
  );
}
