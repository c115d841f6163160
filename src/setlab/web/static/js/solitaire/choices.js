// The SETs on a table as rows: three small cards, the chance of clearing, a meter. A row lights its SET on the table.
import { minis, nameOf } from "../shared/cards.js";
import { make, style } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @typedef {import("./types").Choice} Choice */

const DIMENSION = 4;
const LONGEST = 9; // characters of a fraction that is shown; longer ones say nothing to a reader

/** "58 %"; 0 % and 100 % only if exact. @param {number} chance */
export function percent(chance) {
  if (chance > 0 && chance < 0.005) return "< 1\u00a0%";
  if (chance < 1 && chance >= 0.995) return "> 99\u00a0%";
  return `${Math.round(100 * chance)}\u00a0%`;
}

export class Lights {
  /** @type {number[] | null} */ #kept = null;

  /** @param {(cards: number[] | null) => void} light */
  constructor(light) {
    this.light = light;
  }

  /** Nothing is kept any more: the table has changed. */
  forget() {
    this.#kept = null;
  }

  /**
   * The row of a SET, with the notes below its meter.
   * @param {Choice} choice
   * @param {Choice} best
   * @param {...(Node | null)} below
   */
  row(choice, best, ...below) {
    const { cards, chance } = choice;
    const button = make(
      "button",
      {
        type: "button",
        class: "choice-row",
        "data-best": choice.best,
        "aria-label": choiceName(choice, below),
        onpointerenter: () => this.light(cards),
        onpointerleave: () => this.light(this.#kept),
        onfocus: () => this.light(cards),
        onblur: () => this.light(this.#kept),
        onclick: () => this.#keep(cards),
      },
      minis(cards, DIMENSION),
      make("span", { class: "grow" }),
      make("b", {}, chance === null ? "" : percent(chance)),
      make("small", {}, choiceNote(choice, best)),
      chance === null ? null : style(make("i", { class: "meter", "aria-hidden": "true" }), { "--v": chance }),
      ...below,
    );
    return make("li", {}, button);
  }

  /** A click or a tap keeps the light until the next one. @param {number[]} cards */
  #keep(cards) {
    this.#kept = this.#kept === cards ? null : cards;
    this.light(this.#kept);
  }
}

/** "best", or by how much less. @param {Choice} choice @param {Choice} best */
function choiceNote({ best, chance }, { chance: highest }) {
  if (best) return t("solitaire.advice.best");
  const less = Math.round(100 * (highest ?? 0)) - Math.round(100 * (chance ?? 0));
  return less > 0 ? `−${less}` : "";
}

/** The exact chance as a fraction, if it is short. @param {Choice} choice */
export const fraction = ({ exact }) => (exact?.includes("/") && exact.length <= LONGEST ? exact : "");

/** The text for screen readers. @param {Choice} choice @param {(Node | null)[]} below */
function choiceName({ cards, chance, best }, below) {
  const names = cards.map((card) => nameOf(card, DIMENSION)).join(", ");
  const parts = [
    chance === null ? "" : percent(chance),
    best ? t("solitaire.advice.best") : "",
    ...below.map((at) => at?.textContent ?? ""),
  ];
  return `${parts.filter(Boolean).join(", ")}: ${names}`;
}
