// The part of the display box that few readers open: sounds, the shape of the table, words of another language on the cards,
// keys of one's own.
import { make } from "./dom.js";
import { ownKeys, readOwnKeys } from "./keyboard.js";
import { currentLook, keepLook, picks, wear } from "./page.js";
import { play } from "./sound.js";
import { LANGUAGES, load, t } from "./words.js";

await load("further");

/** The choices as fields. */
export function furtherFields() {
  const languages = Object.entries(LANGUAGES);
  return [
    picks("sound", t("further.sound"), choices("off", "on"), currentLook("sound"), sound),
    picks("board", t("further.board"), choices("fit", "portrait", "landscape"), currentLook("board"), (value) =>
      wear("board", value),
    ),
    picks("wording", t("further.wording"), [["page", t("further.page")], ...languages], currentLook("wording"), word),
    ownKeysField(),
  ];
}

/** @param {...string} values @returns {[string, string][]} */
const choices = (...values) => values.map((value) => [value, t(`further.${value}`)]);

/** @param {string} value */
function sound(value) {
  wear("sound", value);
  play("right");
}

/** The words of cards are read once: the page is loaded again. @param {string} value */
function word(value) {
  wear("wording", value);
  if (value !== "page") wear("palette", "words");
  location.reload();
}

/** The keys of the cards in their order, as the reader wants them; empty for the usual ones. */
function ownKeysField() {
  const input = make("input", {
    type: "text",
    id: "own-keys",
    value: ownKeys(),
    maxlength: 30,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "qwerasdfzxcv",
  });
  input.addEventListener("change", () => {
    const keys = readOwnKeys(input.value);
    input.setCustomValidity(keys === null ? t("further.bad") : "");
    if (!input.reportValidity() || keys === null) return;
    keepLook("own", keys);
  });
  return make(
    "p",
    { class: "field choice" },
    make("label", { for: "own-keys" }, make("b", {}, t("further.own"))),
    input,
    make("span", { class: "small quiet" }, t("further.about")),
  );
}
