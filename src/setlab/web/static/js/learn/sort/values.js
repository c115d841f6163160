// The table of properties and values is filled in by looking: the cards that have a value stay bright.
import { valueWord, valuesOf } from "../../shared/cards.js";
import { make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { Field } from "../field.js";
import { question, talkAbout } from "../steps.js";
import { D, PROPERTIES, propertyWord, valuesFor } from "../values.js";
import { Guesses } from "./guesses.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("../steps.js").Step} Step */

const EACH = valuesFor(PROPERTIES[0]).length;
const ALL = PROPERTIES.length * EACH;

/** @param {number[]} cards @returns {Step} */
export const findValues =
  (cards) =>
  ({ at, frame, say, solved }) => {
    const field = new Field(cards, t("sort.deck"));
    const light = (/** @type {(card: number) => boolean} */ isBright) =>
      field.mark((card) => (isBright(card) ? "" : "off"));
    const guesses = new Guesses(
      ALL,
      (/** @type {string} */ guess, found, all) => {
        const [property, value] = /** @type {[Property, string]} */ (guess.split(" "));
        const strong = all
          ? t("sort.values.all", { properties: PROPERTIES.length, values: EACH })
          : t("sort.found", { n: found, of: ALL });
        light((card) => valuesOf(card, D)[property] === value);
        (all ? solved : say)({
          tone: "right",
          strong,
          text: t("sort.values.yes", { property: propertyWord(property), value: valueWord(property, value) }),
        });
      },
      (/** @type {Property} */ property) => {
        light(() => false);
        say({ tone: "wrong", strong: t("sort.differ.no"), text: t(`sort.values.not.${property}`) });
      },
    );
    talkAbout(frame, t("sort.talk.values"));
    at.append(
      question(t("sort.values.title"), t("sort.values.text")),
      make(
        "div",
        { class: "halves" },
        make(
          "table",
          { class: "values" },
          make("tbody", {}, ...PROPERTIES.map((property, i) => row(guesses, property, i))),
        ),
        field.root,
      ),
    );
    return () => {
      guesses.showAll();
      light(() => true);
    };
  };

/**
 * The values of a property, and one that no card has.
 * @param {Guesses<string, Property>} guesses
 * @param {Property} property
 * @param {number} i
 */
function row(guesses, property, i) {
  const buttons = valuesFor(property).map((value) =>
    guesses.button(valueWord(property, value), `${property} ${value}`, true),
  );
  const absent = guesses.button(t(`sort.values.absent.${property}`), property, false);
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, propertyWord(property)),
    make("td", {}, make("div", { class: "guesses" }, ...buttons.slice(0, i), absent, ...buttons.slice(i))),
  );
}
