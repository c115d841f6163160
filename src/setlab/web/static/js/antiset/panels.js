// The panels of 243 cards; small windows show one at a time, chosen by a small map of its owners.
import { draw, fill, make } from "../shared/dom.js";
import { capital, t } from "../shared/words.js";
import { orderOf, placeOf } from "./layout.js";
import { spot } from "./owners.js";

/** @typedef {import("./types").Player} Player */

const GROUNDS = /** @type {const} */ (["white", "black", "grey"]);
const PARTED = 5; // the number of properties from which on a board is shown in parts

export class Panels {
  #centre = 0;

  /** @param {HTMLElement} root @param {(panel: number) => void} onOpen */
  constructor(root, onOpen) {
    this.root = root;
    this.onOpen = onOpen;
  }

  /** The choice for a board with a card in the middle. @param {number} dimension @param {number} centre */
  make(dimension, centre) {
    this.#centre = centre;
    this.root.hidden = dimension !== PARTED;
    if (this.root.hidden) return;
    const labels = orderOf(4, centre, dimension).map((digit, i) =>
      make(
        "label",
        {},
        make("input", { type: "radio", name: "panel", value: i, onchange: () => this.open(i) }),
        draw("svg", { class: "map", viewBox: "0 0 90 90", "aria-hidden": "true" }),
        make("span", {}, capital(t(`card.name.background.${GROUNDS[digit]}`))),
      ),
    );
    fill(
      this.root,
      make(
        "fieldset",
        { class: "choice" },
        make("legend", { class: "hide" }, t("antiset.panel")),
        make("div", { class: "pick" }, ...labels),
      ),
    );
    this.open(1);
  }

  /** Show one panel. @param {number} panel */
  open(panel) {
    this.root.querySelectorAll("input").forEach((input, i) => {
      input.checked = i === panel;
    });
    this.onOpen(panel);
  }

  /** Show the panel of a card. @param {number} card */
  reveal(card) {
    if (!this.root.hidden) this.open(placeOf(card, this.#centre, PARTED).panel);
  }

  /** The owners on the small maps. @param {(Player | null)[]} owners @param {Player | null} you */
  own(owners, you) {
    if (this.root.hidden) return;
    const spots = owners.flatMap((owner, card) => (owner ? [{ owner, ...placeOf(card, this.#centre, PARTED) }] : []));
    this.root.querySelectorAll(".map").forEach((map, i) => {
      fill(
        map,
        ...spots
          .filter(({ panel }) => panel === i)
          .map(({ owner, row, column }) => spot(owner, 10 * column, 10 * row, owner === you)),
      );
    });
  }
}
