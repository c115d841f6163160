// One card of the deck is missing. Sorting shows which.
import { nameOf } from "../../shared/cards.js";
import { Builder } from "../../chooser/builder.js";
import { make } from "../../shared/dom.js";
import { capital, t } from "../../shared/words.js";
import { Field, Grouping } from "../field.js";
import { question, talkAbout } from "../steps.js";
import { D } from "../values.js";

/** @typedef {import("../steps.js").Step} Step */

/** @param {number[]} cards the whole deck; the last card is taken away @returns {Step} */
export const findMissing =
  (cards) =>
  ({ at, frame, say, solved }) => {
    talkAbout(frame, t("sort.talk.missing"));
    const missing = cards[cards.length - 1];
    const field = new Field(cards.slice(0, -1), t("sort.deck"));
    const grouping = new Grouping(field);
    const builder = new Builder([], ({ card, open }) => {
      field.mark(() => "");
      if (card === null) return say({ tone: "", text: t("learn.open", { n: open }) });
      if (card === missing)
        return solved({
          tone: "right",
          strong: t("sort.missing.right"),
          text: t("sort.missing.reason", { card: nameOf(card, D) }),
        });
      field.mark((other) => (other === card ? "right" : "off"));
      return say({
        tone: "wrong",
        strong: t("sort.missing.wrong"),
        text: t(field.by.length ? "sort.missing.here" : "sort.missing.sort", { card: capital(nameOf(card, D)) }),
      });
    });
    at.append(
      question(t("sort.missing.title"), t("sort.missing.text")),
      grouping.root,
      make("div", { class: "halves first" }, field.root, builder.root),
    );
    return () => {
      grouping.group(["number", "colour"]);
      builder.build(missing);
      solved({
        tone: "right",
        strong: t("sort.missing.answer", { card: nameOf(missing, D) }),
        text: t("sort.missing.shown"),
      });
    };
  };
