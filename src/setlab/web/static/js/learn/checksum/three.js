// Three cards are a SET exactly if their digits add up to 0 in every property.
import { cardImage, complaint, judge, marks } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { sum } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { choices } from "../answers.js";
import { markAnswer } from "../ask.js";
import { question } from "../steps.js";
import { digitKey, sumTable, totals } from "../sums.js";
import { D, PROPERTIES, propertyWord } from "../values.js";
import { spoilt } from "./game.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("../steps.js").Step} Step */

/** @param {number[]} cards @returns {Step} */
export const sumOfThree =
  (cards) =>
  ({ at, frame, say, solved }) => {
    const wrong = spoilt(sum(cards, D));
    const table = make("div", { class: "scroll" }, sumTable(cards, { rest: false }));
    const after = make("div", { class: "why" });
    const settle = (/** @type {string} */ strong) => {
      fill(table, sumTable(cards));
      fill(after, marks(cards, D));
      const fault = judge(cards, D).find(({ verdict }) => verdict === "neither");
      solved({
        tone: "right",
        strong,
        text: fault ? `${t("checksum.three.not")} ${complaint(fault)}` : t("checksum.three.set"),
      });
    };
    const answer = (/** @type {Property | ""} */ property) => {
      if (property ? wrong.includes(property) : !wrong.length) return settle(t("trick.right"));
      const about = property || wrong[0],
        total = totals(cards)[PROPERTIES.indexOf(about)];
      return say({
        tone: "wrong",
        strong: t("trick.wrong"),
        text: t(total % 3 ? "checksum.three.rest" : "checksum.three.fits", {
          property: propertyWord(about),
          total,
          rest: total % 3,
        }),
      });
    };
    /** @type {[Property | "", string][]} */
    const options = [
      ["", t("checksum.three.yes")],
      ...PROPERTIES.map(
        (property) =>
          /** @type {[Property, string]} */ ([property, t("checksum.three.no", { property: propertyWord(property) })]),
      ),
    ];
    at.append(
      question(t("checksum.three.title"), t("checksum.three.text")),
      make("div", { class: "left-cards" }, ...cards.map((card) => cardImage(card, D))),
      table,
      choices(t("checksum.three.title"), options, answer),
      after,
    );
    fill(
      frame.aside,
      digitKey(),
      make(
        "p",
        { class: "small" },
        t("checksum.three.where"),
        " ",
        make("a", { href: "/learn/hidden" }, t("checksum.three.lesson")),
      ),
    );
    say({ tone: "", text: t("checksum.three.start") });
    return () => {
      markAnswer(at, options.find(([property]) => property === (wrong[0] ?? ""))?.[1] ?? "");
      settle(t("trick.shown"));
    };
  };
