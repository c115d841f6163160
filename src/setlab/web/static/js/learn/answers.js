// Ways to answer: a number, one of several sentences, words of one's own.
import { make } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/say.js").Saying} Saying */

const BRIEF = 40; // letters of an answer that fits beside others

let made = 0;

/**
 * A field for a whole number. An answer that is none gets a sentence; any other goes to `answer`.
 * @param {string} label
 * @param {(n: number) => void} answer
 * @param {(saying: Saying) => void} say
 */
export function numberField(label, answer, say) {
  const id = `number-${++made}`;
  const input = make("input", { type: "text", id, inputmode: "numeric", autocomplete: "off", size: 6 });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const written = input.value.trim();
    if (/^\d{1,9}$/.test(written)) answer(Number(written));
    else say({ tone: "wrong", strong: t("learn.number") });
  };
  return make(
    "form",
    { class: "number-field", onsubmit: submit },
    make("label", { for: id }, label),
    input,
    make("button", { class: "btn" }, t("learn.check")),
  );
}

/** Fill a field in, as "Show me" does. @param {ParentNode} at @param {number} n */
export function fillIn(at, n) {
  const input = at.querySelector(".number-field input");
  if (input instanceof HTMLInputElement) input.value = String(n);
}

/**
 * Sentences, one of which is chosen; the chosen one stays marked.
 * @template T
 * @param {string} label
 * @param {[T, string][]} options
 * @param {(value: T) => void} choose
 */
export function choices(label, options, choose) {
  const buttons = options.map(([value, text]) =>
    make(
      "button",
      {
        class: "btn",
        type: "button",
        "aria-pressed": "false",
        onclick: () => {
          mark(text);
          choose(value);
        },
      },
      text,
    ),
  );
  const mark = (/** @type {string} */ text) =>
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.textContent === text)));
  const brief = options.every(([, text]) => text.length < BRIEF);
  return make("div", { class: brief ? "choices brief" : "choices", role: "group", "aria-label": label }, ...buttons);
}

/** Choose a sentence, as "Show me" does. @param {ParentNode} at @param {string} text */
export function pressChoice(at, text) {
  for (const button of at.querySelectorAll(".choices button"))
    if (button instanceof HTMLElement && button.textContent === text) button.click();
}

/**
 * A field for words of one's own; nobody judges them.
 * @param {string} label
 * @param {string} text
 * @param {(text: string) => void} write
 */
export function ownWords(label, text, write) {
  const area = make("textarea", { rows: 3, maxlength: 600, oninput: () => write(area.value) }, text);
  return make("label", { class: "field own" }, make("span", { class: "quiet" }, label), area);
}
