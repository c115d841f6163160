// The box in which one card is corrected, removed or added, beside its picture.
import { cardImage, nameOf } from "../shared/cards.js";
import { Builder } from "../chooser/builder.js";
import { fill, make } from "../shared/dom.js";
import { popover } from "../shared/page.js";
import { capital, percent, t } from "../shared/words.js";
import { D } from "./state.js";
import { cutOut } from "./view.js";

/** @typedef {import("./state.js").Seen} Seen */
/** @typedef {import("./state.js").Point} Point */
/**
 * What can be done with a card; `closed` is called at the end.
 * @typedef {{ choose: (card: number) => void, confirm: () => void, remove: () => void, closed: () => void }} Acts
 */

const ID = "fix";

export class FixBox {
  #title = make("h2");
  #content = make("div");
  #root = popover(ID, t("photo.fix"), this.#title, this.#content);
  #closed = () => {};

  constructor() {
    document.body.append(this.#root);
    this.#root.addEventListener("toggle", (event) => {
      const at = document.activeElement,
        isFree = !at || at === document.body || this.#root.contains(at); // nobody has gone on to something else
      if (/** @type {ToggleEvent} */ (event).newState === "closed" && isFree) this.#closed();
    });
  }

  /**
   * Correct a card: every choice holds at once.
   * @param {Seen} seen
   * @param {HTMLImageElement} image
   * @param {Acts} acts
   */
  correct(seen, image, { choose, confirm, remove, closed }) {
    const builder = new Builder([], ({ card }) => {
      if (card !== null) {
        choose(card);
        this.#name(card);
      }
    });
    builder.build(seen.card);
    const others = seen.sure ? [] : seen.others.filter(({ card }) => card !== seen.card).slice(0, 3);
    const take = (/** @type {number} */ card) => {
      builder.build(card);
      choose(card);
      this.#name(card);
    };
    this.#name(seen.card);
    this.#open(
      [
        !seen.sure && make("p", {}, t("photo.unsure", { share: percent(seen.probability) })),
        make("div", { class: "pair" }, seen.corners.length > 3 && cutOut(image, seen.corners), builder.root),
        others.length > 0 &&
          make(
            "div",
            { class: "row", role: "group", "aria-label": t("photo.or") },
            make("span", { class: "quiet" }, t("photo.or")),
            ...others.map(({ card }) =>
              make(
                "button",
                { class: "btn other", type: "button", onclick: () => take(card), "aria-label": nameOf(card, D) },
                cardImage(card, D, { mini: true }),
              ),
            ),
          ),
        make(
          "div",
          { class: "row" },
          this.#button(t("photo.remove"), remove),
          make("span", { class: "grow" }),
          this.#button(t("photo.done"), confirm, "btn main"),
        ),
      ],
      closed,
    );
  }

  /** Add a card, once all its properties are chosen. @param {(card: number) => void} choose @param {() => void} closed */
  add(choose, closed) {
    const put = this.#button(t("photo.add"), () => builder.card !== null && choose(builder.card), "btn main");
    const builder = new Builder([], ({ card, open }) => {
      put.disabled = card === null;
      fill(put, card === null ? t("photo.open", { n: open }) : t("photo.add"));
      if (card !== null) this.#name(card);
    });
    put.disabled = true;
    fill(put, t("photo.open", { n: builder.open }));
    this.#title.textContent = t("photo.missed");
    this.#open(
      [
        make("div", { class: "pair" }, builder.root),
        make("div", { class: "row" }, make("span", { class: "grow" }), put),
      ],
      closed,
    );
  }

  /** @param {(Node | false)[]} content @param {() => void} closed */
  #open(content, closed) {
    fill(this.#content, ...content);
    this.#closed = closed;
    this.#root.togglePopover(true);
    const first = this.#root.querySelector("input:checked") ?? this.#root.querySelector("input");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /** @param {string} text @param {() => void} act @param {string} [kind] */
  #button(text, act, kind = "btn") {
    const button = make("button", { class: kind, type: "button" }, text);
    button.addEventListener("click", () => {
      act();
      this.#root.hidePopover();
    });
    return button;
  }

  /** @param {number} card */
  #name(card) {
    this.#title.textContent = capital(nameOf(card, D));
  }
}
