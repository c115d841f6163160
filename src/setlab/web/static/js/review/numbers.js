// Class statistics as tables: round by round, by property, by how many properties differ; and which SETs are seen
// first.
import { make, style } from "../shared/dom.js";
import { span } from "./moment.js";
import { capital, decimal, hasText, language, t } from "../shared/words.js";

/** @typedef {import("./types").Statistics} Statistics */
/** @typedef {import("./types").Found} Found */
/** @typedef {import("../shared/dom.js").Child} Child */

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

/** @param {string} caption @param {string[]} head @param {Child[][]} rows @param {string} [note] */
function tableOf(caption, head, rows, note = "") {
  const body = rows.map(([first, ...rest]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, cell))),
  );
  return make(
    "div",
    { class: "figure" },
    make(
      "table",
      {},
      caption ? make("caption", {}, caption) : null,
      make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...body),
    ),
    note ? make("p", { class: "small quiet" }, note) : null,
  );
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

/**
 * Which SETs are seen first: each effect with its interval, and what so few games can and cannot show.
 * @param {import("./types").Seen} seen
 */
export function seenFirst({ effects, sentences, level }) {
  const measured = effects.filter(({ estimate }) => estimate !== null);
  const scale = scaleOf(measured);
  const rows = measured.map((effect) => [
    capital(effectName(effect.effect, effect.text)),
    ratio(effect),
    whisker(effect, scale),
  ]);
  return [
    make("ul", { class: "sentences" }, ...sentences.map((sentence) => make("li", {}, sentenceText(sentence)))),
    measured.length
      ? tableOf(
          "",
          [t("class.seen.effectHead"), t("class.seen.ratioHead"), ""],
          rows,
          t("class.seen.lede", { level: Math.round(100 * level) }),
        )
      : null,
  ];
}

/**
 * The range of all intervals and of 1, on a logarithmic scale.
 * @param {import("./types").Effect[]} effects
 * @returns {(ratio: number) => number}
 */
function scaleOf(effects) {
  const ends = effects.flatMap(({ low, high }) => [Math.max(low ?? 1, 0.05), Math.min(high ?? 1, 20)]);
  const least = Math.log(Math.min(0.5, ...ends)),
    most = Math.log(Math.max(2, ...ends));
  return (ratio) => Math.min(Math.max((Math.log(ratio) - least) / (most - least), 0), 1);
}

/** @param {import("./types").Effect} effect @param {(ratio: number) => number} scale */
function whisker({ low, high, estimate, shown }, scale) {
  const places = {
    "--low": scale(low ?? 1),
    "--high": scale(high ?? 1),
    "--at": scale(estimate ?? 1),
    "--one": scale(1),
  };
  return style(make("i", { class: "whisker", "aria-hidden": "true", "data-shown": shown }), places);
}

/** @param {import("./types").Effect} effect */
const ratio = ({ estimate, low, high }) => `${two(estimate)} (${two(low)}–${two(high)})`;

/** @param {number | null} value */
const two = (value) =>
  value === null ? "" : value.toLocaleString(language, { maximumSignificantDigits: value < 10 ? 2 : 3 });

/** "the same colour instead of three different ones" @param {string} effect @param {string} english */
function effectName(effect, english) {
  const [kind, property] = effect.split("-");
  if (kind === "same") return t("class.seen.effect.same", { property: t(`card.property.${property}`) });
  return hasText(`class.seen.effect.${effect}`) ? t(`class.seen.effect.${effect}`) : english;
}

/** A sentence of the analysis in the reader's language. @param {import("./types").Sentence} sentence */
function sentenceText({ key, values, text }) {
  if (!hasText(`class.seen.say.${key}`)) return text;
  const shown = Object.entries(values).map(([name, value]) => [name, shownValue(name, value, values)]);
  return capital(t(`class.seen.say.${key}`, Object.fromEntries(shown)));
}

/** @param {string} name @param {number | string} value @param {{ [name: string]: number | string }} values */
function shownValue(name, value, values) {
  if (name === "players" || name === "rounds") return t(`class.seen.${name}`, { n: value });
  if (name === "p") return decimal(String(value));
  if (name === "text") return effectName(String(values.effect), String(value));
  return typeof value === "number"
    ? value.toLocaleString(language, { maximumSignificantDigits: 4, useGrouping: false })
    : value;
}
