// Nine cards to be sorted into three groups: dragged by mouse or finger, chosen and put, or moved by the keys 1, 2, 3.
import { cardButton, nameOf } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { forPage } from "../../shared/keyboard.js";
import { digits } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { question, talkAbout } from "../steps.js";
import { D, PROPERTIES, propertyWord } from "../values.js";
import { draggable } from "./drag.js";
import { nineCards, sharedProperties, verdictOn } from "./nine.js";

/** @typedef {import("../../shared/say.js").Saying} Saying */
/** @typedef {import("../steps.js").Step} Step */
/** @typedef {import("../steps.js").Task} Task */

const GROUPS = [0, 1, 2];
const PILE = GROUPS.length;

/** Cards that lie in a pile or in one of three groups. */
class Bins {
  /** Where each card lies. @type {Map<number, number>} */ #places;
  /** @type {number | null} */ #chosen = null;
  /** @type {Map<number, HTMLButtonElement>} */ #buttons;

  /** @param {number[]} cards @param {Task} task */
  constructor(cards, task) {
    this.cards = cards;
    this.task = task;
    this.#places = new Map(cards.map((card) => [card, PILE]));
    this.#buttons = new Map(cards.map((card) => [card, this.#button(card)]));
    this.areas = [...GROUPS, PILE].map((place) =>
      make("div", {
        class: place === PILE ? "bin unsorted" : "bin",
        "data-place": place,
        role: "group",
        "aria-label": place === PILE ? t("sort.bins.pile") : titleOf(place),
      }),
    );
    this.root = make("div", { class: "bins" }, this.areas[PILE], ...GROUPS.map((place) => this.areas[place]));
    this.#show();
  }

  /** Sort the cards by the property with this index, as "Show me" does. @param {number} i */
  sortBy(i) {
    for (const card of this.cards) this.#places.set(card, digits(card, D)[i]);
    this.#show();
    this.#judge();
  }

  /** @param {number} card */
  #button(card) {
    const button = cardButton(card, D);
    button.addEventListener("keydown", (event) => this.#type(event, card));
    draggable(button, { click: () => this.#choose(card), drop: (area) => this.#put(card, Number(area.dataset.place)) });
    return button;
  }

  /**
   * The keys 1, 2, 3 put a card into a group, 0 back into the pile.
   * @param {KeyboardEvent} event
   * @param {number} card
   */
  #type(event, card) {
    if (!forPage(event) || !/^[0-3]$/.test(event.key)) return;
    event.preventDefault();
    this.#put(card, event.key === "0" ? PILE : Number(event.key) - 1);
  }

  /** @param {number} card */
  #choose(card) {
    this.#chosen = this.#chosen === card ? null : card;
    this.#show();
    this.#buttons.get(card)?.focus();
  }

  /** The cards in one place. @param {number} place */
  #lying(place) {
    return this.cards.filter((card) => this.#places.get(card) === place);
  }

  #show() {
    for (const [place, area] of this.areas.entries()) {
      const lying = this.#lying(place).flatMap((card) => this.#buttons.get(card) ?? []);
      fill(area, place !== PILE && this.#target(place), make("div", { class: "heap" }, ...lying));
    }
    for (const [card, button] of this.#buttons) button.setAttribute("aria-pressed", String(card === this.#chosen));
  }

  /** The head of a group: a button that takes the chosen card. @param {number} place */
  #target(place) {
    const take = () =>
      this.#chosen === null ? this.task.say({ tone: "", text: t("sort.bins.first") }) : this.#put(this.#chosen, place);
    return make("button", { class: "btn put", type: "button", onclick: take }, titleOf(place));
  }

  /** @param {number} card @param {number} place */
  #put(card, place) {
    this.#places.set(card, place);
    this.#chosen = null;
    this.#show();
    this.#buttons.get(this.#lying(PILE)[0] ?? card)?.focus({ preventScroll: true });
    if (this.#lying(PILE).length) this.#tell(card, place);
    else this.#judge();
  }

  /** @param {number} card @param {number} place */
  #tell(card, place) {
    const name = nameOf(card, D);
    const text =
      place === PILE ? t("sort.bins.back", { card: name }) : t("sort.bins.moved", { card: name, n: place + 1 });
    this.task.say({ tone: "", strong: t("sort.bins.left", { n: this.#lying(PILE).length }), text });
  }

  #judge() {
    const groups = GROUPS.map((place) => this.#lying(place));
    const { by } = verdictOn(groups);
    if (by)
      this.task.solved({
        tone: "right",
        strong: t("sort.bins.right", { property: propertyWord(by) }),
        text: t("sort.bins.others"),
      });
    else this.task.say({ tone: "wrong", ...reasonAgainst(groups) });
  }
}

/** @param {number} place */
const titleOf = (place) => t("sort.bins.group", { n: place + 1 });

/** Why three groups are not sorted. @param {number[][]} groups */
function reasonAgainst(groups) {
  const { mixed, uneven } = verdictOn(groups);
  if (mixed >= 0) return { strong: t("sort.bins.mixed", { n: mixed + 1 }), text: t("sort.bins.again") };
  if (uneven >= 0) return { strong: t("sort.bins.uneven"), text: t("sort.bins.again") };
  const each = groups.map((cards, i) =>
    t("sort.bins.by", { n: i + 1, property: propertyWord(sharedProperties(cards)[0]) }),
  );
  return { strong: t("sort.bins.unlike"), text: each.join(" ") };
}

/** @param {() => number} random @returns {Step} */
export const sortCards = (random) => {
  const cards = nineCards(random);
  return (task) => {
    const bins = new Bins(cards, task);
    talkAbout(task.frame, t("sort.talk.bins"));
    task.at.append(
      question(t("sort.bins.title"), t("sort.bins.text")),
      bins.root,
      make("p", { class: "small quiet wide" }, t("sort.bins.keys")),
    );
    return () => bins.sortBy(PROPERTIES.indexOf("colour"));
  };
};
