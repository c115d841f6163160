// Which SETs are seen first: the sentences of an analysis, and its effects with intervals.
import { make, style } from "./dom.js";
import { tableOf } from "./figures.js";
import { capital, decimal, hasText, language, load, t } from "./words.js";

await load("seen");

/** The choices of effects that a reader has, by the names that the server takes. */
const CHOICES = Object.freeze({ which: "", where: "differ,abundant,near,central", when: "differ,new,age" });

/**
 * A choice of what is compared; `choose` is called with the effects.
 * @param {(effects: string) => void} choose
 */
export function effectsChoice(choose) {
  const options = Object.entries(CHOICES).map(([key, value]) => make("option", { value }, t(`seen.compare.${key}`)));
  const select = make("select", { id: "seen-effects" }, ...options);
  select.addEventListener("change", () => choose(select.value));
  return make("p", { class: "row" }, make("label", { for: "seen-effects" }, t("seen.compare.label")), select);
}

/**
 * Which SETs are seen first: each effect with its interval, and what so few games can and cannot show.
 * @param {import("./types").Seen} seen
 */
export function seenFirst({ effects, sentences, level }) {
  const measured = effects.filter(({ estimate }) => estimate !== null);
  const scale = scaleOf(measured);
  const rows = measured.map((effect) => [
    capital(effectName(effect.effect, effect.text)),
    ratio(effect),
    whisker(effect, scale),
  ]);
  return [
    make("ul", { class: "sentences" }, ...sentences.map((sentence) => make("li", {}, sentenceText(sentence)))),
    measured.length
      ? tableOf(
          "",
          [t("seen.effectHead"), t("seen.ratioHead"), ""],
          rows,
          t("seen.lede", { level: Math.round(100 * level) }),
        )
      : null,
  ];
}

/**
 * The range of all intervals and of 1, on a logarithmic scale.
 * @param {import("./types").Effect[]} effects
 * @returns {(ratio: number) => number}
 */
function scaleOf(effects) {
  const ends = effects.flatMap(({ low, high }) => [Math.max(low ?? 1, 0.05), Math.min(high ?? 1, 20)]);
  const least = Math.log(Math.min(0.5, ...ends)),
    most = Math.log(Math.max(2, ...ends));
  return (ratio) => Math.min(Math.max((Math.log(ratio) - least) / (most - least), 0), 1);
}

/** @param {import("./types").Effect} effect @param {(ratio: number) => number} scale */
function whisker({ low, high, estimate, shown }, scale) {
  const places = {
    "--low": scale(low ?? 1),
    "--high": scale(high ?? 1),
    "--at": scale(estimate ?? 1),
    "--one": scale(1),
  };
  return style(make("i", { class: "whisker", "aria-hidden": "true", "data-shown": shown }), places);
}

/** @param {import("./types").Effect} effect */
const ratio = ({ estimate, low, high }) => `${two(estimate)} (${two(low)}–${two(high)})`;

/** @param {number | null} value */
const two = (value) =>
  value === null ? "" : value.toLocaleString(language, { maximumSignificantDigits: value < 10 ? 2 : 3 });

/** "the same colour instead of three different ones" @param {string} effect @param {string} english */
function effectName(effect, english) {
  const [kind, property] = effect.split("-");
  if (kind === "same") return t("seen.effect.same", { property: t(`card.property.${property}`) });
  return hasText(`seen.effect.${effect}`) ? t(`seen.effect.${effect}`) : english;
}

/** A sentence of the analysis in the reader's language. @param {import("./types").Sentence} sentence */
function sentenceText({ key, values, text }) {
  if (!hasText(`seen.say.${key}`)) return text;
  const shown = Object.entries(values).map(([name, value]) => [name, shownValue(name, value, values)]);
  return capital(t(`seen.say.${key}`, Object.fromEntries(shown)));
}

/** @param {string} name @param {number | string} value @param {{ [name: string]: number | string }} values */
function shownValue(name, value, values) {
  if (name === "players" || name === "rounds") return t(`seen.${name}`, { n: value });
  if (name === "p") return decimal(String(value));
  if (name === "text") return effectName(String(values.effect), String(value));
  return typeof value === "number"
    ? value.toLocaleString(language, { maximumSignificantDigits: 4, useGrouping: false })
    : value;
}
