// Class statistics as tables: round by round, by property, by how many properties differ.
import { make, style } from "../shared/dom.js";
import { tableOf } from "../shared/figures.js";
import { span } from "./moment.js";
import { capital, language, t } from "../shared/words.js";

/** @typedef {import("./types").Statistics} Statistics */
/** @typedef {import("./types").Found} Found */

/** The tables of the class. @param {Statistics} statistics @param {boolean} quiet */
export function figures(statistics, quiet) {
  return [byRound(statistics, quiet), byDiffering(statistics), byProperty(statistics)].filter(
    (figure) => figure !== null,
  );
}

/** @param {Statistics} statistics @param {boolean} quiet */
function byRound({ rounds }, quiet) {
  const head = [t("review.round"), t("class.found"), t("class.finders"), t("class.median"), t("class.mistakes")];
  const rows = rounds.map((round) => [
    `${round.round} · ${t(`game.${round.game}.name`)}`,
    round.found,
    t("class.of", { n: round.finders, all: round.players }),
    formatMedian(round.median),
    mistakes(round.wrong),
  ]);
  const kept = quiet ? [0, 1, 3, 4] : [0, 1, 2, 3, 4];
  return tableOf(
    t("class.byRound"),
    kept.map((i) => head[i]),
    rows.map((row) => kept.map((i) => row[i])),
  );
}

/** @param {Statistics} statistics */
function byDiffering({ differing }) {
  if (!differing.length) return null;
  const head = [t("class.differ"), t("class.there"), t("class.found"), t("class.lay")];
  return tableOf(
    t("class.byDiffering"),
    head,
    differing.map((group) => [group.differ, group.there, share(group), formatMedian(group.median)]),
    t("class.byDifferingNote"),
  );
}

/** @param {Statistics} statistics */
function byProperty({ properties }) {
  if (!properties.length) return null;
  const head = [t("class.property"), t("class.same"), t("class.different"), t("class.mistakes")];
  return tableOf(
    t("class.byProperty"),
    head,
    properties.map((of) => [
      capital(t(`card.property.${of.property}`)),
      share(of.same),
      share(of.different),
      of.wrong || "–",
    ]),
    t("class.byPropertyNote"),
  );
}

/**
 * The table of players of a round, and of all rounds if there are several.
 * @param {import("./types").Review} review
 */
export function byPlayer({ table, round, statistics }) {
  const several = statistics.rounds.length > 1;
  const note = [t("class.table.note"), ...(table.some(({ team }) => team) ? [t("class.table.teams")] : [])].join(" ");
  return several
    ? [
        playerTable(t("class.table.round", { n: round }), table, note),
        playerTable(t("class.table.all"), statistics.players),
      ]
    : [playerTable("", table, note)];
}

/** @param {string} caption @param {import("./types").PlayerRow[]} table @param {string} [note] */
function playerTable(caption, table, note) {
  const order = new Intl.Collator(language),
    rows = [...table].sort((a, b) => order.compare(a.name, b.name));
  const teams = rows.some(({ team }) => team);
  const head = [
    t("class.table.name"),
    ...(teams ? [t("class.table.team")] : []),
    t("class.found"),
    t("class.table.wrong"),
    t("class.median"),
  ];
  const cells = rows.map(({ name, team, found, wrong, median }) => [
    name,
    ...(teams ? [team || "–"] : []),
    found,
    wrong,
    formatMedian(median),
  ]);
  return tableOf(caption, head, cells, note);
}

/** The proportion of SETs found, with a bar. @param {Found} group */
function share({ found, there }) {
  if (!there) return "–";
  return make(
    "span",
    { class: "share" },
    t("class.of", { n: found, all: there }),
    style(make("i", { class: "meter", "aria-hidden": "true" }), { "--v": found / there }),
  );
}

/** @param {number | null} median */
const formatMedian = (median) => (median === null ? "–" : span(median));

/** "filling 3, shape 1" @param {{ [property: string]: number }} wrong */
function mistakes(wrong) {
  const named = Object.entries(wrong)
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => `${name === "no-set" ? t("class.noSet") : t(`card.property.${name}`)} ${n}`);
  return named.join(", ") || "–";
}
