// The exact tables: choose one, read its integers, fractions and decimals, see its curve and what proves it.
import { get } from "../shared/api.js";
import { byId, draw, fill, make } from "../shared/dom.js";
import { copy } from "../shared/invite.js";
import { announce, ready } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { SayLine } from "../shared/say.js";
import { capital, decimal, hasText, language, percent, t, whole } from "../shared/words.js";
import { openPage } from "./asks.js";
import { axis } from "./numbers.js";

/** @typedef {import("./types").Exact} Exact */
/** @typedef {import("./types").Tables} Tables */
/** @typedef {{ table: string, dimension: number, cards: number | null }} Chosen */

const [LEFT, UP, DOWN, TALL] = [72, 12, 262, 300];
const BARS = ["sets", "leftovers"];
const UNIT = { "no-set": "chance", sets: "chance", planes: "chance", leftovers: "chance" };
const line = new SayLine(byId("say", HTMLElement), () => ({ tone: "", text: "" }));
const svg = byId("plot", SVGSVGElement);
/** @type {Tables} */
let tables = {};
/** @type {Exact | null} */
let shown = null;

/** The request in the address. @returns {Chosen} */
function readAddress() {
  const query = new URLSearchParams(location.search);
  const table = tables[query.get("table") ?? ""] ? String(query.get("table")) : Object.keys(tables)[0];
  const [low, high] = tables[table].dimensions;
  const dimension = Number(query.get("dimension") ?? Math.min(high, Math.max(low, 4)));
  const cards = tables[table].cards === null ? null : Number(query.get("cards") ?? tables[table].cards);
  return { table, dimension: Math.min(high, Math.max(low, Math.round(dimension) || low)), cards };
}

/** @param {Partial<Chosen>} changes */
function choose(changes) {
  const next = { ...readAddress(), ...changes };
  const query = new URLSearchParams(location.search);
  query.set("table", next.table);
  query.delete("dimension");
  query.delete("cards");
  if (!changes.table) query.set("dimension", String(next.dimension));
  if (!changes.table && next.cards !== null) query.set("cards", String(next.cards));
  history.pushState(null, "", `?${query}`);
  load();
}

async function load() {
  const { table, dimension, cards } = readAddress();
  const focus = document.activeElement?.id;
  fill(byId("wishes", HTMLElement), ...fields(readAddress()));
  if (focus) document.getElementById(focus)?.focus();
  byId("about", HTMLElement).textContent = t(`lab.exact.about.${table}`);
  try {
    shown = await get(`/api/lab/exact/${table}?dimension=${dimension}${cards === null ? "" : `&cards=${cards}`}`);
    line.rest();
    drawAll();
  } catch (error) {
    const again = make("button", { class: "btn", type: "button", onclick: load }, t("lab.tryAgain"));
    line.say({ tone: "wrong", strong: t("lab.refused"), text: reasonOf(error), after: again }, true);
  }
}

/** @param {Chosen} now */
function fields({ table, dimension, cards }) {
  const [low, high] = tables[table].dimensions;
  const all = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const names = Object.keys(tables).map(
    (name) => /** @type {[string, string]} */ ([name, t(`lab.exact.name.${name}`)]),
  );
  const sizes = all.map(
    (d) => /** @type {[string, string]} */ ([String(d), t("lab.properties", { n: d, cards: whole(3 ** d) })]),
  );
  return [
    field(
      t("lab.exact.table"),
      select("table-name", names, table, (name) => choose({ table: name })),
    ),
    table !== "caps" &&
      field(
        t("lab.parameter.dimension"),
        select("dimension", sizes, String(dimension), (d) => choose({ dimension: Number(d) })),
      ),
    cards !== null &&
      field(
        t(table === "leftovers" ? "lab.parameter.table" : "lab.parameter.histogram_at"),
        number(cards, 3 ** dimension),
      ),
  ];
}

/** @param {number} now @param {number} most */
function number(now, most) {
  const read = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.checkValidity() && input.value) choose({ cards: Number(input.value) });
  };
  return make("input", { id: "cards", type: "number", min: 3, max: most, value: Math.min(now, most), onchange: read });
}

/** @param {string} id @param {[string, string][]} choices @param {string} now @param {(value: string) => void} give */
function select(id, choices, now, give) {
  const read = (/** @type {Event} */ event) => give(/** @type {HTMLSelectElement} */ (event.target).value);
  return make(
    "select",
    { id, onchange: read },
    ...choices.map(([value, text]) => make("option", { value, selected: value === now }, text)),
  );
}

/** @param {string} label @param {HTMLElement} control */
const field = (label, control) => make("label", { class: "field" }, capital(label), control);

