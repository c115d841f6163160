// The experiments of the laboratory: what is offered, how the core computes it, and its command line. Python's rules are in
// src/setlab/web/laboratory/runs.py and in setlab.experiment.kernels.
import { Refusal, get } from "../shared/api.js";
import { codes } from "../shared/space.js";
import { Unanswered, areNumbers } from "./asked.js";

/** @typedef {import("../core/types").Question["name"]} Engine */
/** @typedef {import("../core/types").Tally} Tally */
/** @typedef {import("../lab/types").Question} Question */
/** @typedef {import("../lab/types").Value} Value */
/** @typedef {Map<string | number, bigint>} Counts by value; no count is 0 */
/** @typedef {{ [name: string]: Counts }} Histograms of trials first, in their order */

/**
 * An experiment. `record` has all parameters, `usual` the defaults; `compared` are the histograms of trials.
 * @typedef {object} Spec
 * @property {string} kernel
 * @property {{ [name: string]: any }} record
 * @property {{ [name: string]: any }} usual
 * @property {string[]} shows the quantities that can be shown, the main one first if it can be
 * @property {string[]} compared
 * @property {Engine} engine
 * @property {{ [name: string]: any }} asked
 * @property {(tally: Tally) => Histograms} histograms
 * @property {Question} question
 */

/** @typedef {Omit<Spec, "kernel" | "question" | "usual">} Plan */
/** @typedef {{ [name: string]: Value }} Given */

const KERNELS = ["set-count", "plane-count", "first-set", "first-plane", "endgame", "solitaire", "antiset"];
const USUAL = "usual",
  AT = "at",
  TABLE = 12,
  GREEDY = "greedy-deck",
  ALWAYS = "always-three";
/** @type {{ [name: string]: number[] }} */
const TRIPLES = { set: [0, 1, 2], "no-set": [0, 1, 3] };
const FIRST_NODES = 2 ** 12,
  NODES = 2 ** 20; // of the clairvoyant's search

/** @type {Promise<Question[]> | undefined} */
let loading;

function questionsOf() {
  loading ??= get("/api/lab/questions").then(({ questions }) => questions);
  loading.catch(() => (loading = undefined));
  return loading;
}

/** A run as it is asked for. @typedef {{ kernel: string, parameters: Given, seed: number, trials: number, show: string | null }} Asked */

/** The run that JSON describes, as far as pages ask for it. @param {string} text @returns {Asked} */
export function readAsked(text) {
  const asked = { parameters: {}, show: null, ...JSON.parse(text) };
  const { kernel, parameters, seed, trials, show, ...rest } = asked;
  const words = [kernel, ...Object.keys(parameters), ...(show === null ? [] : [show])];
  const values = Object.values(parameters);
  const areWords = [...words, ...values.filter((value) => !Number.isSafeInteger(value))].every(
    (word) => typeof word === "string" && /^[ -~]{1,40}$/.test(word),
  );
  const fits = areNumbers([seed], 2 ** 53, 1) && areNumbers([trials], 10 ** 15 + 1, 1) && trials > 0;
  if (!areWords || !fits || values.length > 10 || Object.keys(rest).length) throw new Unanswered("this is not a run");
  return asked;
}

/** The experiment that was asked for, and the quantity that is shown. @param {Asked} asked @returns {Promise<{ spec: Spec, show: string }>} */
export async function specOf({ kernel, parameters, trials, show }) {
  const questions = await questionsOf();
  const question = questions.find((each) => each.kernel === kernel);
  if (!question) refuse(`${quoted(kernel)} is not offered here: choose ${joined(KERNELS)}`);
  for (const [name, value] of Object.entries(parameters)) checkOffered(question, name, value);
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== USUAL));
  const [plan, { record: usual }] = await Promise.all([PLANS[kernel](given), PLANS[kernel]({})]);
  const spec = { ...plan, kernel, usual, question };
  if (trials > question.most)
    refuse(`${grouped(trials)} trials are too many for one run here: choose at most ${grouped(question.most)}`);
  return { spec, show: quantityOf(spec, show) };
}

