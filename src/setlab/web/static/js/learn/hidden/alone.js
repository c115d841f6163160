// A new game is over: the visitor names the hidden card, property by property, and turns it over.
import { nameOf } from "../../shared/cards.js";
import { Builder } from "../../chooser/builder.js";
import { fill, make } from "../../shared/dom.js";
import { digits } from "../../shared/space.js";
import { capital, t } from "../../shared/words.js";
import { FaceDown } from "../facedown.js";
import { question } from "../steps.js";
import { digitKey, sumTable } from "../sums.js";
import { D, PROPERTIES, propertyWord } from "../values.js";
import { cardsOf, foundIn } from "./game.js";
import { groupReason, groupTable } from "./groups.js";
import { leftCards, partners } from "./named.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Reading} Reading */
/** @typedef {import("../steps.js").Step} Step */

/** The places of the properties in which two cards differ. @param {number} card @param {number} other */
const differing = (card, other) => digits(card, D).flatMap((x, i) => (x === digits(other, D)[i] ? [] : [i]));

/**
 * The sentence about one property of the built card.
 * @param {Property} property
 * @param {Reading} reading
 * @param {boolean} fits
 */
const reason = (property, reading, fits) =>
  make(
    "li",
    { "data-v": fits ? "same" : "neither" },
    fits ? t("hidden.alone.fits", { property: capital(propertyWord(property)) }) : groupReason(property, reading),
  );

/** @param {Game} game @returns {Step} */
export const findAlone =
  (game) =>
  ({ at, frame, say, solved }) => {
    const found = foundIn(game),
      left = cardsOf(game);
    const back = new FaceDown(found.card);
    const after = make("div", { class: "why" }),
      reasons = make("ul", { class: "reasons" });
    const builder = new Builder([], ({ card, open }) => {
      if (card === null) return say({ tone: "", text: t("learn.open", { n: open }) });
      const wrong = differing(card, found.card);
      fill(reasons, ...PROPERTIES.map((property, i) => reason(property, found.properties[i], !wrong.includes(i))));
      if (!wrong.length) return settle("right");
      return say({
        tone: "wrong",
        strong: t("hidden.alone.fit", { n: D - wrong.length, of: D }),
        text: groupReason(PROPERTIES[wrong[0]], found.properties[wrong[0]]),
      });
    });

    /** @param {"right" | "shown"} how */
    function settle(how) {
      if (!after.firstChild) {
        back.turn("right");
        fill(reasons);
        fill(
          after,
          make("h3", {}, t("hidden.alone.eye")),
          groupTable(found.properties),
          make("h3", {}, t("hidden.alone.sum")),
          make("div", { class: "scroll" }, sumTable([...left, found.card])),
          ...partners(found, left),
        );
      }
      solved({
        tone: "right",
        strong: t(`trick.${how}`),
        text: t("hidden.alone.right", { card: nameOf(found.card, D) }),
      });
    }

    at.append(
      question(t("hidden.alone.title"), t("hidden.alone.text", { n: left.length })),
      leftCards(left, make("span", { class: "plus", "aria-hidden": "true" }, "+"), back.root),
      builder.root,
      reasons,
      after,
    );
    fill(frame.aside, make("p", { class: "note-box" }, t("hidden.alone.tip")), digitKey());
    say({ tone: "", text: t("hidden.alone.start") });
    return () => {
      builder.build(found.card);
      settle("shown");
    };
  };
