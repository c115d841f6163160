// A question with several answers: a wrong one gets its reason, the right one is explained.
import { fill, make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { choices } from "./answers.js";
import { question } from "./steps.js";

/** @typedef {import("./steps.js").Step} Step */
/**
 * @typedef {object} Ask
 * @property {string} title
 * @property {string} text
 * @property {Node | null} [show] what the question is about
 * @property {[string, string][]} options each answer with its words
 * @property {string} right the answer that is right
 * @property {(answer: string) => string} reason why an answer is wrong, or right
 * @property {Node | null} [aside] what stands beside it
 * @property {() => Node} [then] shown after the right answer
 */

/** @param {Ask} ask @returns {Step} */
export const askFor =
  ({ title, text, show = null, aside = null, options, right, reason, then }) =>
  ({ at, frame, say, solved }) => {
    const after = make("div", { class: "why" });
    const settle = (/** @type {string} */ strong) => {
      if (then && !after.firstChild) fill(after, then());
      solved({ tone: "right", strong, text: reason(right) });
    };
    const choose = (/** @type {string} */ answer) =>
      answer === right
        ? settle(t("trick.right"))
        : say({ tone: "wrong", strong: t("trick.wrong"), text: reason(answer) });
    fill(frame.aside, aside);
    at.append(question(title, text), show ?? "", choices(title, options, choose), after);
    say({ tone: "" });
    return () => {
      markAnswer(at, options.find(([key]) => key === right)?.[1] ?? "");
      settle(t("trick.shown"));
    };
  };

/** Mark an answer, as if it had been chosen. @param {HTMLElement} at @param {string} text */
export function markAnswer(at, text) {
  for (const button of at.querySelectorAll(".choices .btn"))
    button.setAttribute("aria-pressed", String(button.textContent === text));
}
