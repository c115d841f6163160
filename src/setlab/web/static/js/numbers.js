// Class statistics as tables: round by round, by property, by how many properties differ; and which SETs are seen first.
import { make, style } from "./dom.js";
import { span } from "./moment.js";
import { capital, t } from "./words.js";

/** @typedef {import("./review").Statistics} Statistics */
/** @typedef {import("./review").Found} Found */
/** @typedef {import("./dom.js").Child} Child */

/** The tables of the class. @param {Statistics} statistics @param {boolean} quiet */
export function figures(statistics, quiet) {
  return [byRound(statistics, quiet), byDiffering(statistics), byProperty(statistics)].filter((figure) => figure !== null);
}

/** @param {Statistics} statistics @param {boolean} quiet */
function byRound({ rounds }, quiet) {
  const head = [t("review.round"), t("class.found"), t("class.finders"), t("class.median"), t("class.mistakes")];
  const rows = rounds.map((round) => [
    `${round.round} · ${t(`game.${round.game}.name`)}`,
    round.found,
    t("class.of", { n: round.finders, all: round.players }),
    timed(round.median),
    mistakes(round.wrong),
  ]);
  const kept = quiet ? [0, 1, 3, 4] : [0, 1, 2, 3, 4];
  return tableOf(t("class.byRound"), kept.map((i) => head[i]), rows.map((row) => kept.map((i) => row[i])));
}

/** @param {Statistics} statistics */
function byDiffering({ differing }) {
  if (!differing.length) return null;
  const head = [t("class.differ"), t("class.there"), t("class.found"), t("class.lay")];
  return tableOf(t("class.byDiffering"), head, differing.map((group) => [group.differ, group.there, share(group), timed(group.median)]), t("class.byDifferingNote"));
}

/** @param {Statistics} statistics */
function byProperty({ properties }) {
  if (!properties.length) return null;
  const head = [t("class.property"), t("class.same"), t("class.different"), t("class.wrongClaims")];
  return tableOf(t("class.byProperty"), head, properties.map((of) => [capital(t(`card.property.${of.property}`)), share(of.same), share(of.different), of.wrong || "–"]), t("class.byPropertyNote"));
}

/** @param {string} caption @param {string[]} head @param {Child[][]} rows @param {string} [note] */
function tableOf(caption, head, rows, note = "") {
  const body = rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, cell))));
  return make("div", { class: "figure" },
    make("table", {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...body)),
    note ? make("p", { class: "small quiet" }, note) : null);
}

/** How many were found of those that were there, with a bar. @param {Found} group */
function share({ found, there }) {
  if (!there) return "–";
  return make("span", { class: "share" }, t("class.of", { n: found, all: there }), style(make("i", { class: "meter", "aria-hidden": "true" }), { "--v": found / there }));
}

/** @param {number | null} median */
const timed = (median) => (median === null ? "–" : span(median));

/** "filling 3, shape 1" @param {{ [property: string]: number }} wrong */
function mistakes(wrong) {
  const named = Object.entries(wrong).toSorted(([, a], [, b]) => b - a).map(([name, n]) => `${name === "no-set" ? t("class.noSet") : t(`card.property.${name}`)} ${n}`);
  return named.join(", ") || "–";
}

/**
 * Which SETs are seen first: the effects with their intervals, and what so few games can and cannot show.
 * @param {{ effects: { name: string, sentence: string, estimate: number, interval: [number, number] }[], sentences: string[] }} seen
 */
export function seenFirst({ effects, sentences }) {
  return [
    ...sentences.map((sentence) => make("p", { class: "quiet" }, sentence)),
    make("ul", { class: "rows" }, ...effects.map(({ sentence }) => make("li", {}, sentence))),
  ];
}
