// The laboratory: ask, watch the histogram settle, stop, go on, compare, take home, repeat.
import { get } from "../shared/api.js";
import { byId, fill, make, redraw, style } from "../shared/dom.js";
import { copy } from "../shared/invite.js";
import { announce, ready } from "../shared/page.js";
import { isAlone } from "../shared/place.js";
import { reasonOf } from "../shared/reasons.js";
import { SayLine } from "../shared/say.js";
import { capital, hasText, t, whole } from "../shared/words.js";
import { showAsks } from "./asks.js";
import { difference, referenceName, sentences } from "./finding.js";
import { fields, seriesNames } from "./form.js";
import { isLevel, legend, plot } from "./plot.js";
import { Run } from "./run.js";
import { address, another, changedParameters, newSeed, readState } from "./state.js";
import { tableOfOne, tableOfTwo } from "./values.js";

/** @typedef {import("./types").Question} Question */
/** @typedef {import("./types").State} State */

const svg = byId("plot", SVGSVGElement);
const line = new SayLine(byId("say", HTMLElement), () => ({ tone: "", text: status() }));
/** @type {Question[]} */
let questions = [];
/** @type {State} */
let state;
/** @type {Run[]} */
let runs = [];
let compared = "";

const currentQuestion = () => /** @type {Question} */ (questions.find((each) => each.question === state.question));
const trials = () => Math.min(...runs.map((run) => run.trials));
const isRunning = () => runs.some((run) => run.isRunning);
const keysOf = () =>
  [...new Set(runs.flatMap((run) => run.progress?.bars.map((bar) => bar.key) ?? []))].sort(
    (a, b) => Number(a) - Number(b) || 0,
  );

/** Show a state: its form, and a run for each series. @param {State} wanted @param {"push" | "replace"} how */
function show(wanted, how) {
  const focus = document.activeElement?.id;
  state = wanted;
  history[how === "push" ? "pushState" : "replaceState"](null, "", address(state, currentQuestion()));
  showAsks(state.question);
  byId("ask", HTMLElement).textContent = t(`lab.ask.${state.question}`);
  if (hasText(`lab.askAt.${state.question}`))
    byId("ask", HTMLElement).textContent = t(`lab.askAt.${state.question}`, { n: state.values.histogram_at });
  byId("about", HTMLElement).textContent = t(`lab.about.${state.question}`);
  document.title = `${byId("ask", HTMLElement).textContent} · setlab`;
  fill(byId("wishes", HTMLElement), ...fields(state, currentQuestion(), (next) => show(next, "push")));
  if (focus) document.getElementById(focus)?.focus();
  start();
}

/** Run what the state says; runs that the server has already go on where they ended. */
function start() {
  for (const run of runs) run.drop();
  compared = "";
  const { kernel } = currentQuestion();
  const series = state.other ? [state.values, state.other] : [state.values];
  runs = series.map(
    (values, i) =>
      new Run(
        {
          kernel,
          parameters: changedParameters(values, currentQuestion()),
          seed: state.seed + i,
          trials: state.trials,
          show: state.show,
        },
        redrawResults,
      ),
  );
  announce(t("lab.started"));
  redrawResults();
}

function redrawResults() {
  if (runs.some((run) => run.progress)) drawBars();
  drawProgress();
  drawRepeat();
  drawFinding();
}

function drawProgress() {
  const unit = currentQuestion().unit;
  byId("trials", HTMLElement).textContent = whole(trials());
  byId("of", HTMLElement).textContent = t(`lab.unit.${unit}.of`, { n: whole(state.trials) });
  style(byId("done", HTMLElement), { "--v": Math.max(trials() / state.trials, 0.01) });
  byId("go", HTMLElement).textContent = t(isRunning() ? "lab.stop" : trials() < state.trials ? "lab.goOn" : "lab.more");
  byId("go", HTMLButtonElement).disabled = !isRunning() && trials() >= currentQuestion().most;
  byId("compare", HTMLElement).setAttribute("aria-pressed", String(Boolean(state.other)));
  if (isRunning()) line.refresh();
  else if (runs.some((run) => run.phase === "refused"))
    line.say({ tone: "wrong", strong: t("lab.refused"), text: refusal(), after: tryAgain() }, true);
  else line.say({ tone: "", text: status() }, true);
}

function status() {
  const [n, of, unit] = [whole(trials()), whole(state.trials), currentQuestion().unit];
  const place = Math.max(...runs.map((run) => run.place));
  if (place && !trials()) return t("lab.queued", { n: place });
  if (isRunning())
    return trials()
      ? t("lab.running", {
          rate: whole(Math.round(Math.min(...runs.map((run) => run.progress?.rate || 0)))),
          unit: t(`lab.unit.${unit}.many`),
        })
      : t("lab.starting");
  if (runs.some((run) => run.phase === "budget"))
    return t("lab.budget", { n, of, unit: t(`lab.unit.${unit}.many`), seconds: currentQuestion().seconds });
  if (runs.some((run) => run.phase === "stopped")) return t("lab.stopped", { n, of, unit: t(`lab.unit.${unit}.many`) });
  return t("lab.done", { n, unit: t(`lab.unit.${unit}.many`), seed: state.seed });
}