function drawAll() {
  if (!shown) return;
  drawCurve(shown);
  fill(byId("table", HTMLElement), tableOf(shown));
  const proofs = shown.verified.map(({ claim, how, by }) =>
    make(
      "li",
      {},
      make("strong", { lang: "en" }, capital(claim)),
      ` · ${t(`lab.exact.how.${how}`)}`,
      make("br"),
      make("span", { class: "quiet small", lang: "en" }, by),
    ),
  );
  fill(byId("proof", HTMLElement), ...(proofs.length ? proofs : [make("li", {}, t("lab.exact.cited"))]));
  byId("command", HTMLElement).textContent = shown.command;
  byId("caption", HTMLElement).textContent = caption(shown);
}

/** @param {Exact} exact */
function caption({ table, found }) {
  const facts = Object.entries(found).filter(
    ([name, value]) => value !== null && hasText(`lab.exact.found.${table}.${name}`),
  );
  const written = (/** @type {string} */ text) =>
    text.includes(".") ? Number(text).toLocaleString(language, { maximumFractionDigits: 4 }) : groupDigits(text);
  return facts
    .map(([name, value]) => t(`lab.exact.found.${table}.${name}`, { value: written(String(value)) }))
    .join(" ");
}

/** @param {Exact} exact */
function tableOf({ columns, rows }) {
  if (!rows.length) return make("p", {}, t("lab.exact.unknownTable"));
  const words = (/** @type {string} */ name) => (name === "source" ? "prose" : "");
  const head = columns.map((name) => make("th", { scope: "col", class: words(name) }, t(`lab.exact.column.${name}`)));
  const body = rows.map((row) =>
    make(
      "tr",
      {},
      ...row.map((cell, i) =>
        i
          ? make(
              "td",
              { class: words(columns[i]) || columns[i], lang: words(columns[i]) ? "en" : null },
              cellText(cell, columns[i]),
            )
          : make("th", { scope: "row" }, cellText(cell, columns[i])),
      ),
    ),
  );
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
}

/** @param {string | null} cell @param {string} column */
function cellText(cell, column) {
  if (cell === null) return make("em", { class: "quiet" }, t("lab.exact.unknown"));
  if (column === "decimal" || column === "mean") return decimal(cell);
  return column === "source" ? cell : groupDigits(cell);
}

/** The whole numbers of a text, such as a fraction, with their digits in groups. @param {string} text */
const groupDigits = (text) => text.replaceAll(/\d{4,}/g, whole);

/** @param {Exact} exact */
function drawCurve({ curve, table }) {
  const wide = svg.clientWidth || 600;
  const points = /** @type {[number, number][]} */ (curve.filter(([, y]) => y !== null));
  svg.toggleAttribute("hidden", points.length < 2);
  if (points.length < 2) return;
  const [first, last] = [curve[0][0], Math.max(curve[curve.length - 1][0], curve[0][0] + 1)];
  const [top, step] = axis(Math.max(...points.map(([, y]) => y)));
  const edge = BARS.includes(table) ? 36 : 12;
  const x = (/** @type {number} */ n) => LEFT + edge + ((wide - LEFT - 2 * edge - 4) * (n - first)) / (last - first);
  const y = (/** @type {number} */ v) => DOWN - ((DOWN - UP) * v) / top;
  const chance = table in UNIT;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  const grid = ticks.flatMap((v) => [
    draw("path", { class: "grid", d: `M${LEFT} ${y(v)}H${wide}` }),
    draw(
      "text",
      { x: LEFT - 8, y: y(v) + 5, "text-anchor": "end" },
      chance ? percent(v, { maximumSignificantDigits: 3 }) : v.toLocaleString(language),
    ),
  ]);
  const every = Math.max(1, Math.ceil((36 * (last - first + 1)) / (wide - LEFT)));
  const labels = curve
    .filter(([n]) => BARS.includes(table) || (n - first) % every === 0)
    .map(([n]) => draw("text", { x: x(n), y: DOWN + 22, "text-anchor": "middle" }, n));
  const bar = Math.min(58, (0.6 * (wide - LEFT)) / (last - first + 1));
  const dots = points.map(([n, v]) =>
    BARS.includes(table)
      ? draw("rect", { class: "bar-of", x: x(n) - bar / 2, y: y(v), width: bar, height: DOWN - y(v) })
      : draw("circle", { class: "dot", cx: x(n), cy: y(v), r: points.length > 60 ? 2.5 : 4 }),
  );
  svg.setAttribute("viewBox", `0 0 ${wide} ${TALL}`);
  svg.setAttribute("aria-label", t("lab.picture", { axis: t(`lab.exact.name.${table}`) }));
  svg.replaceChildren(...grid, ...labels, ...dots);
}

byId("copy", HTMLElement).addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  await copy(byId("command", HTMLElement).textContent ?? "");
  button.textContent = t("lab.copied");
  announce(t("lab.copied"));
  setTimeout(() => (button.textContent = t("lab.copy")), 2000);
});
byId("wishes", HTMLElement).addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", load);
new ResizeObserver(() => shown && drawCurve(shown)).observe(byId("table", HTMLElement));

await openPage("exact", line, (data) => {
  ({ tables } = data);
  return load();
});
ready();
