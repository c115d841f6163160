// The cards that are left add up to 0. Is everything right then? Two mistakes can cancel.
import { complaint, judge, minis } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { digits, sum } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { choices } from "../answers.js";
import { markAnswer } from "../ask.js";
import { question } from "../steps.js";
import { digitKey, sumRow, sumTable } from "../sums.js";
import { D, PROPERTIES, propertyWord } from "../values.js";
import { leftRow } from "./left.js";
import { markPiles, pileList } from "./piles.js";

/** @typedef {import("./game.js").Mistaken} Mistaken */
/** @typedef {import("../steps.js").Step} Step */

/** @param {Mistaken} game @returns {Step} */
export const findCancelled =
  (game) =>
  ({ at, frame, say, solved }) => {
    const after = make("div", { class: "why" });
    const settle = (/** @type {string} */ strong) => {
      if (!after.firstChild) reveal();
      solved({ tone: "right", strong, text: t("checksum.cancel.right") });
    };
    const reveal = () => {
      const list = pileList(game.piles, (i) => tell(i));
      markPiles(list, (i) => (game.wrong.includes(i) ? "wrong" : "off"));
      fill(after, make("p", {}, t("checksum.cancel.piles")), list, bothSums(game));
    };
    const tell = (/** @type {number} */ i) => {
      const fault = judge(game.piles[i], D).find(({ verdict }) => verdict === "neither");
      if (fault) say({ tone: "wrong", strong: t("checksum.cancel.wrong", { n: i + 1 }), text: complaint(fault) });
      else say({ tone: "", text: t("checksum.cancel.fine", { n: i + 1 }) });
    };
    const answer = (/** @type {string} */ said) =>
      said === "unknown"
        ? settle(t("trick.right"))
        : say({ tone: "wrong", strong: t("trick.wrong"), text: t(`checksum.cancel.${said}`) });
    const answers = /** @type {const} */ (["sure", "mistake", "unknown"]);
    at.append(
      question(t("checksum.cancel.title"), t("checksum.cancel.text", { n: game.left.length })),
      leftRow(game.left),
      make("div", { class: "scroll" }, sumTable(game.left)),
      make("p", {}, t("checksum.cancel.ask")),
      choices(
        t("checksum.cancel.ask"),
        answers.map((key) => [key, t(`checksum.cancel.answer.${key}`)]),
        answer,
      ),
      after,
    );
    fill(frame.aside, digitKey());
    say({ tone: "" });
    return () => {
      markAnswer(at, t("checksum.cancel.answer.unknown"));
      settle(t("trick.shown"));
    };
  };

/** The sums of the wrong piles, and that they add up to 0. @param {Mistaken} game */
function bothSums({ piles, wrong }) {
  const sums = wrong.map((i) => digits(sum(piles[i], D), D));
  const rows = wrong.map((i, k) => sumRow(minis(piles[i], D), sums[k], (x) => (x ? "off" : "")));
  const together = PROPERTIES.map((_, p) => sums.reduce((total, each) => total + each[p], 0) % 3);
  return make(
    "div",
    { class: "scroll" },
    make(
      "table",
      { class: "sums" },
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("td"),
          ...PROPERTIES.map((property) => make("th", { scope: "col" }, propertyWord(property))),
        ),
      ),
      make("tbody", {}, ...rows),
      make("tfoot", {}, sumRow(t("checksum.cancel.together"), together)),
    ),
  );
}
