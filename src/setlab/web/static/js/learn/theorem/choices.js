// How many ways are there to lay a first, a second and a third card that make a SET?
import { make } from "../../shared/dom.js";
import { t, whole } from "../../shared/words.js";
import { numberField } from "../answers.js";
import { question } from "../steps.js";

/** @typedef {import("../steps.js").Step} Step */
/** @typedef {{ cards: number, sets: number, through: number }} Counts from the server */

/** The choices for the first, second and third card. @param {Counts} counts */
export const choicesFor = ({ cards }) => [cards, cards - 1, 1];

/** The SETs in order: first, second, third card. @param {Counts} counts */
export const inOrder = (counts) => choicesFor(counts).reduce((product, n) => product * n, 1);

/** Why an answer for one of the three cards is wrong. @param {number} which @param {number} n @param {Counts} counts */
export function reasonFor(which, n, { cards }) {
  if (which === 0) return t("theorem.choices.first.reason");
  if (which === 1)
    return n === cards ? t("theorem.choices.second.again") : t("theorem.choices.second.reason", { cards });
  return n > 1 ? t("theorem.choices.third.many") : t("theorem.choices.third.reason");
}

/** @param {Counts} counts @returns {Step} */
export const countChoices =
  (counts) =>
  ({ at, frame, say, solved }) => {
    const right = choicesFor(counts);
    const done = new Set();
    const settle = (/** @type {number} */ which) => {
      done.add(which);
      if (done.size < right.length)
        return say({
          tone: "right",
          strong: t("theorem.right"),
          text: t("theorem.choices.left", { n: right.length - done.size }),
        });
      return solved({
        tone: "right",
        strong: `${right.join(" · ")} = ${whole(inOrder(counts))}`,
        text: t("theorem.choices.all"),
      });
    };
    const fields = /** @type {const} */ (["first", "second", "third"]).map((key, which) =>
      numberField(
        t(`theorem.choices.${key}.label`),
        (n) => {
          if (n === right[which]) return settle(which);
          return say({ tone: "wrong", strong: t("theorem.wrong", { n }), text: reasonFor(which, n, counts) });
        },
        say,
      ),
    );
    frame.aside.replaceChildren(make("p", { class: "note-box" }, t("theorem.second.theorem")));
    at.append(question(t("theorem.choices.title"), t("theorem.choices.text")), ...fields);
    return () =>
      fields.forEach((field, which) => {
        const input = field.querySelector("input");
        if (input) input.value = String(right[which]);
        settle(which);
      });
  };
