// A game against a strategy. The server plays: a game is the visitor's moves, kept in the address of the page.
import { post, Refusal } from "../shared/api.js";
import { byId, make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { drawButtons } from "./buttons.js";
import { Desk } from "./desk.js";
import { Example } from "./example.js";
import { writeLink } from "./link.js";
import { drawProof } from "./proof.js";
import { drawSetup, newSeed, otherOf, propertiesOf, strategyFor, strongestAgainst } from "./setup.js";
import { plain, tell, tellOf, tellState, tellTrouble } from "./telling.js";

/** @typedef {import("./types").Wanted} Wanted */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Boards} Boards */
/** @typedef {import("./types").Taken} Taken */
/** @typedef {import("./types").Player} Player */
/** @typedef {import("./sentences.js").Cards} Cards */

export class Game {
  #desk = new Desk((card) => this.#choose(card));
  /** @type {State | null} */ #state = null;
  #marking = false;
  #busy = false;
  #watching = false;

  /** @param {Boards} boards @param {Wanted} wanted */
  constructor(boards, wanted) {
    this.boards = boards;
    this.wanted = wanted;
  }

  /** Begin, or go on with, a game; what does not fit its board is replaced. @param {Wanted} wanted */
  begin(wanted) {
    const { cards, dimension } = this.#board(wanted.cards),
      strategy = strategyFor(this.boards, cards, wanted.you, wanted.strategy);
    const next = { ...wanted, cards, strategy };
    this.#marking = false;
    this.#watch(false, dimension);
    byId("proof", HTMLElement).hidden = true;
    drawSetup(byId("setup", HTMLElement), this.boards, next, (chosen) => this.begin(chosen));
    return this.#go(next);
  }

