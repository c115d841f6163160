// The report of `setlab reproduce`: every claim of the sources with its printed value, our value and the verdict.
import { byId, fill, make } from "../shared/dom.js";
import { ready } from "../shared/page.js";
import { SayLine } from "../shared/say.js";
import { capital, t } from "../shared/words.js";
import { openPage } from "./asks.js";

/** @typedef {import("./types").Item} Item */

const line = new SayLine(byId("say", HTMLElement), () => ({
  tone: "",
  text: t("lab.results.shown", { n: selectItems().length, of: items.length }),
}));
/** @type {Item[]} */
let items = [];

const query = () => new URLSearchParams(location.search);

/** The items that the address asks for. */
function selectItems() {
  const [source, verdict, item] = [query().get("source"), query().get("verdict"), query().get("item")];
  return items.filter(
    (each) =>
      (!source || each.source === source) && (!verdict || each.verdict === verdict) && (!item || each.id === item),
  );
}

/** @param {"source" | "verdict"} name @param {string} value */
function choose(name, value) {
  const next = query();
  next.delete("item");
  if (value) next.set(name, value);
  else next.delete(name);
  history.pushState(null, "", `?${next}`);
  show();
}

function show() {
  const focus = document.activeElement?.id;
  const cited = Object.fromEntries(items.map((item) => [item.source, item.cited]));
  const sources = Object.entries(cited).map(([key, text]) => /** @type {[string, string]} */ ([key, text]));
  const verdicts = [...new Set(items.map((item) => item.verdict))].map(
    (key) =>
      /** @type {[string, string]} */ ([
        key,
        `${t(`lab.results.verdict.${key}`)} (${items.filter((item) => item.verdict === key).length})`,
      ]),
  );
  fill(
    byId("wishes", HTMLElement),
    field("source", t("lab.results.source"), sources, "en"),
    field("verdict", t("lab.results.verdictTitle"), verdicts),
    query().get("item") && make("a", { class: "btn", href: "/lab/results" }, t("lab.results.all")),
  );
  if (focus) document.getElementById(focus)?.focus();
  fill(byId("items", HTMLElement), ...selectItems().map(entry));
  line.say({ tone: "", text: t("lab.results.shown", { n: selectItems().length, of: items.length }) }, true);
}

/**
 * @param {"source" | "verdict"} name
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {string} [lang]
 */
function field(name, label, choices, lang) {
  const read = (/** @type {Event} */ event) => choose(name, /** @type {HTMLSelectElement} */ (event.target).value);
  const options = choices.map(([value, text]) =>
    make("option", { value, lang, selected: query().get(name) === value }, text),
  );
  return make(
    "label",
    { class: "field" },
    label,
    make("select", { id: name, onchange: read }, make("option", { value: "" }, t("lab.results.every")), ...options),
  );
}

/** @param {Item} item */
function entry(item) {
  const parts = [
    ["printed", item.printed],
    ["ours", item.ours],
    ["exact", item.exact === item.ours ? "" : item.exact],
    ["interval", item.interval && !item.rows?.length ? item.interval.map((end) => end.toPrecision(6)).join(" – ") : ""],
    ["why", item.why],
  ].flatMap(([name, text]) =>
    text ? [make("dt", {}, t(`lab.results.${name}`)), make("dd", { lang: "en" }, text)] : [],
  );
  const commands = item.commands.map((command) => make("pre", {}, command));
  return make(
    "li",
    { id: item.id },
    make("h2", { lang: "en" }, capital(item.what)),
    make("span", { class: "verdict", "data-verdict": item.verdict }, t(`lab.results.verdict.${item.verdict}`)),
    make("p", { class: "quiet small", lang: "en" }, `${item.id} · ${item.cited}, ${item.place}`),
    make(
      "dl",
      {},
      ...parts,
      commands.length > 0 && make("dt", {}, t("lab.results.command")),
      commands.length > 0 && make("dd", {}, ...commands),
    ),
    details(item),
  );
}

/** The quotation, and the figures one by one. @param {Item} item */
function details(item) {
  const rows = (item.rows ?? []).map((row) =>
    make(
      "tr",
      {},
      ...[row.at, row.printed, row.ours].map((text) => make("td", { lang: "en" }, text)),
      make("td", {}, t(`lab.results.verdict.${row.verdict}`)),
      make("td", { lang: "en", class: "small quiet" }, row.why),
    ),
  );
  const head = ["at", "printed", "ours", "verdictTitle", "why"].map((name) =>
    make("th", { scope: "col" }, t(`lab.results.${name}`)),
  );
  const table =
    rows.length > 0 &&
    make(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": item.id },
      make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)),
    );
  return make(
    "details",
    {},
    make("summary", {}, t("lab.results.more")),
    make("blockquote", { lang: "en" }, item.quote),
    table,
  );
}

byId("wishes", HTMLElement).addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", show);
await openPage("results", line, (data) => {
  ({ items } = data);
  show();
});
ready();
