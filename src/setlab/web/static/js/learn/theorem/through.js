// How many SETs contain one given card? The other cards come in pairs.
import { cardImage, minis } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { setsThrough } from "../../shared/space.js";
import { t, whole } from "../../shared/words.js";
import { fillIn, numberField } from "../answers.js";
import { question } from "../steps.js";
import { D } from "../values.js";

/** @typedef {import("../steps.js").Step} Step */
/** @typedef {import("./choices.js").Counts} Counts */

/** Why a number of SETs through a card is wrong. @param {number} n @param {Counts} counts */
export function reasonAgainst(n, { cards, sets }) {
  if (n === cards - 1) return t("theorem.through.pairs", { others: cards - 1 });
  if (n === sets) return t("theorem.through.every");
  return t("theorem.through.count", { others: cards - 1 });
}

/** @param {Counts} counts @param {number} card @returns {Step} */
export const countThrough =
  (counts, card) =>
  ({ at, frame, say, solved }) => {
    const sets = setsThrough(card, D);
    let shown = 0;
    const list = make("ol", { class: "orders" });
    const more = make(
      "button",
      { class: "btn", type: "button", onclick: () => lay(shown + 1) },
      t("theorem.through.more"),
    );
    const lay = (/** @type {number} */ n) => {
      shown = Math.min(n, sets.length);
      fill(list, ...sets.slice(0, shown).map((three) => make("li", {}, minis([...three], D))));
      more.disabled = shown === sets.length;
      say({
        tone: "",
        text: t("theorem.through.used", { n: shown, used: 2 * shown, left: counts.cards - 1 - 2 * shown }),
      });
    };
    const settle = () => {
      lay(sets.length);
      const product = whole((counts.cards * counts.through) / 3);
      const check = `${counts.cards} · ${counts.through} ${t("learn.over")} 3 = ${product}`;
      solved({
        tone: "right",
        strong: t("theorem.through.right", { n: counts.through }),
        text: t("theorem.through.check", { check }),
      });
    };
    const answer = (/** @type {number} */ n) =>
      n === counts.through
        ? settle()
        : say({ tone: "wrong", strong: t("theorem.wrong", { n }), text: reasonAgainst(n, counts) });
    fill(frame.aside, make("p", { class: "note-box" }, t("theorem.second.theorem")));
    at.append(
      question(t("theorem.through.title"), t("theorem.through.text")),
      make("div", { class: "trio large" }, cardImage(card, D), more),
      list,
      numberField(t("theorem.through.label"), answer, say),
    );
    say({ tone: "", text: t("theorem.through.start", { others: counts.cards - 1 }) });
    return () => {
      fillIn(at, counts.through);
      settle();
    };
  };
