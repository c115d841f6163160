// Guess first: is there always a SET in twelve cards, and how many cards are enough?
import { cardImage } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { deck } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { choices, fillIn, numberField } from "../answers.js";
import { shuffle } from "../random.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { TWELVE } from "./table.js";

/** @typedef {import("./table.js").Guess} Guess */
/** @typedef {import("../steps.js").Step} Step */

const CARDS = 3 ** D;

/** @param {Guess} guessed @param {() => number} random @returns {Step} */
export const guess =
  (guessed, random) =>
  ({ at, frame, say, solved }) => {
    const cards = shuffle(random, deck(D)).slice(0, TWELVE);
    const next = () => {
      if (guessed.always === null) return say({ tone: "", text: t("twelve.guess.first") });
      if (guessed.cards === null) return say({ tone: "", text: t("twelve.guess.then") });
      return solved({ tone: "right", strong: t("twelve.guess.noted"), text: t("twelve.guess.see") });
    };
    const number = (/** @type {number} */ n) => {
      if (n < 3 || n > CARDS) return say({ tone: "wrong", strong: t("twelve.guess.range", { cards: CARDS }) });
      guessed.cards = n;
      return next();
    };
    const answers = /** @type {const} */ (["yes", "no"]);
    const ask = t("twelve.guess.ask");
    at.append(
      question(t("twelve.guess.title"), t("twelve.guess.text", { n: TWELVE })),
      make(
        "div",
        { class: "twelve-cards", role: "group", "aria-label": t("twelve.guess.cards", { n: TWELVE }) },
        ...cards.map((card) => cardImage(card, D)),
      ),
      make("p", {}, ask),
      choices(
        ask,
        answers.map((answer) => [answer, t(`twelve.guess.${answer}`)]),
        (answer) => {
          guessed.always = answer === "yes";
          next();
        },
      ),
      numberField(t("twelve.guess.number"), number, say),
    );
    fill(
      frame.aside,
      make("p", { class: "note-box" }, t("twelve.guess.note")),
      make(
        "p",
        { class: "small" },
        t("twelve.guess.set"),
        " ",
        make("a", { href: "/learn/third" }, t("twelve.guess.lesson")),
      ),
    );
    next();
    return () => {
      guessed.always ??= true;
      guessed.cards ??= TWELVE;
      fillIn(at, guessed.cards);
      for (const [i, button] of at.querySelectorAll(".choices .btn").entries())
        button.setAttribute("aria-pressed", String(guessed.always === (i === 0)));
      next();
    };
  };
