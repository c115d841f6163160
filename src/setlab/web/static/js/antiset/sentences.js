// Sentences with cards in them: shown with small pictures, read aloud with the names of the cards.
import { nameOf } from "../shared/cards.js";
import { formatList, t } from "../shared/words.js";
import { ownedCard } from "./owners.js";

/** @typedef {import("./types").Why} Why */
/** @typedef {import("./types").Player} Player */
/** @typedef {{ [name: string]: string | number }} Values */
/** @typedef {{ nodes: (Node | string)[], spoken: string }} Sentence */

const MARK = "\u0001";

export class Cards {
  /** @type {Map<number, { owner: Player, move: string }>} */ #moves = new Map();

  /** @param {number} dimension @param {import("./types").Taken[]} moves @param {Player | null} you */
  constructor(dimension, moves, you) {
    this.dimension = dimension;
    this.you = you;
    moves.forEach(({ player, card }, ply) => this.#moves.set(card, { owner: player, move: moveName(ply) }));
  }

  /** The name of a card's move, "X₁", or nothing. @param {number} card */
  moveOf(card) {
    return this.#moves.get(card)?.move ?? "";
  }

  /** @param {number} card */
  ownerOf(card) {
    return this.#moves.get(card)?.owner ?? null;
  }

  /** A card as a small picture with its owner. @param {number} card @param {boolean} [named] */
  picture(card, named = false) {
    const owner = this.ownerOf(card);
    return ownedCard(card, this.dimension, owner, owner !== null && owner === this.you, named ? this.moveOf(card) : "");
  }

  /**
   * A sentence: {a}, {b}, {c} stand for cards, {all} for all of them.
   * @param {string} key
   * @param {number[]} cards
   * @param {Values} [values]
   * @returns {Sentence}
   */
  sentence(key, cards, values = {}) {
    const slots = Object.fromEntries(cards.map((_, i) => ["abcdef"[i], `${MARK}${i}${MARK}`]));
    const parts = t(key, { ...values, ...slots, all: `${MARK}*${MARK}` }).split(MARK);
    /** @type {(Node | string)[]} */ const nodes = parts.flatMap(
      (part, i) =>
        /** @type {(Node | string)[]} */ (
          i % 2 === 0
            ? [part]
            : part === "*"
              ? cards.map((card) => this.picture(card))
              : [this.picture(cards[Number(part)])]
        ),
    );
    const names = cards.map((card) => nameOf(card, this.dimension));
    const spoken = parts
      .map((part, i) => (i % 2 === 0 ? part : part === "*" ? formatList(names) : names[Number(part)]))
      .join("");
    return { nodes, spoken };
  }

  /** The reason for a move. @param {Why | null} why @returns {Sentence} */
  reason(why) {
    if (!why) return { nodes: [], spoken: "" };
    const said = this.sentence(`antiset.why.${why.code}`, why.cards, { ...why.numbers, n: why.numbers.left ?? 0 });
    return why.after ? joinSentences(this.reason(why.after), said) : said;
  }
}

/** Several sentences in a row. @param {...Sentence} sentences @returns {Sentence} */
export function joinSentences(...sentences) {
  const said = sentences.filter(({ spoken }) => spoken);
  return {
    nodes: said.flatMap(({ nodes }, i) => (i ? [" ", ...nodes] : nodes)),
    spoken: said.map(({ spoken }) => spoken).join(" "),
  };
}

/** "X₁" for the first ply, "O₁" for the second. @param {number} ply */
export const moveName = (ply) =>
  `${ply % 2 ? "O" : "X"}${[...String(Math.floor(ply / 2) + 1)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("")}`;