/** @param {Question} question @param {string} name @param {Value} value */
function checkOffered({ kernel, parameters }, name, value) {
  const offer = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!offer) refuse(`${quoted(name)} is not offered for ${kernel}: choose ${joined(Object.keys(parameters))}`);
  const { values, low = 0, high = 0 } = offer;
  if (values ? values.includes(value) : typeof value === "number" && value >= low && value <= high) return;
  const choice = values ? joined(values.map(String)) : `${low} to ${high}`;
  refuse(`${name}=${String(value).slice(0, 40)} is not offered here: choose ${choice}`);
}

/** The name of the quantity that is shown. @param {Spec} spec @param {string | null} show */
function quantityOf({ shows, kernel }, show) {
  const main = kernel.endsWith("-count") ? "mean" : shows[0];
  const wanted = show ?? main;
  const name = wanted === AT ? (shows.find((each) => each.startsWith("at_")) ?? wanted) : wanted;
  if (!shows.includes(name))
    refuse(`${quoted(name)} cannot be shown: choose ${shows.join(", ") || "a number of cards first"}`);
  return name;
}

/** @param {string} reason @returns {never} */
function refuse(reason) {
  throw new Refusal(reason, "bad-run", 409);
}

/** A text as Python quotes it. @param {string} text */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.slice(0, 40).replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
}