const refusal = () => runs.map((run) => run.reason).find(Boolean) ?? t("lab.lost");
const tryAgain = () => make("button", { class: "btn", type: "button", onclick: start }, t("lab.tryAgain"));

/** The name of a value on the axis. @param {string} key */
const keyName = (key) => (hasText(`lab.key.${state.show}.${key}`) ? t(`lab.key.${state.show}.${key}`) : key);

function drawBars() {
  const keys = keysOf();
  const names = keys.map(keyName);
  const [one, two] = runs.map((run) => run.progress?.bars ?? []);
  const axis = t(`lab.axis.${axisOf()}`);
  const series = runs.map((run, i) => ({ bars: run.progress?.bars ?? [], b: i > 0 }));
  plot(svg, keys, names, series, t("lab.picture", { axis }));
  const level = isLevel(svg.clientWidth, keys.length, runs.length);
  const reference = runs[0].progress?.reference ?? null;
  redraw(
    byId("values", HTMLElement),
    two ? tableOfTwo(capital(axis), names, keys, [one, two]) : tableOfOne(capital(axis), names, one, reference, level),
  );
  const off = runs.some((run) =>
    run.progress?.bars.some((bar) => bar.verdict === "misprint" || bar.verdict === "differs"),
  );
  fill(
    byId("legend", HTMLElement),
    ...legend(
      seriesNames(state, currentQuestion()),
      referenceName(runs[0].progress) ?? referenceName(runs[1]?.progress ?? null),
      off,
    ),
  );
}

const axisOf = () => (state.show === "at" ? state.question : state.show);

function drawRepeat() {
  byId("command", HTMLElement).textContent = runs.map((run) => run.progress?.command ?? "").join("\n");
  const links = runs.map((run, i) =>
    download(
      "data.csv",
      new URLSearchParams({ run: JSON.stringify(run.shown) }),
      t(runs.length > 1 ? `lab.data.${i ? "second" : "first"}` : "lab.data.one"),
    ),
  );
  const query = new URLSearchParams({ run: JSON.stringify(runs[0].shown) });
  if (runs[1]) query.set("other", JSON.stringify(runs[1].shown));
  if (isAlone) return; // data and figures are made by a server
  fill(byId("downloads", HTMLElement), ...links, download("figure.svg", query, t("lab.figure")));
}

/**
 * A file of the run as it is shown; while it runs there is none.
 * @param {string} file
 * @param {URLSearchParams} query
 * @param {string} text
 */
function download(file, query, text) {
  const ready = !isRunning() && trials() > 0;
  query.set("download", "true");
  return ready
    ? make("a", { class: "btn", href: `/api/lab/${file}?${query}`, download: true }, text)
    : make("span", { class: "btn", "aria-disabled": "true" }, text);
}

function drawFinding() {
  const at = byId("finding", HTMLElement);
  const first = runs[0].progress;
  if (runs.length === 1) return redraw(at, ...(first ? sentences(first) : []));
  const key = JSON.stringify(runs.map((run) => run.shown));
  if (isRunning() || !trials()) return fill(at, make("p", { class: "quiet" }, t("lab.comparing")));
  if (compared === key) return;
  compared = key;
  difference(runs[0], runs[1]).then(
    (found) => compared === key && fill(at, ...found),
    (error) => compared === key && fill(at, make("p", { class: "warn" }, reasonOf(error))),
  );
}

function go() {
  if (isRunning()) {
    for (const run of runs) if (run.isRunning) run.stop();
    history.replaceState(null, "", address({ ...state, trials: Math.max(1, trials()) }, currentQuestion()));
  } else if (trials() < state.trials) {
    show(state, "replace");
  } else {
    show({ ...state, trials: Math.min(currentQuestion().most, state.trials * 10) }, "push");
  }
}

/** @param {Event} event */
async function copyCommand(event) {
  const button = /** @type {HTMLElement} */ (event.target);
  await copy(byId("command", HTMLElement).textContent ?? "");
  button.textContent = t("lab.copied");
  announce(t("lab.copied"));
  setTimeout(() => (button.textContent = t("lab.copy")), 2000);
}

async function open() {
  try {
    ({ questions } = await get("/api/lab/questions"));
  } catch (error) {
    line.say(
      {
        tone: "wrong",
        strong: t("lab.refused"),
        text: reasonOf(error),
        after: make("button", { class: "btn", type: "button", onclick: open }, t("lab.tryAgain")),
      },
      true,
    );
    return;
  }
  show(readState(new URLSearchParams(location.search), questions), "replace");
  let wide = svg.clientWidth;
  new ResizeObserver(() => {
    if (svg.clientWidth !== wide && runs.some((run) => run.progress)) drawBars();
    wide = svg.clientWidth;
  }).observe(svg);
}

byId("go", HTMLElement).addEventListener("click", go);
byId("again", HTMLElement).addEventListener("click", () => show({ ...state, seed: newSeed() }, "push"));
byId("compare", HTMLElement).addEventListener("click", () =>
  show({ ...state, other: state.other ? null : another(state.values, currentQuestion()) }, "push"),
);
byId("copy", HTMLElement).addEventListener("click", copyCommand);
byId("wishes", HTMLElement).addEventListener("submit", (event) => event.preventDefault());
addEventListener(
  "popstate",
  () => questions.length && show(readState(new URLSearchParams(location.search), questions), "replace"),
);
await open();
ready();
