// A question of an exit ticket: its cards, its options, and the answer property by property.
import { cardImage, minis, valueWord } from "../shared/cards.js";
import { make, style } from "../shared/dom.js";
import { capital, t } from "../shared/words.js";
import { D, PROPERTIES, valuesFor } from "./values.js";

/** @typedef {number[] | string} Option */
/** @typedef {{ kind: string, cards: (number | null)[], place: number | null, options: Option[] }} Question */
/** @typedef {{ groups: number[][], value: number | null }} Reason */
/**
 * @typedef {{
 *   lesson: string,
 *   question: number,
 *   questions: number,
 *   solved: boolean,
 *   asked: Question | null,
 *   answered: number,
 *   counts: number[] | null,
 *   answer: number | null,
 *   reasons: Reason[] | null,
 * }} Ticket
 */

const POLL = 2000; // milliseconds between two looks
const ROW = 3;

/** The sentence and the cards of a question. @param {Question} question */
export function questionCards({ kind, cards, place }) {
  const shown = cards.map((card, i) =>
    card === null
      ? make("span", { class: i === place ? "slot card asked" : "slot card" }, i === place ? "?" : "")
      : cardImage(card, D, { small: true }),
  );
  const columns = cards.length % ROW === 0 ? ROW : Math.min(cards.length, 4);
  return [
    make("h2", { tabindex: -1 }, t(`ticket.ask.${kind}`)),
    style(make("div", { class: "ticket-cards" }, ...shown), { "--n": columns }),
  ];
}

/** What an option shows: cards, or words about three cards. @param {Option} option */
export const optionFace = (option) =>
  typeof option === "string"
    ? make(
        "span",
        {},
        option === "set" ? t("ticket.set") : t("ticket.fault", { property: t(`card.property.${option}`) }),
      )
    : minis(option, D);

/** The answer, property by property. @param {Ticket} ticket */
export function solution({ asked, answer, reasons }) {
  if (!asked || answer === null || !reasons) return null;
  const rows = PROPERTIES.map((property, i) => {
    const { groups, value } = reasons[i];
    const words = groups.map((group) => group.map((digit) => word(property, digit)).join(", "));
    return make(
      "li",
      {},
      make("b", {}, capital(t(`card.property.${property}`))),
      make("span", {}, words.join(" · ")),
      make("strong", {}, value === null ? verdict(groups[0]) : `→ ${word(property, value)}`),
    );
  });
  return make(
    "section",
    { class: "ticket-solution", "aria-label": t("ticket.solution") },
    make("p", { class: "row" }, make("strong", {}, t("ticket.right")), optionFace(asked.options[answer])),
    make("ul", { class: "rows" }, ...rows),
  );
}

/** "red": the value of a property with this digit. @param {import("../shared/types").Property} property @param {number} digit */
const word = (property, digit) => valueWord(property, valuesFor(property)[digit]);

/** "all the same" @param {number[]} digits */
function verdict(digits) {
  const kinds = new Set(digits).size;
  return t(`card.verdict.${kinds === 1 ? "same" : kinds === digits.length ? "different" : "neither"}`);
}

/** Look again and again, while the page is seen; ends when `look` says so. @param {() => Promise<boolean>} look */
export async function poll(look) {
  while (await look()) {
    await new Promise((resolve) => setTimeout(resolve, POLL));
    if (document.hidden)
      await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
}
