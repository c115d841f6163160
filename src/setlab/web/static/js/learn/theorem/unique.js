// One card fits two given ones; no other does. Each attempt shows the property that forbids it.
import { Builder } from "../../chooser/builder.js";
import { make, fill } from "../../shared/dom.js";
import { minis } from "../../shared/cards.js";
import { digits, fromDigits, third } from "../../shared/space.js";
import { capital, t } from "../../shared/words.js";
import { choices } from "../answers.js";
import { question } from "../steps.js";
import { D, PROPERTIES, propertyWord, wordOf } from "../values.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("../pairs.js").Pair} Pair */
/** @typedef {import("../steps.js").Step} Step */
/** @typedef {import("../steps.js").Task} Task */
/** @typedef {"none" | "one" | "two" | "depends"} Answer */

const TRIES = 3; // attempts before the question can be answered
const ANSWERS = /** @type {Answer[]} */ (["none", "one", "two", "depends"]);

/** Why the third card can have only one value. @param {Pair} pair @param {Property} property */
export function forcedBy([a, b], property) {
  const [first, second, last] = [a, b, third(a, b, D)].map((card) => wordOf(card, property));
  return t(first === second ? "theorem.forced.same" : "theorem.forced.different", {
    property: capital(propertyWord(property)),
    first,
    second,
    last,
  });
}

/** The search for a second card. */
class Search {
  /** @type {Set<number>} */ #tried = new Set();
  #list = make("ol", { class: "rows" });
  #proof = make("div", { class: "why" });

  /** @param {Pair} pair @param {Task} task */
  constructor(pair, task) {
    this.pair = pair;
    this.task = task;
    this.final = third(...pair, D);
    this.builder = new Builder(pair, ({ card, broken }) =>
      card === null || card === this.final
        ? task.say({ tone: "", text: t("theorem.second.same") })
        : this.#attempt(
            card,
            broken.map(({ property }) => property),
          ),
    );
  }

  lay() {
    const { at, frame, say } = this.task;
    const options = ANSWERS.map(
      (answer) => /** @type {[Answer, string]} */ ([answer, t(`theorem.second.many.${answer}`)]),
    );
    this.builder.build(this.final);
    fill(frame.aside, make("h3", {}, t("theorem.second.tried")), this.#list);
    at.append(
      question(t("theorem.second.title"), t("theorem.second.text")),
      this.builder.root,
      make("p", { class: "under" }, t("theorem.second.ask")),
      choices(t("theorem.second.ask"), options, (answer) => this.#answer(answer)),
      this.#proof,
    );
    say({ tone: "", text: t("theorem.second.how") });
  }

  /** One attempt for each property, then the answer. */
  show() {
    for (const [i, property] of PROPERTIES.entries())
      this.#attempt(fromDigits(digits(this.final, D).map((x, k) => (k === i ? x + 1 : x))), [property]);
    this.#settle();
  }

  /** @param {number} card @param {Property[]} properties those that forbid it */
  #attempt(card, properties) {
    if (!this.#tried.has(card))
      this.#list.append(
        make(
          "li",
          {},
          minis([...this.pair, card], D),
          make("small", { class: "warn" }, properties.map(propertyWord).join(", ")),
        ),
      );
    this.#tried.add(card);
    this.task.say({
      tone: "wrong",
      strong: t("theorem.second.not"),
      text: properties.map((property) => forcedBy(this.pair, property)).join(" "),
    });
  }

  /** @param {Answer} answer */
  #answer(answer) {
    const left = TRIES - this.#tried.size;
    if (left > 0)
      this.task.say({ tone: "wrong", strong: t("theorem.second.try", { n: left }), text: t("theorem.second.how") });
    else if (answer === "one") this.#settle();
    else this.task.say({ tone: "wrong", strong: t("theorem.second.wrong"), text: t(`theorem.second.no.${answer}`) });
  }

  #settle() {
    fill(
      this.#proof,
      make("ul", {}, ...PROPERTIES.map((property) => make("li", {}, forcedBy(this.pair, property)))),
      make("blockquote", { class: "note-box" }, t("theorem.second.theorem")),
    );
    this.task.solved({ tone: "right", strong: t("theorem.second.right"), text: t("theorem.second.why") });
  }
}

/** @param {Pair} pair @returns {Step} */
export const findSecond = (pair) => (task) => {
  const search = new Search(pair, task);
  search.lay();
  return () => search.show();
};
