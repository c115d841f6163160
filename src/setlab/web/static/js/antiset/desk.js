// The board and what stands beside it, drawn from the moves of a game or of the example.
import { byId } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { Field } from "./field.js";
import { drawFigure, drawHands, drawLength } from "./hands.js";
import { lastPair, pairOf } from "./pairs.js";
import { Cards } from "./sentences.js";

/** @typedef {import("./types").Taken} Taken */
/** @typedef {import("./types").Player} Player */
/** @typedef {import("./types").Board} Board */
/** @typedef {import("./field.js").Mark} Mark */
/**
 * What is to be seen: the board, the moves, who looks on; the SET at the end, a hint, cards that complete a SET, and the
 * card whose reflection is looked at.
 * @typedef {{ board: Board, moves: Taken[], you: Player | null, set?: number[] | null, hint?: number | null, deadly?: number[], picked?: number | null }} View
 */

export class Desk {
  /** @param {(card: number) => void} onPick */
  constructor(onPick) {
    this.field = new Field(byId("field", HTMLElement), byId("panels", HTMLElement), onPick);
  }

  /** Draw everything; the cards are given back, for sentences about them. @param {View} view */
  show(view) {
    const { board, moves, you, picked = null } = view;
    const cards = new Cards(board.dimension, moves, you);
    const pair = picked !== null ? pairOf(moves, picked) : lastPair(moves),
      line = view.set ? [] : pair;
    byId("desk", HTMLElement).dataset.d = String(board.dimension);
    this.#lay(view, cards);
    this.field.mark(marksOf(view, line));
    this.field.connect(line);
    drawHands(byId("hands", HTMLElement), moves, you, cards);
    drawFigure(byId("figure", HTMLElement), pair, cards);
    drawLength(byId("length", HTMLElement), Math.ceil(moves.length / 2), board);
    return cards;
  }

  /** @param {View} view @param {Cards} cards */
  #lay({ board, moves, you, hint = null, deadly = [], picked = null }, cards) {
    const owners = Array.from({ length: board.cards }, (_, card) => cards.ownerOf(card));
    const labels = owners.map((owner, card) =>
      owner
        ? t("antiset.taken", { name: t(`antiset.name.${owner}`), move: cards.moveOf(card) })
        : deadly.includes(card)
          ? t("antiset.deadly")
          : "",
    );
    const last = moves[moves.length - 1]?.card;
    this.field.lay(board.dimension, moves[0]?.card);
    this.field.own(owners, you, labels, last);
    const seen = hint ?? picked ?? last;
    if (seen !== undefined) this.field.reveal(seen);
    if (hint !== null && this.field.focused) this.field.focus(hint);
  }
}

/**
 * What is marked, the later over the earlier.
 * @param {View} view
 * @param {number[]} line
 * @returns {Map<number, Mark>}
 */
function marksOf({ deadly = [], hint = null, set }, line) {
  /** @type {[number, Mark][]} */
  const marks = [
    ...line.map((card) => /** @type {[number, Mark]} */ ([card, "in"])),
    ...deadly.map((card) => /** @type {[number, Mark]} */ ([card, "off"])),
    ...(hint === null ? [] : [/** @type {[number, Mark]} */ ([hint, "hint"])]),
    ...(set ?? []).map((card) => /** @type {[number, Mark]} */ ([card, "right"])),
  ];
  return new Map(marks);
}
