// The deck of the explorer: what each card is in the present figure, and rings that move from card to card.
import { DeckField } from "../chooser/deckfield.js";
import { make, style } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @typedef {import("./types").Mark} Mark */

export class Field {
  #deck;

  /** @param {HTMLElement} root @param {(card: number) => void} pick */
  constructor(root, pick) {
    this.root = root;
    this.#deck = new DeckField(root, pick, true);
  }

  /** Show which cards are chosen and what the others are. @param {number[]} chosen @param {Map<number, Mark>} marks */
  show(chosen, marks) {
    this.#deck.show(chosen, (card) => {
      const { state, badge, role } = marks.get(card) ?? {},
        isChosen = chosen.includes(card);
      const notes = [
        ...(role && !(isChosen && role !== "left") ? [t(`explore.role.${role}`)] : []),
        ...(badge ? [t("explore.role.numbered", { n: badge })] : []),
      ];
      return { state: isChosen && state === "in" ? "" : state, badge, notes }; // the ring of a chosen card says more
    });
  }

  /** Rings that move from card to card. @param {[number, number][]} moves */
  move(moves) {
    if (document.documentElement.dataset.motion === "still") return;
    const origin = this.root.getBoundingClientRect();
    for (const [from, to] of moves) {
      const [start, end] = [from, to].map((card) => this.#deck.buttonOf(card).getBoundingClientRect());
      const ring = style(make("i", { class: "mover", "aria-hidden": "true" }), {
        "--x": `${start.x - origin.x}px`,
        "--y": `${start.y - origin.y}px`,
        "--h": `${start.height}px`,
      });
      this.root.append(ring);
      const walk = ring.animate([{ translate: "0 0" }, { translate: `${end.x - start.x}px ${end.y - start.y}px` }], {
        duration: 900,
        easing: "ease-in-out",
      });
      walk.onfinish = () => ring.remove();
    }
  }
}
