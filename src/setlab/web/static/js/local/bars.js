// The bars of a quantity with the values beside them, and the test of the difference of two runs: what
// src/setlab/web/laboratory/views.py makes of a tally.
import { get, Refusal } from "../shared/api.js";
import { compare, exactly, nearest, readFraction, total } from "./rational.js";
import { compareSamples, compareWithProportions, pText, proportionInterval } from "./stats.js";

/** @typedef {import("./rational.js").Fraction} Fraction */
/** @typedef {import("./specs.js").Spec} Spec */
/** @typedef {import("./specs.js").Histograms} Histograms */
/** @typedef {import("./specs.js").Counts} Counts */
/** @typedef {import("../lab/types").Bar} Bar */
/** @typedef {string | number} Key */
/** @typedef {{ value: number, low: number | null, high: number | null, count: number }} Estimate */
/** @typedef {{ proportion: number, printed: string, low: number, high: number, computed: boolean, misprint: boolean, confidence: number }} Printed */

/** What is known beside a quantity. @typedef {{ reference: any, exact: Map<Key, Fraction>, printed: Map<Key, Printed> }} Beside */

const LEVEL = 0.95,
  RARE = 1e-5, // a value that did not come up has a bar if its exact proportion is larger
  UNLIKELY = 0.01,
  DIFFERENT = 0.01,
  TELLING = 10;

/** The values of the quantities that have only a few. @type {{ [show: string]: Key[] }} */
const POSSIBLE = { clear: [0, 1], declared: [0, 1], winner: ["xavier", "olivia", "draw"] };
const RARELY = "draw"; // shown only if it came up

/** @type {Map<string, Promise<any>>} by kernel */
const references = new Map();

/** @param {string} kernel */
function referencesOf(kernel) {
  const known = references.get(kernel) ?? get(`/api/lab/references/${kernel}`);
  references.set(kernel, known);
  known.catch(() => references.delete(kernel));
  return known;
}

/** What stands beside a quantity of an experiment. @param {Spec} spec @param {string} show @returns {Promise<Beside & { impossible: number[] }>} */
export async function besideOf({ kernel, record }, show) {
  const { cases, impossible } = await referencesOf(kernel);
  const found = cases.find(
    (/** @type {any} */ each) => each.show === show && textOf(each.parameters) === textOf(record),
  );
  const { reference = null, exact = {}, printed = {} } = found ?? {};
  const never = show === "leftover" ? impossible[namesOf(record)] : undefined;
  const keyed = (/** @type {object} */ values) =>
    Object.entries(values).map(([key, value]) => /** @type {[Key, any]} */ ([Number(key), value]));
  const fractions = keyed(exact).map(([key, text]) => /** @type {[Key, Fraction]} */ ([key, readFraction(text)]));
  return { reference, exact: new Map(fractions), printed: new Map(keyed(printed)), impossible: never ?? [] };
}

/** The values and the lost cards of a game, as the references name them. @param {{ [name: string]: any }} record */
function namesOf({ values, lost }) {
  if (values === undefined) return "";
  const name = Array.isArray(lost) ? (lost[2] === 2 ? "set" : "no-set") : lost;
  return `${values} ${name}`;
}

/** @param {{ [name: string]: any }} record */
const textOf = (record) =>
  JSON.stringify(Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))));

/**
 * The bars of a quantity, with the values beside them.
 * @param {Histograms} histograms
 * @param {string} show
 * @param {number} trials
 * @param {Beside & { impossible: number[] }} beside
 */
export function barsOf(histograms, show, trials, { reference, exact, printed, impossible }) {
  const estimates = estimatesOf(histograms, show, trials);
  const likely = [...exact].filter(([, p]) => compare(p, exactly(RARE)) > 0).map(([key]) => key);
  const keys = keysOf(estimates, new Set([...likely, ...printed.keys()]), POSSIBLE[show]);
  const judged = keys.filter((key) => exact.has(key)).length;
  const each = 1 - (1 - LEVEL) / Math.max(1, judged);
  const bars = keys.map((key) => {
    const estimate = estimates.get(key) ?? estimateOf(0, trials);
    return { key: String(key), ...estimate, ...besideBar(estimate, trials, exact.get(key), printed.get(key), each) };
  });
  const shown = new Set(keys.map(String));
  const never = impossible.filter((key) => shown.has(String(key)));
  return { bars, reference, fit: fitOf(histograms[show], exact), impossible: never, level: LEVEL };
}

/** @param {Histograms} histograms @param {string} show @param {number} trials @returns {Map<Key, Estimate>} */
function estimatesOf(histograms, show, trials) {
  if (show === "none") return mapped(later(Object.values(histograms)[0]), (count) => estimateOf(count, trials));
  if (show !== "no_set") return mapped(histograms[show], (count) => estimateOf(count, trials));
  return mapped(histograms.searches, (searches, cards) =>
    estimateOf(histograms.no_set.get(cards) ?? 0n, Number(searches)),
  );
}

