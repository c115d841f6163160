// The table of a histogram: under the bars where there is room, else a row for each value.
import { make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { GUTTER } from "./plot.js";
import { decimals, interval, percent, significant } from "./numbers.js";

/** @typedef {import("./types").Bar} Bar */
/** @typedef {import("./types").Reference} Reference */
/** @typedef {(bar: Bar) => import("../shared/dom.js").Child} Cell */
/** @typedef {{ title: string, cells: (import("../shared/dom.js").Child)[] }} Line */

/**
 * The table of one run.
 * @param {string} unit
 * @param {string[]} names
 * @param {Bar[]} bars
 * @param {Reference | null} reference
 * @param {boolean} level
 */
export function tableOfOne(unit, names, bars, reference, level) {
  const lines = linesOf(bars, reference);
  return level ? levelTable(unit, names, lines) : tallTable(unit, names, lines);
}

/**
 * The table of two runs beside each other; a value that one of them lacks is 0 there.
 * @param {string} unit @param {string[]} names @param {string[]} keys @param {[Bar[], Bar[]]} both
 */
export function tableOfTwo(unit, names, keys, both) {
  const lines = both.flatMap((bars, i) => {
    const found = new Map(bars.map((bar) => [bar.key, bar]));
    return [
      { title: `${t(i ? "lab.second" : "lab.first")}, %`, cells: keys.map((key) => cellOf(found.get(key), share)) },
      { title: t("lab.interval"), cells: keys.map((key) => cellOf(found.get(key), interval)) },
    ];
  });
  return tallTable(unit, names, lines);
}

/** @param {Bar | undefined} bar @param {Cell} cell */
const cellOf = (bar, cell) => (bar ? cell(bar) : "0");

/** @param {Bar[]} bars @param {Reference | null} reference @returns {Line[]} */
function linesOf(bars, reference) {
  const own = [
    { title: `${t("lab.thisRun")}, %`, cells: bars.map(share) },
    { title: t("lab.interval"), cells: bars.map(interval) },
  ];
  if (!reference) return own;
  const title = `${t(`lab.reference.${reference.kind}`)}, %`;
  return [
    ...own,
    { title, cells: bars.map(formatReference) },
    { title: t("lab.verdict.title"), cells: bars.map(verdict) },
  ];
}

/** @param {Bar} bar */
const share = (bar) => percent(bar.value, decimals(bar));

/** @param {Bar} bar */
function formatReference(bar) {
  if (bar.reference === undefined) return "–";
  return bar.printed ? significant(bar.reference) : percent(bar.reference, decimals(bar));
}

/** @param {Bar} bar */
function verdict(bar) {
  if (!bar.verdict) return "–";
  const off = ["outside", "differs", "misprint"].includes(bar.verdict);
  return make("span", { class: off ? "off-word" : "" }, t(`lab.verdict.${bar.verdict}`));
}

/** @param {string} unit @param {string[]} names @param {Line[]} lines */
function levelTable(unit, names, lines) {
  const first = make("col", { width: GUTTER });
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, unit),
    ...names.map((name) => make("th", { scope: "col" }, name)),
  );
  const rows = lines.map((line) =>
    make("tr", {}, make("th", { scope: "row" }, line.title), ...line.cells.map((cell) => make("td", {}, cell))),
  );
  return make("table", {}, make("colgroup", {}, first), make("thead", {}, head), make("tbody", {}, ...rows));
}

/** @param {string} unit @param {string[]} names @param {Line[]} lines */
function tallTable(unit, names, lines) {
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, unit),
    ...lines.map((line) => make("th", { scope: "col" }, line.title)),
  );
  const rows = names.map((name, k) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...lines.map((line) => make("td", {}, line.cells[k]))),
  );
  return make(
    "div",
    { class: "tall scroll", tabindex: 0, role: "region", "aria-label": t("lab.table") },
    make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)),
  );
}