/** @param {string[]} names */
const joined = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}` : names.join("");

const grouped = (/** @type {number} */ number) => number.toLocaleString("en-US");

/** The counts by place, without those that are 0. @param {BigInt64Array} counts @returns {Counts} */
const byPlace = (counts) => new Map([...counts.entries()].filter(([, count]) => count));

/** @type {{ [kernel: string]: (given: Given) => Plan | Promise<Plan> }} */
const PLANS = {
  "set-count": (given) => countPlan("count_lines_dealt", given),
  "plane-count": (given) => countPlan("count_planes_dealt", given),
  "first-set": (given) => firstPlan("first_line", "first_set", given),
  "first-plane": (given) => firstPlan("first_plane", "first_plane", given),
  endgame: endgamePlan,
  solitaire: solitairePlan,
  antiset: antisetPlan,
};

/** @param {Engine} engine @param {Given} given @returns {Plan} */
function countPlan(engine, { dimension = 4, histogram_at: at }) {
  const cards = 3 ** Number(dimension),
    histogram_at = at === undefined ? [] : [Number(at)];
  if (Number(at) > cards) refuse(`a histogram at [${at}] cards is not possible: the deck has ${cards} cards`);
  const shows = histogram_at.map((n) => `at_${n}`);
  return {
    ...{ record: { dimension, histogram_at }, shows, compared: shows, engine, asked: { dimension, histogram_at } },
    histograms: ({ histograms }) => Object.fromEntries(shows.map((name, i) => [name, byPlace(histograms[i])])),
  };
}

/** @param {Engine} engine @param {string} name @param {Given} given @returns {Plan} */
const firstPlan = (engine, name, { dimension = 4 }) => ({
  ...{ record: { dimension }, shows: ["none", name], compared: [name], engine, asked: { dimension } },
  histograms: ({ histogram }) => ({ [name]: byPlace(histogram) }),
});

/** @param {Given} given @returns {Plan} */
function endgamePlan(given) {
  const { dimension: d = 4, values: n = 3 } = /** @type {{ dimension?: number, values?: number }} */ (given);
  const size = n ** d,
    lost = lostCards(given.lost ?? 0, n, size),
    out = Array.isArray(lost) ? lost : [],
    cards = size - (Array.isArray(lost) ? lost.length : lost);
  const greedy = given.refill === GREEDY;
  if (greedy && (given.choice ?? "first") !== "first")
    refuse("the greedy reduction takes the first SET of the whole deck: leave --choice out");
  if (greedy && !["all", cards].includes(given.table ?? "all"))
    refuse(`the greedy reduction has all cards on the table, not ${given.table}: leave --table out`);
  const wanted = greedy ? "all" : (given.table ?? (given.refill === ALWAYS ? n * d : TABLE));
  const table = wanted === "all" ? cards : Number(wanted);
  if (table < n) refuse(`a table of ${table} cards is too small: a SET has ${n}`);
  const rules = {
    choice: greedy ? "first" : (given.choice ?? "random"),
    refill: greedy ? "standard" : (given.refill ?? "standard"),
    table: Math.min(table, cards),
  };
  const deck = Array.from({ length: size }, (_, card) => card).filter((card) => !out.includes(card));
  const names = ["leftover", "largest_table", "turns", "searches", "no_set"];
  return {
    record: { ...rules, dimension: d, lost, values: n },
    shows: ["leftover", "largest_table", "turns", "no_set"],
    compared: ["leftover", "largest_table", "turns"],
    engine: "play_endgame",
    asked: { ...rules, dimension: d, values: n, deck, dealt: cards },
    histograms: (tally) => Object.fromEntries(names.map((name) => [name, byPlace(tally[name])])),
  };
}

/** The lost cards, or how many are lost. @param {Value} given @param {number} n @param {number} size @returns {number | number[]} */
function lostCards(given, n, size) {
  if (typeof given === "string") {
    if (n !== 3) refuse(`lost cards that are a ${given} have three values: use --values 3`);
    return TRIPLES[given];
  }
  if (given > size - n) refuse(`${given} cards cannot be lost: the deck has ${size}`);
  return given;
}

/** @param {Given} given @returns {Promise<Plan>} */
async function solitairePlan({ strategy = "thrifty" }) {
  const clairvoyant = strategy === "clairvoyant";
  const declares = /^S\d+$/.test(String(strategy));
  const shows = clairvoyant ? ["clear"] : ["clear", "leftover", ...(declares ? ["declared"] : [])];
  return {
    ...{ record: { strategy }, shows, compared: shows },
    engine: clairvoyant ? "tally_clairvoyant" : "tally_solitaire",
    asked: clairvoyant
      ? { first_nodes: FIRST_NODES, nodes: NODES }
      : await get(`/api/solitaire/player?strategy=${strategy}`),
    histograms: (tally) => Object.fromEntries(shows.map((name) => [name, byPlace(tally[name])])),
  };
}

/** @param {Given} given @returns {Plan} */
function antisetPlan({ design = "AG(3,3)", xavier = "theorem7", olivia = "max-cap" }) {
  const winners = ["xavier", "olivia", "draw"];
  return {
    ...{ record: { design, olivia, xavier }, shows: ["winner", "length"], compared: ["winner", "length"] },
    ...{ engine: "play_antiset", asked: { dimension: Number(String(design)[3]), xavier, olivia } },
    histograms: ({ winner, length }) => ({
      winner: new Map([...byPlace(winner)].map(([i, count]) => [winners[Number(i)], count])),
      length: byPlace(length),
    }),
  };
}

/** The command line that gives the same numbers. @param {Spec} spec @param {number} seed @param {number} trials */
export function commandOf({ kernel, record, usual, question }, seed, trials) {
  const unusual = Object.keys(record)
    .filter((name) => JSON.stringify(record[name]) !== JSON.stringify(usual[name]))
    .sort();
  const options = unusual.map(
    (name) => `${question.parameters[name].flag} ${shellQuoted(optionText(name, record[name], record.dimension))}`,
  );
  return [`setlab simulate ${kernel}`, ...options, `--trials ${trials}`, `--seed ${seed}`].join(" ");
}

/** @param {string} name @param {any} value @param {number} dimension */
function optionText(name, value, dimension) {
  if (!Array.isArray(value)) return String(value);
  return name === "lost" ? codes(value, dimension).replaceAll(".", ",") : value.join(",");
}

const shellQuoted = (/** @type {string} */ text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text}'`);