/** @param {Counts} counts @param {(count: bigint, key: Key) => Estimate} estimate @returns {Map<Key, Estimate>} */
const mapped = (counts, estimate) => new Map([...counts].map(([key, count]) => [key, estimate(count, key)]));

/** For every n, the number of decks whose first flat comes after n cards. @param {Counts} counts @returns {Counts} */
function later(counts) {
  const most = Math.max(...[...counts.keys()].map(Number));
  const after = (/** @type {number} */ n) =>
    [...counts].reduce((sum, [cards, count]) => (Number(cards) > n ? sum + count : sum), 0n);
  return new Map(Array.from({ length: most + 1 }, (_, n) => [n, after(n)]));
}

/** @param {bigint | number} count @param {number} trials @returns {Estimate} */
function estimateOf(count, trials) {
  const cases = Number(count);
  return { count: cases, value: cases / trials, ...proportionInterval(cases, trials, LEVEL) };
}

/** The values that came up, and those that should have. @param {Map<Key, Estimate>} estimates @param {Set<Key>} known @param {Key[]} [possible] */
function keysOf(estimates, known, possible) {
  const seen = [...estimates].filter(([, { count }]) => count).map(([key]) => key);
  if (possible) return possible.filter((key) => key !== RARELY || seen.includes(key));
  const keys = [...new Set([...known, ...seen])];
  return (keys.length ? keys : [...estimates.keys()]).sort((a, b) => Number(a) - Number(b));
}

/**
 * @param {Estimate} estimate
 * @param {number} trials
 * @param {Fraction | undefined} exact
 * @param {Printed | undefined} printed
 * @param {number} confidence
 * @returns {Partial<Bar>}
 */
function besideBar({ count, value }, trials, exact, printed, confidence) {
  const made = count ? Math.round(count / value) : trials; // of searches of a table there are other numbers than of games
  if (exact) {
    const { low, high } = proportionInterval(count, made, confidence);
    const inside = compare(exactly(low), exact) <= 0 && compare(exact, exactly(high)) <= 0;
    return { reference: nearest(exact), verdict: inside ? "inside" : "outside" };
  }
  if (!printed) return {};
  return { reference: printed.proportion, printed: printed.printed, verdict: besidePrint(count, made, printed) };
}

/** @param {number} count @param {number} trials @param {Printed} printed @returns {Bar["verdict"]} */
function besidePrint(count, trials, printed) {
  const { low, high } = proportionInterval(count, trials, printed.confidence);
  if (printed.low <= low && high <= printed.high) return "agrees";
  if (!(low <= printed.high && printed.low <= high)) return printed.misprint ? "misprint" : "differs";
  return high - low <= TELLING * (printed.high - printed.low) && !printed.computed ? "agrees" : "open";
}

/** The test of the whole histogram against a whole distribution. @param {Counts | undefined} counts @param {Map<Key, Fraction>} exact */
function fitOf(counts, exact) {
  const whole = total(exact.values());
  if (!counts?.size || whole.p !== whole.q) return null;
  const found = compareWithProportions(numbered(counts), /** @type {Map<number, Fraction>} */ (exact));
  if (!found.degrees) return null;
  return { test: "chi-square", degrees: found.degrees, p: pText(found.log10p), fits: found.p >= UNLIKELY };
}

/** @param {Counts} counts @returns {Map<number, bigint>} */
const numbered = (counts) => new Map([...counts].map(([key, count]) => [Number(key), count]));

/** @typedef {{ spec: Spec, seed: number, show: string, histograms: Histograms }} Made a run that is done */

/** The test of the difference between two runs. @param {Made} one @param {Made} other */
export function differenceOf(one, other) {
  if (one.seed === other.seed)
    throw new Refusal("runs with one seed are not independent: give the second run another seed", "bad-request", 409);
  const [first, second] = [one, other].map(({ spec, show, histograms }) => {
    return histograms[spec.compared.includes(show) ? show : spec.compared[0]];
  });
  const keys = [...new Set([...first.keys(), ...second.keys()])].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  const places = (/** @type {Counts} */ counts) =>
    new Map([...counts].map(([key, count]) => [typeof key === "number" ? key : keys.indexOf(key), count]));
  const { statistic, degrees, distance, log10p, p } = compareSamples(places(first), places(second));
  const verdict = { alike: keys.length === 1, differs: degrees > 0 && p < DIFFERENT };
  return { test: "chi-square", statistic, degrees, distance, p: pText(log10p), ...verdict, level: DIFFERENT };
}
