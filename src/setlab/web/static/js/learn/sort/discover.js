// The properties are found by looking: each guess shows two cards that speak for it, or gets a sentence against it.
import { cardImage } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { fromDigits } from "../../shared/space.js";
import { capital, t } from "../../shared/words.js";
import { Field } from "../field.js";
import { question, talkAbout } from "../steps.js";
import { D, PROPERTIES, propertyWord } from "../values.js";
import { Guesses } from "./guesses.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("../steps.js").Step} Step */
/** @typedef {"size" | "edge" | "direction"} Sameness what never differs on these cards, though it could */

/** The possible guesses, in the order on the page. @type {(Property | Sameness)[]} */
const OFFERED = ["size", "colour", "number", "edge", "shape", "direction", "filling"];

/** @param {Property | Sameness} guess @returns {guess is Property} */
const isProperty = (guess) => PROPERTIES.some((property) => property === guess);

/** @param {Property | Sameness} guess */
const wordFor = (guess) => (isProperty(guess) ? propertyWord(guess) : t(`sort.differ.same.${guess}`));

/** Two cards that differ in one property alone. @param {Property} property */
function twoCards(property) {
  const one = PROPERTIES.map(() => 1);
  return [fromDigits(one), fromDigits(one.map((x, i) => (PROPERTIES[i] === property ? x + 1 : x)))];
}

/** @param {number[]} cards @returns {Step} */
export const findProperties =
  (cards) =>
  ({ at, frame, say, solved }) => {
    const shown = make("div", { class: "evidence", "aria-hidden": "true" });
    const guesses = new Guesses(
      PROPERTIES.length,
      (guess, found, all) => {
        const text = t("sort.differ.yes", { property: propertyWord(guess) });
        fill(shown, ...twoCards(guess).map((card) => cardImage(card, D)));
        if (all) solved({ tone: "right", strong: t("sort.differ.all"), text });
        else say({ tone: "right", strong: t("sort.found", { n: found, of: PROPERTIES.length }), text });
      },
      (guess) => say({ tone: "wrong", strong: t("sort.differ.no"), text: t(`sort.differ.not.${guess}`) }),
    );
    const buttons = OFFERED.map((guess) => guesses.button(capital(wordFor(guess)), guess, isProperty(guess)));
    talkAbout(frame, t("sort.talk.differ"));
    at.append(
      question(t("sort.differ.title"), t("sort.differ.text")),
      make(
        "div",
        { class: "halves" },
        make(
          "div",
          { class: "task" },
          make("div", { class: "guesses", role: "group", "aria-label": t("sort.differ.title") }, ...buttons),
          shown,
        ),
        new Field(cards, t("sort.deck")).root,
      ),
    );
    return () => guesses.showAll();
  };
