// A finished game: what do the cards that are left add up to, and was a mistake made?
import { cardImage } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { choices } from "../answers.js";
import { markAnswer } from "../ask.js";
import { question } from "../steps.js";
import { digitKey, sumTable, totals } from "../sums.js";
import { D, PROPERTIES, propertyWord } from "../values.js";
import { spoilt } from "./game.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("./game.js").Mistaken} Mistaken */
/** @typedef {import("../steps.js").Step} Step */

/** The cards that are left. @param {number[]} cards */
export const leftRow = (cards) =>
  make(
    "div",
    { class: "left-cards", role: "group", "aria-label": t("checksum.cards") },
    ...cards.map((card) => cardImage(card, D)),
  );

/** @param {Mistaken} game @returns {Step} */
export const findProperty =
  (game) =>
  ({ at, frame, say, solved }) => {
    const [wrong] = spoilt(game.checksum);
    const table = make("div", { class: "scroll" }, sumTable(game.left, { rest: false }));
    const settle = (/** @type {string} */ strong) => {
      fill(table, sumTable(game.left));
      solved({ tone: "right", strong, text: t("checksum.left.right", { property: propertyWord(wrong) }) });
    };
    const answer = (/** @type {Property | ""} */ property) => {
      if (property === wrong) return settle(t("trick.right"));
      const total = totals(game.left)[PROPERTIES.indexOf(property || wrong)];
      return say({
        tone: "wrong",
        strong: t("trick.wrong"),
        text: t(property ? "checksum.left.fits" : "checksum.left.rest", {
          property: propertyWord(property || wrong),
          total,
          rest: total % 3,
        }),
      });
    };
    /** @type {[Property | "", string][]} */
    const options = [
      ["", t("checksum.left.none")],
      ...PROPERTIES.map(
        (property) =>
          /** @type {[Property, string]} */ ([property, t("checksum.left.some", { property: propertyWord(property) })]),
      ),
    ];
    at.append(
      question(t("checksum.left.title"), t("checksum.left.text", { piles: game.piles.length, n: game.left.length })),
      leftRow(game.left),
      table,
      choices(t("checksum.left.title"), options, answer),
    );
    fill(frame.aside, make("p", { class: "note-box" }, t("checksum.left.note")), digitKey());
    say({ tone: "", text: t("checksum.left.start") });
    return () => {
      markAnswer(at, t("checksum.left.some", { property: propertyWord(wrong) }));
      settle(t("trick.shown"));
    };
  };
