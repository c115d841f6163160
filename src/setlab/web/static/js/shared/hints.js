// Hints about the cards on a table, step by step: how many SETs there are, one card of a SET, then each SET.
import { marks, nameOf } from "./cards.js";
import { setsAmong } from "./space.js";
import { capital, formatList, t } from "./words.js";

/** @typedef {import("./say.js").Saying} Saying */

const D = 4,
  STEPS = ["any", "card", "set", "next"];

/** The button that asks for the next hint. @param {number} told how many hints were given */
export const nextHint = (told) => t(`tabletop.ask.${STEPS[Math.min(told, 3)]}`);

/**
 * The hint with a number from 1 on: the cards to mark, and what to say. `last` if no other one follows.
 * @param {number[]} cards
 * @param {number} step
 * @param {boolean} hasMore whether cards can be dealt
 * @returns {{ marked: number[], saying: Saying, last: boolean }}
 */
export function hint(cards, step, hasMore) {
  const sets = setsAmong(cards, D),
    n = sets.length;
  if (cards.length < 3) return { marked: [], saying: { tone: "", text: t("tabletop.few") }, last: true };
  if (!n) {
    const text = t(hasMore ? "tabletop.deal" : "tabletop.over", { n: cards.length });
    return { marked: [], saying: { tone: "right", strong: t("tabletop.none"), text }, last: true };
  }
  if (step === 1) return { marked: [], saying: { tone: "right", strong: t("tabletop.sets", { n }) }, last: false };
  if (step === 2) {
    const [card] = sets[0];
    const saying = {
      tone: /** @type {const} */ ("right"),
      strong: `${capital(nameOf(card, D))}:`,
      text: t("tabletop.card"),
    };
    return { marked: [card], saying, last: false };
  }
  const i = (step - 3) % n,
    marked = [...sets[i]];
  return {
    marked,
    saying: {
      tone: "right",
      strong: t("tabletop.nth", { i: i + 1, n }),
      text: `${formatList(marked.map((card) => nameOf(card, D)))}.`,
      after: marks(marked, D),
    },
    last: false,
  };
}
