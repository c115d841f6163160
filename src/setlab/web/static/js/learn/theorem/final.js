// Two cards are given: which of six makes a SET with them?
import { brokenProperty, cardImage, complaint, valueWord } from "../../shared/cards.js";
import { make } from "../../shared/dom.js";
import { third } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { Choosing } from "../choosing.js";
import { question } from "../steps.js";
import { D } from "../values.js";

/** @typedef {import("../steps.js").Step} Step */

/** @param {import("../pairs.js").Pair} pair @param {number[]} candidates @returns {Step} */
export const findFinal =
  ([a, b], candidates) =>
  ({ at, say, solved }) => {
    const slot = make("span", { class: "card slot", role: "img", "aria-label": t("card.unbuilt") }, "?");
    const given = make("div", { class: "trio large" }, cardImage(a, D), cardImage(b, D), slot);
    const choose = (/** @type {number} */ card) => {
      const fault = brokenProperty([a, b, card], D);
      const image = cardImage(card, D);
      image.dataset.state = fault ? "wrong" : "right";
      if (fault) image.dataset.flag = valueWord(fault.property, fault.values[2]);
      given.lastElementChild?.replaceWith(image);
      if (fault) say({ tone: "wrong", strong: t("theorem.final.wrong"), text: complaint(fault) });
      else solved({ tone: "right", strong: t("theorem.final.right"), text: t("theorem.final.next") });
    };
    const six = new Choosing(candidates, {
      label: t("theorem.final.title"),
      kind: "six",
      enough: 1,
      whole: ([card]) => choose(card),
    });
    at.append(question(t("theorem.final.title"), t("theorem.final.text")), given, six.root);
    return () => choose(third(a, b, D));
  };