  /** The game of the paper instead of one's own. */
  watch() {
    const { example } = this.boards,
      board = this.#board(example.cards);
    this.#watch(true, board.dimension);
    new Example(example, board, this.#desk, {
      prove: (moves, cards) => this.#prove(example.cards, moves, cards, null),
      leave: () => this.#leave(),
    }).draw();
  }

  hint() {
    if (this.#state && !this.#state.over && !this.#watching) this.#go(this.wanted, true);
  }

  undo() {
    if (this.wanted.moves.length && !this.#watching)
      this.#go({ ...this.wanted, moves: this.wanted.moves.slice(0, -1) });
  }

  #leave() {
    if (!this.#state) return;
    this.#watch(false, this.#state.dimension);
    this.#show(this.#state);
  }

  /** The example has no choices above the board. @param {boolean} watching @param {number} dimension */
  #watch(watching, dimension) {
    this.#watching = byId("setup", HTMLElement).hidden = watching;
    byId("properties", HTMLElement).textContent = t("antiset.properties", { names: propertiesOf(dimension) });
  }

  /** @param {number} cards */
  #board(cards) {
    return this.boards.boards.find((board) => board.cards === cards) ?? this.boards.boards[0];
  }

  /** Ask the server for the game, and show it. @param {Wanted} next @param {boolean} [hint] */
  async #go(next, hint = false) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const found = /** @type {State} */ (await post("/api/antiset", { ...next, hint }));
      this.wanted = next;
      this.#show(found);
    } catch (error) {
      this.#trouble(error, () => this.#go(next, hint), next);
    } finally {
      this.#busy = false;
    }
  }

  /** @param {State} state @param {number | null} [picked] */
  #show(state, picked = null) {
    const changed = state !== this.#state;
    this.#state = state;
    writeLink(this.wanted);
    const cards = this.#desk.show({
      board: this.#board(state.cards),
      moves: state.moves,
      you: state.you,
      set: picked === null ? state.set : null,
      hint: picked === null ? state.hint?.card : null,
      deadly: this.#marking ? Object.keys(state.deadly).map(Number) : [],
      picked,
    });
    this.#drawButtons(state);
    if (picked === null) tellState(state, cards);
    else tellOf(state, picked, cards);
    if (changed || byId("proof", HTMLElement).hidden)
      this.#prove(state.cards, state.over ? state.moves : null, cards, state.you);
  }

  /** A card was chosen: take it, or look at the pair that it belongs to. @param {number} card */
  #choose(card) {
    const state = this.#state;
    if (this.#busy || this.#watching || !state) return;
    if (state.owners[card]) this.#show(state, card);
    else if (!state.over) this.#go({ ...this.wanted, moves: [...this.wanted.moves, card] });
  }

  /** @param {State} state */
  #drawButtons({ over }) {
    drawButtons([
      ...(over
        ? [{ id: "why", text: t("antiset.act.why"), act: showProof, main: true }]
        : [
            { id: "hint", text: t("antiset.act.hint"), act: () => this.hint(), key: "?" },
            { id: "mark", text: t("antiset.act.mark"), act: () => this.#mark(), pressed: this.#marking },
          ]),
      { id: "undo", text: t("antiset.act.undo"), act: () => this.undo(), off: !this.wanted.moves.length, key: "⌫" },
      {
        id: "again",
        text: t("antiset.act.again"),
        act: () => this.begin({ ...this.wanted, seed: newSeed(), moves: [] }),
      },
    ]);
  }

  /** Mark the cards that complete a SET of the visitor's, or no longer. */
  #mark() {
    if (!this.#state) return;
    this.#marking = !this.#marking;
    this.#show(this.#state);
    if (this.#marking) tell(plain(t("antiset.marked", { n: Object.keys(this.#state.deadly).length })));
  }

  /**
   * The proof along a game that is over.
   * @param {number} number
   * @param {Taken[] | null} moves
   * @param {Cards} cards
   * @param {Player | null} you
   */
  async #prove(number, moves, cards, you) {
    const at = byId("proof", HTMLElement);
    if (!moves) {
      at.hidden = true;
      return;
    }
    try {
      drawProof(
        at,
        await post("/api/antiset/proof", { cards: number, moves: moves.map(({ card }) => card) }),
        cards,
        this.#onward(number, you),
      );
    } catch (error) {
      this.#trouble(error, () => this.#prove(number, moves, cards, you), this.wanted);
    }
  }

  /** The actions after a game. @param {number} number @param {Player | null} you @returns {Node[]} */
  #onward(number, you) {
    const other = you ? otherOf(you) : "xavier",
      strongest = you && strongestAgainst(you),
      larger = this.boards.boards.find(({ cards }) => cards > number)?.cards;
    const button = (/** @type {string} */ text, /** @type {Partial<Wanted>} */ change, kind = "btn") =>
      make(
        "button",
        {
          class: kind,
          type: "button",
          onclick: () => {
            this.begin({ ...this.wanted, ...change, seed: newSeed(), moves: [] });
            scrollTo({ top: 0 });
          },
        },
        text,
      );
    return [
      ...(strongest && strongest !== this.wanted.strategy
        ? [
            button(t("antiset.onward.against", { name: t(`antiset.strategy.${strongest}.name`) }), {
              strategy: strongest,
              cards: number,
            }),
          ]
        : []),
      button(t("antiset.onward.as", { name: t(`antiset.name.${other}`) }), { you: other, cards: number }, "btn main"),
      ...(larger ? [button(t("antiset.onward.larger", { n: larger }), { cards: larger })] : []),
      make("a", { class: "btn", href: "/explore" }, t("antiset.onward.explore")),
    ];
  }

  /**
   * A sentence about what went wrong, and a way on.
   * @param {unknown} error
   * @param {() => void} again
   * @param {Wanted} next
   */
  #trouble(error, again, next) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 0 || error.status >= 429)
      tellTrouble(t("antiset.trouble.offline"), t("antiset.trouble.again"), again);
    else tellTrouble(t("antiset.trouble.refused"), t("antiset.act.again"), () => this.begin({ ...next, moves: [] }));
  }
}

/** Go to the proof below the board. */
function showProof() {
  const title = document.getElementById("proof-title");
  title?.scrollIntoView({
    block: "start",
    behavior: document.documentElement.dataset.motion === "still" ? "instant" : "smooth",
  });
  title?.focus({ preventScroll: true });
}
