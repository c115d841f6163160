// The board and what stands beside it, drawn from the moves of a game or of the example.
import { byId, fill, make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { Field } from "./field.js";
import { badge } from "./owners.js";
import { lastPair, pairOf } from "./pairs.js";
import { Cards } from "./sentences.js";

/** @typedef {import("./types").Taken} Taken */
/** @typedef {import("./types").Player} Player */
/** @typedef {import("./types").Board} Board */
/** @typedef {import("./field.js").Mark} Mark */
/** @typedef {import("./types").State} State */

// Beside the board: the cards of both players, the last reflection as a small figure, and the length of the game.

/** @param {HTMLElement} at @param {import("./types").Taken[]} moves @param {Player | null} you @param {Cards} cards */
function drawHands(at, moves, you, cards) {
  fill(
    at,
    ...["xavier", "olivia"].map((name) => {
      const player = /** @type {Player} */ (name),
        held = moves.filter((move) => move.player === player);
      return make(
        "section",
        { class: "held", "data-mine": String(player === you) },
        make(
          "h2",
          {},
          badge(player),
          ` ${t(`antiset.name.${player}`)}`,
          you === player && make("small", { class: "quiet" }, ` ${t("antiset.itsYou")}`),
          make("span", { class: "score" }, held.length),
        ),
        held.length
          ? make("div", { class: "minis" }, ...held.map(({ card }) => cards.picture(card)))
          : make("p", { class: "quiet small" }, t("antiset.nothing")),
      );
    }),
  );
}

/**
 * A card, the middle and the reflected card on a line.
 * @param {HTMLElement} at
 * @param {number[]} line
 * @param {Cards} cards
 */
function drawFigure(at, line, cards) {
  const words = line.length
    ? [
        make("div", { class: "mirror" }, ...line.map((card) => cards.picture(card, true))),
        make("p", { class: "quiet small" }, t("antiset.mirror.is")),
      ]
    : [make("p", { class: "quiet small" }, t("antiset.mirror.none"))];
  fill(at, make("h2", {}, t("antiset.mirror.title")), ...words);
}

/**
 * How many rounds, of how many at most.
 * @param {HTMLElement} at
 * @param {number} round
 * @param {{ most: number, forced: number }} board
 */
function drawLength(at, round, { most, forced }) {
  const pips = Array.from({ length: most }, (_, i) =>
    make("i", { class: i < round ? "on" : i === forced - 1 ? "half" : "" }),
  );
  fill(
    at,
    make("h2", {}, t("antiset.round", { n: round })),
    make("div", { class: "pips", role: "img", "aria-label": t("antiset.rounds", { n: round, most }) }, ...pips),
    make("p", { class: "quiet small" }, t("antiset.lasts", { most, forced })),
  );
}

/**
 * What is to be seen: the board, the moves, who looks on; the SET at the end, a hint, cards that complete a SET, and
 * the
 * card whose reflection is looked at.
 * @typedef {{
 *   board: Board,
 *   moves: Taken[],
 *   you: Player | null,
 *   set?: number[] | null,
 *   hint?: number | null,
 *   deadly?: number[],
 *   picked?: number | null,
 * }} View
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
 * The marks, later ones on top.
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
