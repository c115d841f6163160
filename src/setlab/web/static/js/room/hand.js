// The hand bar: calling SET and saying that there is none, by button and by key.
import { byId } from "../shared/dom.js";
import { forPage, keysAct } from "../shared/keyboard.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */

export class Hand {
  /** @type {State | null} */ #state = null;

  /** @param {{ call: () => void, none: () => void, release: () => void }} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    this.call = byId("call", HTMLButtonElement);
    this.none = byId("none", HTMLButtonElement);
    this.call.addEventListener("click", wishes.call);
    this.none.addEventListener("click", wishes.none);
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keyup", (event) => this.#callsBy(event) && event.preventDefault());
  }

  /** @param {State} state @param {boolean} connected */
  draw(state, connected) {
    this.#state = state;
    const free = state.phase === "playing" && connected && state.called === null;
    this.call.hidden = !state.options.call;
    this.none.hidden = !["referee", "vote"].includes(String(state.options.more)) || state.game === "find-all";
    this.call.disabled = !free;
    this.none.disabled = !free || state.undealt === 0;
    byId("votes", HTMLElement).textContent = state.votes.length
      ? t("room.votes-short", { n: state.votes.length, needed: state.needed })
      : "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!forPage(event) || this.#state?.phase !== "playing") return;
    if (event.key === "Escape") this.wishes.release();
    else if (event.code === "Digit0" || event.code === "Numpad0") this.#press(this.none, this.wishes.none);
    else if (this.#callsBy(event)) {
      event.preventDefault();
      this.#press(this.call, this.wishes.call);
    }
  }

  /** A key does what its button would do. @param {HTMLButtonElement} button @param {() => void} wish */
  #press(button, wish) {
    if (!button.hidden && !button.disabled) wish();
  }

  /**
   * Space calls SET also on a card, which Enter chooses; on any other button it presses that button.
   * @param {KeyboardEvent} event
   */
  #callsBy(event) {
    if (
      event.code !== "Space" ||
      !keysAct() ||
      !this.#state?.options.call ||
      this.#state.phase !== "playing" ||
      !(event.target instanceof Element)
    )
      return false;
    return event.target.closest(".card") !== null || event.target.closest("button, a, input, [popover]") === null;
  }
}
