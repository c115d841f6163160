// The card that was laid aside: face down beside the table until somebody names it, and its proof at the end.
import { cardImage, minis, nameOf, valueWord, valuesOf } from "../shared/cards.js";
import { byId, fill, make } from "../shared/dom.js";
import { picks, popover, toggleBox } from "../shared/page.js";
import { capital, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Property} Property */

const PROPERTIES = /** @type {Property[]} */ (["number", "colour", "filling", "shape"]);

/** The card laid aside as it is seen: its back, or its face; nothing in other games. @param {State} state */
export function asideOf({ aside, phase, dimension }) {
  if (!aside || phase === "waiting") return null;
  const shown =
    aside.card === null
      ? make("span", { class: "card down", role: "img", "aria-label": t("games.last.down") })
      : cardImage(aside.card, dimension);
  return make("figure", {}, shown, make("figcaption", { class: "small quiet" }, t("games.last.title")));
}

/** After the round: the cards that are left, and the card that they prove. @param {State} state */
export function asideProof({ aside, slots, dimension }) {
  if (!aside || aside.card === null) return null;
  const left = slots.filter((card) => card !== null);
  return make(
    "div",
    { class: "proof" },
    make("p", {}, t("games.last.was", { card: nameOf(aside.card, dimension) })),
    make("p", { class: "small quiet" }, t("games.last.proof")),
    left.length > 0 && minis([...left, aside.card], dimension),
  );
}

/** The card beside the table for a player, with the box in which it is named. */
export class Aside {
  #drawn = "";
  #card = [0, 0, 0, 0];

  /** @param {HTMLElement} root @param {(card: number | null) => void} name null claims a SET with two chosen cards */
  constructor(root, name) {
    this.root = root;
    this.name = name;
  }

  /** @param {State} state @param {number | null} me */
  draw(state, me) {
    const mayName = me !== null && state.aside?.card === null && !state.aside.named.includes(me);
    const seen = JSON.stringify([state.aside, state.phase, state.dimension, mayName]);
    if (seen === this.#drawn) return;
    this.#drawn = seen;
    if (state.aside && !document.getElementById("name-box")) document.body.append(this.#box());
    fill(
      this.root,
      asideOf(state),
      mayName && state.phase === "playing" && make("div", { class: "do" }, this.#claims(), this.#names()),
    );
  }

  #claims() {
    return make("button", { class: "btn", type: "button", onclick: () => this.#claim() }, t("games.last.claim"));
  }

  /** Two chosen cards and this one. */
  #claim() {
    if (document.querySelectorAll('#cards [aria-pressed="true"]').length === 2) this.name(null);
    else this.root.querySelector("figcaption")?.replaceChildren(t("games.last.two"));
  }

  #names() {
    return make("button", { class: "btn", type: "button", popovertarget: "name-box" }, t("games.last.name"));
  }

  #box() {
    const card = make("div", { class: "samples", "aria-hidden": "true" });
    const show = () => fill(card, cardImage(this.#number, 4));
    const fields = PROPERTIES.map((property, i) => {
      const digits = [0, 1, 2].map((digit) => {
        const value = valuesOf(digit * 3 ** (3 - i), 4)[property] ?? "";
        return /** @type {[string, string]} */ ([String(digit), valueWord(property, value)]);
      });
      return picks(`aside-${property}`, capital(t(`card.property.${property}`)), digits, "0", (digit) => {
        this.#card[i] = Number(digit);
        show();
      });
    });
    show();
    return popover(
      "name-box",
      t("games.last.name"),
      make("h2", { tabindex: -1, autofocus: true }, t("games.last.name")),
      make("p", { class: "small quiet" }, t("games.last.once")),
      card,
      ...fields,
      make(
        "button",
        { class: "btn main", type: "button", id: "name-it", onclick: () => this.#send() },
        t("games.last.say"),
      ),
    );
  }

  get #number() {
    return this.#card.reduce((card, digit) => 3 * card + digit, 0);
  }

  #send() {
    toggleBox("name-box", false);
    byId("main", HTMLElement).focus();
    this.name(this.#number);
  }
}
