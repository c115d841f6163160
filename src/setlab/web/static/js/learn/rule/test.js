// The rule is tested: do these three cards belong together, and if not, which property spoils it?
import { cardImage, complaint, judge, marks, valueWord } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { capital, t } from "../../shared/words.js";
import { choices } from "../answers.js";
import { question, talkAbout } from "../steps.js";
import { D, PROPERTIES, propertyWord } from "../values.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("../steps.js").Step} Step */

/** @param {number[]} cards @returns {Step} */
export const testTriple =
  (cards) =>
  ({ at, frame, say, solved }) => {
    talkAbout(frame, t("rule.talk.test"));
    const judged = judge(cards, D);
    const broken = judged.filter(({ verdict }) => verdict === "neither");
    const images = cards.map((card) => cardImage(card, D));
    const found = make("div", { class: "found" });
    const reveal = () => {
      const fault = broken[0];
      images.forEach((image, i) => {
        image.dataset.state = fault ? "wrong" : "right";
        if (fault) image.dataset.flag = valueWord(fault.property, fault.values[i]);
      });
      fill(found, marks(cards, D));
    };
    const settle = (/** @type {string} */ strong) => {
      reveal();
      solved({ tone: "right", strong, text: broken.length ? broken.map(complaint).join(" ") : t("rule.test.all") });
    };
    const choose = (/** @type {Property | ""} */ answer) => {
      const about = judged.find(({ property }) => property === answer);
      if (about ? about.verdict === "neither" : !broken.length) return settle(t("rule.test.right"));
      if (!about) return say({ tone: "wrong", strong: t("rule.test.look"), text: complaint(broken[0]) });
      const text = t("rule.test.fits", {
        property: capital(propertyWord(about.property)),
        verdict: t(`card.verdict.${about.verdict}`),
      });
      return say({ tone: "wrong", strong: t("rule.test.look"), text });
    };
    /** @type {[Property | "", string][]} */
    const options = [
      ["", t("rule.test.yes")],
      ...PROPERTIES.map(
        (property) =>
          /** @type {[Property, string]} */ ([property, t("rule.test.no", { property: propertyWord(property) })]),
      ),
    ];
    at.append(
      question(t("rule.test.title"), t("rule.test.text")),
      make("div", { class: "trio large" }, ...images),
      found,
      choices(t("rule.test.title"), options, choose),
    );
    return () => settle(broken.length ? t("rule.test.not") : t("rule.test.together"));
  };
