// Create a room: one game, a few questions with sensible answers, one button.
import { minis } from "./shared/cards.js";
import { byId, fill, make } from "./shared/dom.js";
import { GAMES, mainOptions, moreOptions } from "./games.js";
import { openRoom, whyNot } from "./shared/open-room.js";
import { announce, picks, ready } from "./shared/page.js";
import { keepName, lastName } from "./shared/seats.js";
import { hasText, t } from "./shared/words.js";

/** @typedef {import("./shared/types").Game} Game */
/** @typedef {import("./games.js").Option} Option */
/** @typedef {import("./games.js").Value} Value */

/** @type {Game} */
let game = "standard";
/** The answers so far; they stay when another game is looked at. @type {{ [name: string]: Value }} */
let chosen = {};

const teacher = byId("class", HTMLInputElement),
  name = byId("name", HTMLInputElement);

function drawGames() {
  byId("games", HTMLElement).append(
    ...GAMES.map(({ game: each, dimension, cards }) => {
      const input = make("input", {
        type: "radio",
        name: "game",
        value: each,
        checked: each === game,
        onchange: () => choose(each),
      });
      const shown = minis(cards, dimension);
      shown.setAttribute("aria-hidden", "true");
      return make(
        "label",
        { class: "tile" },
        input,
        shown,
        make("span", { class: "tile-name" }, t(`game.${each}.name`)),
        make("span", { class: "quiet small" }, t(`game.${each}.how`)),
      );
    }),
  );
}

/** @param {Game} other */
function choose(other) {
  game = other;
  chosen = {};
  drawOptions();
}

function drawOptions() {
  fill(byId("options", HTMLElement), ...mainOptions(game).filter(isAsked).map(question));
  fill(byId("more", HTMLElement), ...moreOptions(game).filter(isAsked).map(question));
}

/** @param {Option} option */
const isAsked = ({ when }) => !when || when(chosen);

/** @param {Option} option */
const answer = ({ name: option, first }) => chosen[option] ?? first;

/** @param {Option} option */
function question(option) {
  const now = answer(option);
  if (typeof now === "boolean" && option.name !== "together") return check(option, now);
  const texts = option.choices.map(
    (value) => /** @type {[string, string]} */ ([String(value), wording(option.name, value)]),
  );
  const title = option.name === "puzzle" ? t("puzzle.table") : t(`new.option.${option.name}`);
  const group = picks(option.name, title, texts, String(now), (value) =>
    decide(option, option.choices.find((each) => String(each) === value) ?? now),
  );
  const explained = `new.explained.${option.name}.${now}`;
  if (hasText(explained)) group.append(make("p", { class: "small quiet" }, t(explained)));
  return group;
}

/** @param {Option} option @param {boolean} now */
function check(option, now) {
  return make(
    "label",
    { class: "check" },
    make("input", {
      type: "checkbox",
      name: option.name,
      checked: now,
      onchange: (/** @type {Event} */ event) => decide(option, /** @type {HTMLInputElement} */ (event.target).checked),
    }),
    make("span", {}, t(`new.option.${option.name}`)),
  );
}

/** @param {string} option @param {Value} value */
function wording(option, value) {
  if (option === "puzzle")
    return value === ""
      ? t("puzzle.random")
      : String(value).endsWith("basic")
        ? t("puzzle.basic")
        : t("puzzle.advanced");
  if (option === "seconds")
    return value === 0
      ? t("new.time.none")
      : Number(value) % 60
        ? t("new.time.seconds", { n: Number(value) })
        : t("new.time.minutes", { n: Number(value) / 60 });
  if (option === "penalty") return value === 0 ? t("new.time.nothing") : t("new.time.seconds", { n: Number(value) });
  return hasText(`new.answer.${option}.${value}`) ? t(`new.answer.${option}.${value}`) : String(value);
}

/** @param {Option} option @param {Value} value */
function decide(option, value) {
  const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
  chosen[option.name] = value;
  drawOptions();
  const again = focused && document.querySelector(`input[name="${focused.name}"][value="${focused.value}"]`);
  if (again instanceof HTMLInputElement) again.focus();
  const explained = `new.explained.${option.name}.${value}`;
  if (hasText(explained)) announce(t(explained));
}

/** @returns {import("./shared/types").Options} */
function answers() {
  const options = [...mainOptions(game), ...moreOptions(game)].filter(isAsked);
  const given = Object.fromEntries(options.map((option) => [option.name, answer(option)]));
  return teacher.checked ? { ...given, class: true, forget: byId("forget", HTMLInputElement).checked } : given;
}

/** @param {Event} event */
async function create(event) {
  event.preventDefault();
  const button = byId("create", HTMLButtonElement),
    trouble = byId("trouble", HTMLElement);
  button.disabled = true;
  trouble.textContent = "";
  try {
    const typed = name.value.trim();
    if (typed) keepName(typed);
    await openRoom(game, answers(), { name: typed });
  } catch (error) {
    button.disabled = false;
    trouble.textContent = whyNot(error);
  }
}

function drawTeacher() {
  byId("name-field", HTMLElement).hidden = teacher.checked;
  byId("forget-field", HTMLElement).hidden = !teacher.checked;
}

name.value = lastName();
teacher.checked = new URLSearchParams(location.search).has("class");
teacher.addEventListener("change", drawTeacher);
byId("form", HTMLFormElement).addEventListener("submit", create);
drawTeacher();
drawGames();
drawOptions();
ready();
