// The properties and their values are found by looking: each guess shows the cards that speak for it or against it.
import { cardImage, valueWord, valuesOf } from "../../cards.js";
import { fill, make } from "../../dom.js";
import { capital, t } from "../../words.js";
import { fromDigits } from "../../space.js";
import { Field } from "../field.js";
import { question, talkAbout } from "../steps.js";
import { D, PROPERTIES, propertyWord, valuesFor } from "../values.js";

/** @typedef {import("../../types").Property} Property */
/** @typedef {import("../steps.js").Step} Step */

/** What never differs on these cards, though it could. */
const SAME = Object.freeze(["size", "edge", "direction"]);
/** A value of each property that no card has. @type {{ [property: string]: string }} */
const ABSENT = { number: "four", colour: "blue", filling: "dotted", shape: "star" };
const GUESSES = Object.freeze(["size", "colour", "number", "edge", "shape", "direction", "filling"]);

/** Mark a guess as right or wrong. @param {HTMLButtonElement} button @param {boolean} right */
function settle(button, right) {
  button.dataset.guess = right ? "right" : "wrong";
  button.setAttribute("aria-pressed", String(right));
}

/** Two cards that differ in one property alone. @param {Property} property */
function twoCards(property) {
  const one = PROPERTIES.map(() => 1);
  return [fromDigits(one), fromDigits(one.map((x, i) => (PROPERTIES[i] === property ? x + 1 : x)))];
}

/** @param {number[]} cards @returns {Step} */
export const findProperties = (cards) => ({ at, frame, say, solved }) => {
  talkAbout(frame, t("sort.talk.differ"));
  const found = new Set();
  const shown = make("div", { class: "evidence", "aria-hidden": "true" });
  const word = (/** @type {string} */ guess) => (SAME.includes(guess) ? t(`sort.differ.same.${guess}`) : propertyWord(/** @type {Property} */ (guess)));
  const buttons = GUESSES.map((guess) => make("button", { class: "btn", type: "button", "aria-pressed": "false", onclick: () => choose(guess) }, capital(word(guess))));
  const choose = (/** @type {string} */ guess) => {
    const right = !SAME.includes(guess);
    settle(buttons[GUESSES.indexOf(guess)], right);
    if (!right) return say({ tone: "wrong", strong: t("sort.differ.no"), text: t(`sort.differ.not.${guess}`) });
    found.add(guess);
    fill(shown, ...twoCards(/** @type {Property} */ (guess)).map((card) => cardImage(card, D)));
    const text = t("sort.differ.yes", { property: word(guess) });
    if (found.size === PROPERTIES.length) solved({ tone: "right", strong: t("sort.differ.all"), text });
    else say({ tone: "right", strong: t("sort.found", { n: found.size, of: PROPERTIES.length }), text });
  };
  at.append(question(t("sort.differ.title"), t("sort.differ.text")), make("div", { class: "halves" },
    make("div", { class: "task" }, make("div", { class: "guesses", role: "group", "aria-label": t("sort.differ.title") }, ...buttons), shown),
    new Field(cards, t("sort.deck")).root));
  return () => PROPERTIES.forEach(choose);
};

/** @param {number[]} cards @returns {Step} */
export const findValues = (cards) => ({ at, frame, say, solved }) => {
  talkAbout(frame, t("sort.talk.values"));
  const field = new Field(cards, t("sort.deck"));
  const found = new Set();
  const word = (/** @type {Property} */ property, /** @type {string} */ value) => (value === ABSENT[property] ? t(`sort.values.absent.${property}`) : valueWord(property, value));
  const choose = (/** @type {Property} */ property, /** @type {string} */ value, /** @type {HTMLButtonElement} */ button) => {
    const right = value !== ABSENT[property];
    settle(button, right);
    field.mark((card) => (valuesOf(card, D)[property] === value ? "" : "off"));
    if (!right) return say({ tone: "wrong", strong: t("sort.differ.no"), text: t(`sort.values.not.${property}`) });
    found.add(`${property} ${value}`);
    const of = PROPERTIES.length * valuesFor(property).length;
    const strong = found.size === of ? t("sort.values.all", { properties: PROPERTIES.length, values: valuesFor(property).length }) : t("sort.found", { n: found.size, of });
    (found.size === of ? solved : say)({ tone: "right", strong, text: t("sort.values.yes", { property: propertyWord(property), value: word(property, value) }) });
  };
  const rows = PROPERTIES.map((property, i) => {
    const values = [...valuesFor(property)].toSpliced(i, 0, ABSENT[property]);
    const buttons = values.map((value) => make("button", { class: "btn", type: "button", "aria-pressed": "false", onclick: () => choose(property, value, buttons[values.indexOf(value)]) }, word(property, value)));
    return { property, values, buttons };
  });
  at.append(question(t("sort.values.title"), t("sort.values.text")), make("div", { class: "halves" },
    make("table", { class: "values" }, make("tbody", {}, ...rows.map(({ property, buttons }) => make("tr", {}, make("th", { scope: "row" }, propertyWord(property)), make("td", {}, make("div", { class: "guesses" }, ...buttons)))))),
    field.root));
  return () => {
    for (const { property, values, buttons } of rows) values.forEach((value, i) => value !== ABSENT[property] && choose(property, value, buttons[i]));
    field.mark(() => "");
  };
};
