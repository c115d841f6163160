// A card is chosen in one of two ways: from the whole deck, or by its number, colour, filling and shape.
import { cardImage, nameOf } from "../shared/cards.js";
import { fill, make } from "../shared/dom.js";
import { picks } from "../shared/page.js";
import { readStored, writeStored } from "../shared/storage.js";
import { t } from "../shared/words.js";
import { Builder } from "./builder.js";
import { DeckField } from "./deckfield.js";

/** @typedef {import("./deckfield.js").Mark} Mark */
/** @typedef {"deck" | "parts"} Way */

const D = 4,
  KEY = "setlab.chooser";
const WAYS = /** @type {Way[]} */ (["deck", "parts"]);

export class CardChooser {
  /** @type {number[]} */ #there = [];
  #pick;
  #field;
  #builder;
  #deck = make("div", { class: "space", role: "group", "aria-label": t("chooser.deck") });
  #put = make("button", { class: "btn", type: "button", onclick: () => this.#putCard() });
  #parts;

  /**
   * Choose cards repeatedly; the listener decides the meaning of a choice.
   * @param {HTMLElement} root
   * @param {(card: number) => void} pick
   */
  constructor(root, pick) {
    this.#pick = pick;
    this.#field = new DeckField(this.#deck, pick, true);
    this.#builder = new Builder([], () => this.#drawPut());
    this.#parts = make("div", { class: "parts" }, this.#builder.root, this.#put);
    const way = WAYS.find((each) => each === readStored(KEY, "")) ?? "deck";
    root.append(
      picks(
        "way",
        t("chooser.title"),
        WAYS.map((each) => [each, t(`chooser.way.${each}`)]),
        way,
        (chosen) => {
          writeStored(KEY, chosen);
          this.#turn(chosen);
        },
      ),
      make("div", { class: "cloth" }, this.#deck),
      this.#parts,
    );
    this.#turn(way);
    this.#drawPut();
  }

  /**
   * Show which cards are there already, and what the others are.
   * @param {number[]} there
   * @param {(card: number) => Mark} mark
   */
  show(there, mark) {
    this.#there = there;
    this.#field.show(there, mark);
    this.#drawPut();
  }

  /** Begin with a card that is to be changed. @param {number} card */
  begin(card) {
    this.#builder.build(card);
    this.#drawPut();
  }

  /** @param {string} way */
  #turn(way) {
    /** @type {HTMLElement} */ (this.#deck.parentElement).hidden = way !== "deck";
    this.#parts.hidden = way !== "parts";
  }

  #putCard() {
    if (this.#builder.card !== null) this.#pick(this.#builder.card);
  }

  #drawPut() {
    const { card, open } = this.#builder;
    this.#put.setAttribute("aria-disabled", String(card === null));
    if (card === null) fill(this.#put, t("chooser.open", { n: open }));
    else
      fill(
        this.#put,
        cardImage(card, D, { mini: true }),
        t(this.#there.includes(card) ? "chooser.away" : "chooser.put"),
      );
    this.#put.setAttribute(
      "aria-label",
      card === null
        ? t("chooser.open", { n: open })
        : `${t(this.#there.includes(card) ? "chooser.away" : "chooser.put")}: ${nameOf(card, D)}`,
    );
  }
}
