// All cards, in no order: what do you notice, what do you wonder about?
import { make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { ownWords } from "../answers.js";
import { Field } from "../field.js";
import { question, talkAbout } from "../steps.js";
import { valuesOf } from "../../shared/cards.js";
import { D } from "../values.js";

/** @typedef {import("../steps.js").Step} Step */

let written = "";

/** @param {number[]} cards @returns {Step} */
export const look =
  (cards) =>
  ({ at, frame, solved, say }) => {
    talkAbout(frame, t("sort.talk.look"));
    const field = new Field(cards, t("sort.deck"));
    at.append(
      question(t("sort.look.title"), t("sort.look.text")),
      make(
        "div",
        { class: "halves large" },
        field.root,
        ownWords(t("sort.look.own"), written, (text) => (written = text)),
      ),
    );
    solved({ tone: "", text: t("sort.look.start") });
    return () => {
      const { colour, shape } = valuesOf(cards[0], D);
      field.mark((card) => (valuesOf(card, D).colour === colour && valuesOf(card, D).shape === shape ? "" : "off"));
      say({ tone: "right", strong: t("sort.look.hint"), text: t("sort.look.hinted") });
    };
  };
