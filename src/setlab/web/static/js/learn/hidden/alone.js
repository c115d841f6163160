// A new game is over: the visitor names the hidden card, property by property, and turns it over.
import { nameOf } from "../../cards.js";
import { fill, make } from "../../dom.js";
import { digits } from "../../space.js";
import { t } from "../../words.js";
import { Builder } from "../builder.js";
import { FaceDown } from "../facedown.js";
import { question } from "../steps.js";
import { digitKey, sumTable } from "../sums.js";
import { D, PROPERTIES } from "../values.js";
import { cardsOf, foundIn } from "./game.js";
import { groupReason, groupTable } from "./groups.js";
import { leftCards, partners } from "./named.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../steps.js").Step} Step */

/** The places of the properties in which two cards differ. @param {number} card @param {number} other */
const differing = (card, other) => digits(card, D).flatMap((x, i) => (x === digits(other, D)[i] ? [] : [i]));

/** @param {Game} game @returns {Step} */
export const findAlone = (game) => ({ at, frame, say, solved }) => {
  const found = foundIn(game), left = cardsOf(game);
  const back = new FaceDown(found.card);
  const after = make("div", { class: "why" });
  const builder = new Builder([], ({ card, open }) => {
    if (card === null) return say({ tone: "", text: t("learn.open", { n: open }) });
    const wrong = differing(card, found.card);
    if (!wrong.length) return settle("right");
    const strong = t("hidden.alone.fit", { n: D - wrong.length, of: D });
    return say({ tone: "wrong", strong, text: wrong.map((i) => groupReason(PROPERTIES[i], found.properties[i])).join(" ") });
  });

  /** @param {"right" | "shown"} how */
  function settle(how) {
    if (!after.firstChild) {
      back.turn("right");
      fill(after, make("h3", {}, t("hidden.alone.eye")), groupTable(found.properties), make("h3", {}, t("hidden.alone.sum")), make("div", { class: "scroll" }, sumTable([...left, found.card])), ...partners(found, left));
    }
    solved({ tone: "right", strong: t(`trick.${how}`), text: t("hidden.alone.right", { card: nameOf(found.card, D) }) });
  }

  at.append(
    question(t("hidden.alone.title"), t("hidden.alone.text", { n: left.length })),
    leftCards(left),
    make("div", { class: "reveal" }, back.root, builder.root), after);
  fill(frame.aside, make("p", { class: "note-box" }, t("hidden.alone.tip")), digitKey());
  say({ tone: "", text: t("hidden.alone.start") });
  return () => {
    builder.build(found.card);
    settle("shown");
  };
};
