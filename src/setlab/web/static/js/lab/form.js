// The form of a question: a field for each parameter of its kernel, and which quantity is shown of how many trials.
import { make } from "../shared/dom.js";
import { capital, hasText, t, whole } from "../shared/words.js";

/** @typedef {import("./types").Question} Question */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Value} Value */
/** @typedef {import("./types").Parameter} Parameter */

const MOST_LISTED = 12;
const DESIGN = /^AG\((\d),3\)$/;
const FEWEST = 1000;
const MOST_AT_ONCE = 3;

/**
 * The fields; `choose` is called with the state that a choice leads to.
 * @param {State} state @param {Question} asked @param {(state: State) => void} choose
 */
export function fields(state, asked, choose) {
  const one = parameters(asked, state.values, "a-", (values) => choose({ ...state, values }));
  const ends = [quantityField(state, asked, choose), trials(state, asked, choose)];
  if (!state.other) return [...one, ...ends];
  const two = parameters(asked, state.other, "b-", (other) => choose({ ...state, other }));
  return [
    make("fieldset", {}, make("legend", {}, capital(t("lab.first"))), ...one),
    make("fieldset", {}, make("legend", {}, capital(t("lab.second"))), ...two),
    ...ends,
  ];
}

/**
 * The name of a value: cards for a design, words for a rule, a number as it is.
 * @param {string} name
 * @param {Value} value
 */
export function valueName(name, value) {
  const design = DESIGN.exec(String(value));
  if (design) return t("lab.cards", { n: 3 ** Number(design[1]) });
  if (name === "dimension") return t("lab.properties", { n: value, cards: whole(3 ** Number(value)) });
  return hasText(`lab.value.${value}`) ? t(`lab.value.${value}`) : String(value);
}

/** @param {string} name */
export const parameterName = (name) => t(`lab.parameter.${name}`);

/**
 * @param {Question} asked
 * @param {import("./types").Values} values
 * @param {string} before
 * @param {(values: import("./types").Values) => void} choose
 */
function parameters(asked, values, before, choose) {
  const all = Object.entries(asked.parameters).map(([name, of]) => {
    const give = (/** @type {Value} */ value) => choose(clampValues({ ...values, [name]: value }, asked));
    const control = name === "histogram_at" ? number(of, values, give) : list(name, of, values[name], give);
    control.id = `${before}${name}`;
    return field(capital(parameterName(name)), control, of.flag);
  });
  if (all.length <= MOST_AT_ONCE) return all;
  const changed = Object.keys(asked.parameters)
    .slice(MOST_AT_ONCE)
    .some((name) => values[name] !== asked.parameters[name].default);
  return [
    ...all.slice(0, MOST_AT_ONCE),
    make(
      "details",
      { open: changed, class: "further" },
      make("summary", {}, t("lab.further")),
      make("div", {}, ...all.slice(MOST_AT_ONCE)),
    ),
  ];
}

/** What tells two runs apart: the values in which they differ. @param {State} state @param {Question} asked */
export function seriesNames(state, asked) {
  const { values, other } = state;
  if (!other) return [t("lab.thisRun")];
  const differing = Object.keys(asked.parameters).filter((name) => values[name] !== other[name]);
  if (!differing.length) return [t("lab.first"), t("lab.second")];
  const named = (/** @type {import("./types").Values} */ of) =>
    differing
      .map((name) =>
        typeof of[name] === "number" && name !== "dimension"
          ? `${parameterName(name)} ${of[name]}`
          : valueName(name, of[name]),
      )
      .join(", ");
  return [`${t("lab.first")}: ${named(values)}`, `${t("lab.second")}: ${named(other)}`];
}

/** A smaller deck has fewer cards to deal. @param {import("./types").Values} values @param {Question} asked */
function clampValues(values, asked) {
  const at = values.histogram_at;
  if (at === undefined) return values;
  const deck = 3 ** Number(values.dimension);
  return {
    ...values,
    histogram_at: Math.max(Math.min(Number(at), deck), Math.min(asked.parameters.histogram_at.low ?? 0, deck)),
  };
}

/** @param {string} name @param {Parameter} of @param {Value} now @param {(value: Value) => void} give */
function list(name, of, now, give) {
  const values =
    of.values ??
    Array.from({ length: Math.min((of.high ?? 0) - (of.low ?? 0) + 1, MOST_LISTED) }, (_, i) => (of.low ?? 0) + i);
  return select(
    values.map((value) => [value, valueName(name, value)]),
    now,
    give,
  );
}

/** @param {[Value, string][]} choices @param {Value} now @param {(value: Value) => void} give */
function select(choices, now, give) {
  const options = choices.map(([value, text]) =>
    make("option", { value: String(value), selected: value === now }, text),
  );
  const read = (/** @type {Event} */ event) => {
    const at = /** @type {HTMLSelectElement} */ (event.target).selectedIndex;
    give(choices[at][0]);
  };
  return make("select", { onchange: read }, ...options);
}

/** @param {Parameter} of @param {import("./types").Values} values @param {(value: Value) => void} give */
function number(of, values, give) {
  const most = Math.min(of.high ?? 81, 3 ** Number(values.dimension));
  const read = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.checkValidity() && input.value) give(Number(input.value));
  };
  return make("input", { type: "number", min: of.low, max: most, value: values.histogram_at, onchange: read });
}

/** @param {State} state @param {Question} asked @param {(state: State) => void} choose */
function quantityField(state, asked, choose) {
  if (asked.shows.length < 2) return "";
  const choices = asked.shows.map((name) => /** @type {[Value, string]} */ ([name, t(`lab.show.${name}`)]));
  const control = select(choices, state.show, (show) => choose({ ...state, show: String(show) }));
  control.id = "show";
  return field(t("lab.shown"), control);
}

/** @param {State} state @param {Question} asked @param {(state: State) => void} choose */
function trials(state, asked, choose) {
  const powers = Array.from({ length: 9 }, (_, i) => FEWEST * 10 ** i).filter((n) => n <= asked.most);
  const numbers = [...new Set([...powers, state.trials])].sort((a, b) => a - b);
  const choices = numbers.map((n) => /** @type {[Value, string]} */ ([n, whole(n)]));
  const control = select(choices, state.trials, (n) => choose({ ...state, trials: Number(n) }));
  control.id = "wanted";
  return field(t(`lab.unit.${asked.unit}.name`), control);
}

/** @param {string} label @param {HTMLElement} control @param {string} [flag] */
function field(label, control, flag) {
  return make("label", { class: "field", title: flag }, label, control);
}
