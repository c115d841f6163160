// A card that lies face down until it is turned over.
import { cardImage } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { D } from "./values.js";

export class FaceDown {
  /** @param {number} card */
  constructor(card) {
    this.card = card;
    this.root = make("span", { class: "card back", role: "img", "aria-label": t("trick.facedown") });
  }

  /** Turn it over. @param {"right" | ""} [state] */
  turn(state = "") {
    const image = cardImage(this.card, D);
    if (state) image.dataset.state = state;
    this.root.replaceWith(image);
    const still = document.documentElement.dataset.motion === "still";
    image.animate(still ? [{ opacity: 0 }, { opacity: 1 }] : [{ scale: "0 1" }, { scale: "1 1" }], {
      duration: 220,
      easing: "ease-out",
    });
    this.root = image;
  }
}
