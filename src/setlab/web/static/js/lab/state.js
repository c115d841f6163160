// The state of the laboratory and the address that stands for it: the same address shows the same numbers.
import { pageAddress } from "../shared/place.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Question} Question */
/** @typedef {import("./types").Values} Values */
/** @typedef {import("./types").Parameter} Parameter */

const OTHER = "b.";
const LARGEST_SEED = 2 ** 53 - 1;
const FEW_SEEDS = 100_000;

/** A seed that is easy to tell somebody. */
export const newSeed = () => Math.floor(Math.random() * FEW_SEEDS);

/**
 * The state that an address stands for.
 * @param {URLSearchParams} query
 * @param {Question[]} questions
 * @returns {State}
 */
export function readState(query, questions) {
  const asked = questions.find((each) => each.question === query.get("question")) ?? questions[0];
  const other = [...query.keys()].some((name) => name.startsWith(OTHER));
  const show = query.get("show") ?? "";
  return {
    question: asked.question,
    values: readValues(query, asked, ""),
    other: other ? readValues(query, asked, OTHER) : null,
    seed: whole(query.get("seed"), 0, LARGEST_SEED) ?? newSeed(),
    trials: whole(query.get("trials"), 1, asked.most) ?? asked.trials,
    show: asked.shows.includes(show) ? show : asked.shows[0],
  };
}

/** The address of a state. @param {State} state @param {Question} asked */
export function address(state, asked) {
  const query = new URLSearchParams({ question: state.question });
  for (const [name, value] of Object.entries(state.values))
    if (value !== asked.parameters[name].default) query.set(name, String(value));
  for (const [name, value] of Object.entries(state.other ?? {})) query.set(`${OTHER}${name}`, String(value));
  if (state.show !== asked.shows[0]) query.set("show", state.show);
  query.set("seed", String(state.seed));
  query.set("trials", String(state.trials));
  for (const name of ["lang", "theme", "palette"]) {
    const kept = new URLSearchParams(location.search).get(name);
    if (kept !== null) query.set(name, kept);
  }
  return pageAddress(`/lab?${query}`);
}

/**
 * The parameters that differ from the kernel's own defaults, as the server wants them.
 * @param {Values} values
 * @param {Question} asked
 */
export function changedParameters(values, asked) {
  const always = asked.parameters.histogram_at ? ["histogram_at"] : [];
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => always.includes(name) || value !== asked.parameters[name].default),
  );
}

/**
 * Something to compare with: the first parameter has its next value.
 * @param {Values} values
 * @param {Question} asked
 * @returns {Values}
 */
export function another(values, asked) {
  const [name, of] = Object.entries(asked.parameters)[0];
  const all = of.values ?? Array.from({ length: (of.high ?? 0) - (of.low ?? 0) + 1 }, (_, i) => (of.low ?? 0) + i);
  return { ...values, [name]: all[(all.indexOf(values[name]) + 1) % all.length] };
}

/** @param {URLSearchParams} query @param {Question} asked @param {string} before @returns {Values} */
function readValues(query, asked, before) {
  const read = Object.entries(asked.parameters).map(([name, of]) => [name, readValue(query.get(before + name), of)]);
  return Object.fromEntries(read);
}

/** @param {string | null} text @param {Parameter} of */
function readValue(text, of) {
  if (text === null) return of.default;
  if (of.values) return of.values.find((value) => String(value) === text) ?? of.default;
  return whole(text, of.low ?? 0, of.high ?? 0) ?? of.default;
}

/** @param {string | null} text @param {number} low @param {number} high @returns {number | null} */
function whole(text, low, high) {
  const number = text !== null && /^\d+$/.test(text) ? Number(text) : NaN;
  return number >= low && number <= high ? number : null;
}
