// Can twelve cards be laid without a SET? The page says which cards would make one.
import { minis, nameOf } from "../../shared/cards.js";
import { DeckField } from "../../chooser/deckfield.js";
import { fill, make } from "../../shared/dom.js";
import { deck, third } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { below } from "../random.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { TWELVE } from "./table.js";

/** @typedef {import("./table.js").NoSetTable} NoSetTable */
/** @typedef {import("../steps.js").Step} Step */

/** The two cards with which a card would make a SET, if there are such. @param {number[]} cards @param {number} card */
export function partnersOf(cards, card) {
  const first = cards.find((a) => a !== card && cards.includes(third(a, card, D)) && third(a, card, D) !== a);
  return first === undefined ? null : [first, third(first, card, D)];
}

/** The cards that can still be laid. @param {number[]} cards */
export const freeCards = (cards) => deck(D).filter((card) => !cards.includes(card) && !partnersOf(cards, card));

/** @param {NoSetTable} table @param {() => number} random @returns {Step} */
export const layTwelve =
  (table, random) =>
  ({ at, frame, say, solved }) => {
    /** @type {number[]} */
    let laid = [];
    const field = new DeckField(
      make("div", { class: "deck-field", role: "group", "aria-label": t("twelve.lay.deck") }),
      pick,
    );
    const pips = make("div", { class: "pips", role: "img" });
    const free = make("p", { class: "quiet" });
    const list = make("div", { class: "laid" });

    /** @param {number} card */
    function pick(card) {
      const pair = partnersOf(laid, card);
      if (laid.includes(card)) laid = laid.filter((each) => each !== card);
      else if (pair) return refuse(card, pair);
      else laid = [...laid, card];
      show();
      if (laid.length < TWELVE)
        return say({
          tone: "right",
          strong: t("twelve.lay.laid", { n: laid.length, of: TWELVE }),
          text: t("twelve.lay.free", { n: freeCards(laid).length }),
        });
      return solved({
        tone: "right",
        strong: t("twelve.lay.done", { n: laid.length }),
        text: t(freeCards(laid).length ? "twelve.lay.more" : "twelve.lay.stuck"),
      });
    }

    /** @param {number} card @param {number[]} pair */
    function refuse(card, pair) {
      field.show(laid, (each) => ({ state: each === card || pair.includes(each) ? "wrong" : state(each) }));
      say({
        tone: "wrong",
        strong: t("twelve.lay.would"),
        text: t("twelve.lay.with", { card: nameOf(card, D), a: nameOf(pair[0], D), b: nameOf(pair[1], D) }),
      });
    }

    const state = (/** @type {number} */ card) => (laid.includes(card) || !partnersOf(laid, card) ? "" : "off");

    function show() {
      field.show(laid, (card) => ({ state: state(card) }));
      const n = freeCards(laid).length;
      pips.setAttribute("aria-label", t("twelve.lay.laid", { n: laid.length, of: table.largest }));
      fill(
        pips,
        ...Array.from({ length: table.largest }, (_, i) =>
          make("i", { class: i < laid.length ? "on" : i === TWELVE - 1 ? "half" : "" }),
        ),
      );
      free.textContent = t("twelve.lay.free", { n });
      fill(list, minis(laid, D));
    }

    at.append(question(t("twelve.lay.title", { n: TWELVE }), t("twelve.lay.text")), field.root);
    fill(
      frame.aside,
      make("h3", {}, t("twelve.lay.yours")),
      pips,
      free,
      list,
      make("p", { class: "small quiet" }, t("twelve.lay.note", { n: table.stuck })),
    );
    show();
    say({ tone: "", text: t("twelve.lay.start") });
    return () => {
      const able = freeCards(laid);
      if (able.length) pick(able[below(random, able.length)]);
    };
  };
