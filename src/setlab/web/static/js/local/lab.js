// Runs of the laboratory on all cores of this machine: the first N trials of an experiment, as the server and the command line
// compute them.
import { added, simulate } from "../core/core.js";
import { Refusal } from "../shared/api.js";
import { barsOf, besideOf, differenceOf } from "./bars.js";
import { commandOf, readAsked, specOf } from "./specs.js";

/** @typedef {import("./specs.js").Asked} Asked */
/** @typedef {import("./specs.js").Spec} Spec */
/** @typedef {import("../core/types").Tally} Tally */

const MOST_KEPT = 8,
  PIECE = 250; // milliseconds between two messages

/** The tallies of the latest runs, so that they can go on. @type {Map<string, { trials: number, tally: Tally }>} */
const kept = new Map();

/**
 * The tally of the first trials of an experiment.
 * @param {Spec} spec
 * @param {number} seed
 * @param {number} trials
 * @param {AbortSignal} [signal]
 * @param {(tally: Tally, trials: number) => void} [progress]
 */
async function grow(spec, seed, trials, signal, progress = () => {}) {
  const key = JSON.stringify([spec.kernel, spec.record, seed]),
    known = kept.get(key),
    before = known && known.trials <= trials ? known : null;
  if (before) progress(before.tally, before.trials);
  if (before?.trials === trials) return before.tally;
  const first = before?.trials ?? 0;
  const keep = (/** @type {Tally} */ part, /** @type {number} */ done) => {
    const tally = before ? added(before.tally, part) : part;
    kept.delete(key);
    kept.set(key, { trials: first + done, tally });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT) kept.delete(oldest);
    progress(tally, first + done);
    return tally;
  };
  const how = { first, trials: trials - first, signal };
  const part = await simulate(spec.engine, { ...spec.asked, seed }, how, keep);
  return before ? added(before.tally, part) : part;
}

/** @param {string | null} text */
async function finish(text) {
  const asked = readAsked(text ?? ""),
    { spec, show } = await specOf(asked);
  const tally = await grow(spec, asked.seed, asked.trials);
  return { spec, show, seed: asked.seed, trials: asked.trials, histograms: spec.histograms(tally) };
}

/** The bars of a run, when all of its trials are done. @type {import("./answers.js").Handler} */
export async function run(url) {
  const { spec, show, seed, trials, histograms } = await finish(url.searchParams.get("run"));
  const bars = barsOf(histograms, show, trials, await besideOf(spec, show));
  return { trials, command: commandOf(spec, seed, trials), ...bars };
}

/** The test of the difference between two runs. @type {import("./answers.js").Handler} */
export async function comparison(url) {
  const [one, other] = [url.searchParams.get("run"), url.searchParams.get("other")];
  return differenceOf(await finish(one), await finish(other));
}

/**
 * A run that is watched: the same messages as from the server.
 * @param {Asked} asked
 * @param {(message: any) => void} hear
 * @param {AbortSignal} signal
 */
export async function watch(asked, hear, signal) {
  try {
    const { spec, show } = await specOf(asked),
      beside = await besideOf(spec, show),
      began = performance.now();
    let told = began,
      from = -1;
    const message = (/** @type {Tally} */ tally, /** @type {number} */ trials) => {
      const rate = (1000 * (trials - Math.max(from, 0))) / Math.max(performance.now() - began, 1);
      const bars = barsOf(spec.histograms(tally), show, trials, beside);
      const command = commandOf(spec, asked.seed, trials);
      return { trials, wanted: asked.trials, rate: Math.round(10 * rate) / 10, command, ...bars };
    };
    const tally = await grow(spec, asked.seed, asked.trials, signal, (tally, trials) => {
      if (from < 0) from = trials;
      if (signal.aborted || trials === asked.trials || performance.now() < told + PIECE) return;
      told = performance.now();
      hear({ type: "progress", ...message(tally, trials) });
    });
    hear({ type: "done", ...message(tally, asked.trials), complete: true });
  } catch (error) {
    if (signal.aborted) return;
    const [code, reason] = error instanceof Refusal ? [error.code, error.message] : ["unavailable", ""];
    hear({ type: "refused", code, reason });
  }
}
