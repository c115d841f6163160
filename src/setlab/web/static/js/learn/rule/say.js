// Pupils state the rule first: a SET on the page contradicts each wrong sentence.
import { cardImage, judge, marks } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { choices, ownWords, pressChoice } from "../answers.js";
import { question, talkAbout } from "../steps.js";
import { D, propertyWord } from "../values.js";

/** @typedef {import("../../shared/types").Judged} Judged */
/** @typedef {import("../steps.js").Step} Step */
/** @typedef {"same" | "different" | "two" | "each" | "some"} Sentence */

/**
 * What each sentence says about the verdicts of three cards.
 * @type {{ [sentence in Sentence]: (verdicts: string[]) => boolean }}
 */
const SENTENCES = {
  same: (verdicts) => verdicts.every((verdict) => verdict === "same"),
  different: (verdicts) => verdicts.every((verdict) => verdict === "different"),
  two: (verdicts) => verdicts.every((verdict) => verdict === "neither"),
  each: (verdicts) => verdicts.every((verdict) => verdict !== "neither"),
  some: (verdicts) => verdicts.some((verdict) => verdict === "same"),
};

/**
 * The first triple that contradicts a sentence; undefined if the sentence is true for all.
 * @param {Sentence} sentence
 * @param {number[][]} triples
 */
export const contradiction = (sentence, triples) =>
  triples.find((cards) => !SENTENCES[sentence](judge(cards, D).map(({ verdict }) => verdict)));

/** A property of the triple that speaks against the sentence. @param {Sentence} sentence @param {Judged[]} judged */
function witness(sentence, judged) {
  const wanted = sentence === "different" ? "same" : "different";
  return judged.find(({ verdict }) => verdict === wanted) ?? judged[0];
}

/** @param {number[][]} triples @param {{ own: string }} words what the visitor writes @returns {Step} */
export const sayRule =
  (triples, words) =>
  ({ at, frame, say, solved }) => {
    talkAbout(frame, t("rule.talk.say"));
    const rows = triples.map((cards) =>
      make(
        "li",
        {},
        make("span", { class: "trio" }, ...cards.map((card) => cardImage(card, D, { small: true }))),
        make("span", { class: "found" }),
      ),
    );
    const choose = (/** @type {Sentence} */ sentence) => {
      const against = contradiction(sentence, triples);
      rows.forEach((row, i) => {
        const points = !against || triples[i] === against;
        row.dataset.v = points && against ? "against" : "";
        fill(row.children[1], points && marks(triples[i], D));
      });
      if (!against) return solved({ tone: "right", strong: t("rule.say.right"), text: t("rule.say.test") });
      const { property } = witness(sentence, judge(against, D));
      return say({
        tone: "wrong",
        strong: t("rule.say.wrong"),
        text: t(`rule.against.${sentence}`, { property: propertyWord(property) }),
      });
    };
    const options = /** @type {Sentence[]} */ (Object.keys(SENTENCES)).map(
      (sentence) => /** @type {[Sentence, string]} */ ([sentence, t(`rule.sentence.${sentence}`)]),
    );
    at.append(
      question(t("rule.say.title"), t("rule.say.text")),
      make(
        "div",
        { class: "halves" },
        make("ol", { class: "rows triples" }, ...rows),
        make(
          "div",
          { class: "task" },
          ownWords(t("rule.say.own"), words.own, (text) => (words.own = text)),
          make("p", {}, t("rule.say.which")),
          choices(t("rule.say.which"), options, choose),
        ),
      ),
    );
    return () => pressChoice(at, t("rule.sentence.each"));
  };
