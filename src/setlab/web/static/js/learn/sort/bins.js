// Nine cards to be sorted into three groups: dragged by mouse or finger, chosen and put, or moved by the keys 1, 2, 3.
import { cardButton, nameOf } from "../../cards.js";
import { fill, make } from "../../dom.js";
import { forPage } from "../../keyboard.js";
import { add, fromDigits, plane } from "../../space.js";
import { t } from "../../words.js";
import { below, shuffled } from "../random.js";
import { question, talkAbout } from "../steps.js";
import { D, PROPERTIES, propertyWord, wordOf } from "../values.js";
import { draggable } from "./drag.js";

/** @typedef {import("../../types").Property} Property */
/** @typedef {import("../steps.js").Step} Step */

const BINS = 3, PILE = BINS;

/** How a property changes along the rows and the columns of a square of nine: the four ways to split it into three lines. */
const SPLITS = Object.freeze([[1, 0], [0, 1], [1, 1], [1, 2]]);

/** Nine cards that each property splits into three groups of three, each in another way. @param {() => number} random */
export function nineCards(random) {
  const corner = below(random, 3 ** D);
  const splits = shuffled(random, SPLITS);
  const [right, down] = [0, 1].map((k) => add(corner, fromDigits(splits.map((steps) => steps[k])), D));
  return shuffled(random, plane(corner, right, down, D));
}

/** The properties in which the cards of a group agree. @param {number[]} cards */
export const shared = (cards) => PROPERTIES.filter((property) => new Set(cards.map((card) => wordOf(card, property))).size === 1);

/** What is to be said about three groups: by which property they are sorted, or which group spoils it. @param {number[][]} bins */
export function verdictOn(bins) {
  const by = PROPERTIES.find((property) => bins.every((bin) => bin.length > 0 && shared(bin).includes(property)) && new Set(bins.map((bin) => wordOf(bin[0], property))).size === bins.length);
  const mixed = bins.findIndex((bin) => shared(bin).length === 0);
  const uneven = bins.findIndex((bin) => bin.length !== bins.flat().length / bins.length);
  return { by, mixed, uneven };
}

/** @param {() => number} random @returns {Step} */
export const sortCards = (random) => {
  const cards = shuffled(random, nineCards(random));
  return ({ at, frame, say, solved }) => {
    talkAbout(frame, t("sort.talk.bins"));
    /** Where each card lies: in a group, or in the pile. @type {Map<number, number>} */
    const places = new Map(cards.map((card) => [card, PILE]));
    /** @type {number | null} */
    let chosen = null;
    const lying = (/** @type {number} */ place) => cards.filter((card) => places.get(card) === place);
    const areas = [0, 1, 2, PILE].map((place) => make("div", { class: place === PILE ? "bin pile" : "bin", "data-place": place, role: "group", "aria-label": place === PILE ? t("sort.bins.pile") : t("sort.bins.group", { n: place + 1 }) }));
    const buttons = new Map(cards.map((card) => [card, cardButton(card, D)]));

    function show() {
      for (const [place, area] of areas.entries()) {
        const head = place === PILE ? null : make("button", { class: "btn put", type: "button", onclick: () => (chosen === null ? say({ tone: "", text: t("sort.bins.first") }) : put(chosen, place)) }, t("sort.bins.group", { n: place + 1 }));
        fill(area, head, make("div", { class: "heap" }, ...lying(place).flatMap((card) => buttons.get(card) ?? [])));
      }
      for (const [card, button] of buttons) button.setAttribute("aria-pressed", String(card === chosen));
    }

    function put(/** @type {number} */ card, /** @type {number} */ place) {
      places.set(card, place);
      chosen = null;
      show();
      focusNext(card);
      if (lying(PILE).length) tell(card, place);
      else check();
    }

    /** @param {number} card @param {number} place */
    function tell(card, place) {
      const name = nameOf(card, D);
      say({ tone: "", strong: t("sort.bins.left", { n: lying(PILE).length }), text: place === PILE ? t("sort.bins.back", { card: name }) : t("sort.bins.moved", { card: name, n: place + 1 }) });
    }

    /** The next card of the pile, or the card that was just moved. @param {number} card */
    const focusNext = (card) => buttons.get(lying(PILE)[0] ?? card)?.focus({ preventScroll: true });

    function check() {
      const bins = [0, 1, 2].map(lying);
      const { by, mixed, uneven } = verdictOn(bins);
      if (by) return solved({ tone: "right", strong: t("sort.bins.right", { property: propertyWord(by) }), text: t("sort.bins.others") });
      if (mixed >= 0) return say({ tone: "wrong", strong: t("sort.bins.mixed", { n: mixed + 1 }), text: t("sort.bins.again") });
      if (uneven >= 0) return say({ tone: "wrong", strong: t("sort.bins.uneven"), text: t("sort.bins.again") });
      const how = bins.map((bin, i) => t("sort.bins.by", { n: i + 1, property: propertyWord(shared(bin)[0]) })).join(" ");
      return say({ tone: "wrong", strong: t("sort.bins.unlike"), text: how });
    }

    for (const [card, button] of buttons) {
      button.addEventListener("keydown", (event) => {
        const place = "123".indexOf(event.key);
        if (!forPage(event) || event.key.length !== 1 || (place < 0 && event.key !== "0")) return;
        event.preventDefault();
        put(card, place < 0 ? PILE : place);
      });
      draggable(button, { click: () => ((chosen = chosen === card ? null : card), show(), button.focus()), drop: (area) => put(card, Number(area.dataset.place)) });
    }
    at.append(question(t("sort.bins.title"), t("sort.bins.text")), make("div", { class: "bins" }, areas[PILE], ...areas.slice(0, BINS)), make("p", { class: "small quiet wide" }, t("sort.bins.keys")));
    show();
    return () => {
      for (const card of cards) places.set(card, Math.floor(card / 9) % 3);
      show();
      check();
    };
  };
};
