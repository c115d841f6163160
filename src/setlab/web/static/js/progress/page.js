// My progress: the finds that this browser keeps if the reader wants it, what they show, and practice.
import { localDay } from "../daily/days.js";
import { post } from "../shared/api.js";
import { byId, fill, make } from "../shared/dom.js";
import { checkFinds, FINDS, mergeFinds } from "../shared/finds.js";
import { MERGES } from "../shared/merges.js";
import { announce, ready } from "../shared/page.js";
import { isAlone } from "../shared/place.js";
import { reasonOf } from "../shared/reasons.js";
import { effectsChoice, seenFirst } from "../shared/seen.js";
import { exportAll, importAll, keeps, read, update, watch } from "../shared/store.js";
import { clock, t, whole } from "../shared/words.js";
import { keepsFinds, wantFinds } from "../shared/wants.js";
import { Drill, kindName } from "./drill.js";
import { days, secondsText, tables } from "./figures.js";
import { shownKind, slowestKind, streaks, summary, timed } from "./numbers.js";

/** @typedef {import("../shared/types").KeptFind} KeptFind */

const SENT = 2000; // finds that the server takes at once
const LATER = 60_000;

/** @type {KeptFind[]} */
let finds = [];
const drill = new Drill();
const keep = byId("keep", HTMLInputElement),
  filed = byId("filed", HTMLElement),
  slow = byId("slow", HTMLElement),
  compared = effectsChoice(analyse);

/** @param {any} kept */
function show(kept) {
  finds = checkFinds(kept);
  const counted = timed(finds);
  byId("results", HTMLElement).hidden = !counted.length;
  byId("none", HTMLElement).hidden = counted.length > 0;
  if (!counted.length) return;
  fill(byId("figures", HTMLElement), ...tables(counted));
  fill(byId("days", HTMLElement), days(counted, localDay()));
  if (isAlone) fill(slow, suggestion(null));
  drawFacts(counted).catch(reportError);
}

/** The numbers at the top. @param {import("./numbers.js").Found[]} counted */
async function drawFacts(counted) {
  const row = streaks(finds, localDay()),
    { best } = summary(counted.map(({ seconds }) => seconds));
  const sixty = /** @type {any} */ (await read("sixty"))?.best?.found,
    daily = bestDaily(await read("puzzles")),
    cleared = /** @type {any} */ (await read("solitaire-statistics"))?.cleared;
  const facts = /** @type {[string, string][]} */ ([
    [whole(counted.length), t("progress.fact.found")],
    [whole(row.now), t("progress.fact.row", { most: whole(row.most) })],
    ...(best === null ? [] : [[secondsText(best), t("progress.fact.best")]]),
    ...(Number.isInteger(sixty) ? [[whole(sixty), t("progress.fact.sixty")]] : []),
    ...(daily === null ? [] : [[clock(daily), t("progress.fact.daily")]]),
    ...(Number.isInteger(cleared) && cleared > 0 ? [[whole(cleared), t("progress.fact.cleared")]] : []),
  ]);
  fill(
    byId("facts", HTMLElement),
    ...facts.map(([n, text]) => make("li", {}, make("b", {}, n), make("span", {}, text))),
  );
}

/** The best time for an advanced puzzle without a hint. @param {any} puzzles */
function bestDaily(puzzles) {
  const times = Object.entries(puzzles ?? {}).flatMap(([name, entry]) => {
    const { done, hints, seconds } = /** @type {any} */ (entry ?? {});
    return name.endsWith("-advanced") && done && hints === 0 && Number.isFinite(seconds) ? [seconds] : [];
  });
  return times.length ? Math.min(...times) : null;
}

// What am I slow at? The server analyses the finds, and keeps none of them.

/** @param {string} [effects] */
async function analyse(effects = "") {
  const button = byId("analyse", HTMLButtonElement);
  button.disabled = true;
  try {
    const seen = await post("/api/seen", { finds: finds.slice(-SENT).map(asSent), effects });
    compared.hidden = false;
    fill(slow, suggestion(effects ? null : shownKind(seen)), ...seenFirst(seen));
  } catch (error) {
    fill(slow, make("p", { class: "warn" }, reasonOf(error, "progress.slow.trouble")), suggestion(null));
  } finally {
    button.disabled = false;
  }
}

/** What the server needs of a find. @param {KeptFind} find */
const asSent = ({ at, began, game, dimension, slots, ages, found = [], cards, seconds, hint = false }) => ({
  at,
  began,
  game,
  dimension,
  slots,
  ages,
  found,
  cards,
  seconds,
  hint,
});

/** What to practise: what the analysis shows, else what took longest so far. @param {string | null} shown */
function suggestion(shown) {
  const kind = shown ?? slowestKind(timed(finds).filter(({ game }) => game !== "kind"));
  if (!kind) return null;
  const practise = () => {
    drill.choose(kind);
    byId("drill-title", HTMLElement).scrollIntoView();
    drill.deal();
  };
  return make(
    "p",
    { class: "row next" },
    make("span", {}, t(shown ? "progress.slow.shown" : "progress.slow.perhaps", { kind: kindName(kind) })),
    make("button", { class: "btn main", type: "button", onclick: practise }, t("progress.slow.practise")),
  );
}

// The results as a file, and away.

async function save() {
  const link = make("a", { download: `setlab-progress-${localDay()}.json` });
  link.href = URL.createObjectURL(new Blob([await exportAll()], { type: "application/json" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LATER);
}

/** @param {Event} event */
async function take(event) {
  const input = /** @type {HTMLInputElement} */ (event.target),
    [file] = input.files ?? [];
  input.value = "";
  if (!file) return;
  const before = finds.length;
  try {
    await importAll(await file.text(), MERGES);
    filed.textContent = t("progress.file.loaded", { n: checkFinds(await read(FINDS)).length - before });
  } catch {
    filed.textContent = t("progress.file.bad");
  }
}

/** Forget the finds; until the page is left, they can come back. */
async function forget() {
  const before = finds;
  await update(FINDS, () => undefined);
  const undo = make("button", { class: "link", type: "button" }, t("sixty.undo"));
  undo.addEventListener("click", async () => {
    await update(FINDS, (kept) => mergeFinds(before, kept));
    filed.textContent = "";
    byId("forget", HTMLElement).focus();
  });
  fill(filed, t("progress.file.forgotten"), " ", undo);
  undo.focus();
}

async function begin() {
  compared.hidden = true;
  slow.before(compared);
  keep.checked = keepsFinds();
  keep.addEventListener("change", () => {
    const kept = wantFinds(keep.checked);
    announce(t(keep.checked ? "progress.on" : "progress.off"));
    byId("trouble", HTMLElement).textContent = kept ? "" : t("progress.unkept");
  });
  byId("analyse", HTMLElement).addEventListener("click", () => analyse());
  byId("ask", HTMLElement).hidden = isAlone;
  byId("alone", HTMLElement).hidden = !isAlone;
  byId("save", HTMLElement).addEventListener("click", () => save());
  byId("load", HTMLElement).addEventListener("click", () => byId("file", HTMLElement).click());
  byId("file", HTMLElement).addEventListener("change", take);
  byId("forget", HTMLElement).addEventListener("click", () => forget());
  if (!(await keeps())) byId("trouble", HTMLElement).textContent = t("progress.unkept");
  show(await read(FINDS));
  await watch(FINDS, show);
}

await begin();
ready();
