// The same by arithmetic: digits are added, and the hidden card makes every sum a multiple of three.
import { nameOf } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { digits } from "../../shared/space.js";
import { capital, t } from "../../shared/words.js";
import { choices } from "../answers.js";
import { markAnswer } from "../ask.js";
import { question } from "../steps.js";
import { digitKey, sumRow, sumTable } from "../sums.js";
import { D, PROPERTIES, propertyWord } from "../values.js";
import { cardsOf, foundIn } from "./game.js";

/** @typedef {import("./game.js").Course} Course */
/** @typedef {import("../steps.js").Step} Step */

/** @param {Course} course @returns {Step} */
export const addUp =
  (course) =>
  ({ at, frame, say, solved }) => {
    const found = foundIn(course.now),
      left = cardsOf(course.now);
    const asked = Math.max(
      0,
      found.properties.findIndex(({ total }) => total % 3),
    );
    const { total, value } = found.properties[asked];
    const property = propertyWord(PROPERTIES[asked]);
    const known = PROPERTIES.map((_, i) => (i === asked ? "?" : digits(found.card, D)[i]));
    const table = make("div", { class: "scroll" }, sumTable(left, { more: [sumRow(t("hidden.sum.hidden"), known)] }));
    const settle = (/** @type {string} */ strong) => {
      fill(table, sumTable(left, { more: [sumRow(t("hidden.sum.hidden"), digits(found.card, D), () => "right")] }));
      solved({
        tone: "right",
        strong,
        text: t("hidden.sum.right", { property, total, value, all: total + value, card: nameOf(found.card, D) }),
      });
    };
    const answer = (/** @type {string} */ digit) => {
      const all = total + Number(digit);
      if (Number(digit) === value) return settle(t("trick.right"));
      return say({
        tone: "wrong",
        strong: t("trick.wrong"),
        text: t("hidden.sum.wrong", { total, digit, all, rest: all % 3 }),
      });
    };
    const ask = t("hidden.sum.ask", { property: capital(property) });
    /** @type {[string, string][]} */
    const options = ["0", "1", "2"].map((digit) => [digit, digit]);
    at.append(
      question(t("hidden.sum.title"), t("hidden.sum.text")),
      table,
      make("p", { class: "under" }, ask),
      choices(ask, options, answer),
    );
    fill(frame.aside, digitKey());
    say({ tone: "" });
    return () => {
      markAnswer(at, String(value));
      settle(t("trick.shown"));
    };
  };
