// The rule in its usual words, and a first SET among six cards.
import { brokenProperty, complaint, valueWord } from "../../shared/cards.js";
import { make } from "../../shared/dom.js";
import { setsAmong } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { Choosing } from "../choosing.js";
import { question, talkAbout } from "../steps.js";
import { D } from "../values.js";

/** @typedef {import("../steps.js").Step} Step */

const SIZE = 3;

/** @param {number[]} cards six cards with one SET @param {{ own: string }} words @returns {Step} */
export const tellRule =
  (cards, words) =>
  ({ at, frame, say, solved }) => {
    const six = new Choosing(cards, {
      label: t("rule.told.find"),
      kind: "six",
      enough: SIZE,
      whole: judgeClaim,
      part: (n) => say({ tone: "", text: t("rule.told.chosen", { n, of: SIZE }) }),
    });

    /** @param {number[]} three */
    function judgeClaim(three) {
      const fault = brokenProperty(three, D);
      if (!fault) return finish(three, t("rule.told.right"));
      six.mark(
        three,
        "wrong",
        fault.values.map((value) => valueWord(fault.property, value)),
      );
      return say({ tone: "wrong", strong: t("rule.told.wrong"), text: complaint(fault) });
    }

    /** @param {readonly number[]} three @param {string} strong */
    function finish(three, strong) {
      six.mark(three, "right");
      solved({ tone: "right", strong, text: t("rule.told.play") });
    }

    const own = words.own.trim();
    talkAbout(frame, t("rule.talk.told"));
    at.append(
      question(t("rule.told.title"), t("rule.told.text")),
      make("blockquote", { class: "note-box" }, t("rule.told.rule")),
      own && make("p", { class: "quiet" }, t("rule.told.own", { own })),
      make("p", {}, t("rule.told.find")),
      six.root,
    );
    return () => finish(setsAmong(cards, D)[0], t("rule.told.shown"));
  };
