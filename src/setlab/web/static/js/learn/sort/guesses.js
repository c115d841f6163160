// Guesses as buttons: each is right or wrong as soon as it is made, and stays marked.
import { make } from "../../shared/dom.js";

/** @template Right, Wrong */
export class Guesses {
  /** @type {Set<Right>} */ #found = new Set();
  /** @type {HTMLButtonElement[]} */ #right = [];

  /**
   * @param {number} of the number of right guesses
   * @param {(guess: Right, found: number, all: boolean) => void} right
   * @param {(guess: Wrong) => void} wrong
   */
  constructor(of, right, wrong) {
    this.of = of;
    this.right = right;
    this.wrong = wrong;
  }

  /** A button for a guess. @param {string} text @param {any} guess @param {boolean} isRight */
  button(text, guess, isRight) {
    const button = make(
      "button",
      {
        class: "btn",
        type: "button",
        "aria-pressed": "false",
        onclick: () => {
          button.dataset.guess = isRight ? "right" : "wrong";
          button.setAttribute("aria-pressed", String(isRight));
          if (isRight) this.#find(guess);
          else this.wrong(guess);
        },
      },
      text,
    );
    if (isRight) this.#right.push(button);
    return button;
  }

  /** Make all right guesses. */
  showAll() {
    for (const button of this.#right) button.click();
  }

  /** @param {Right} guess */
  #find(guess) {
    this.#found.add(guess);
    this.right(guess, this.#found.size, this.#found.size === this.of);
  }
}
