// A lesson in steps: each has a heading, a way to solve it, "Show me", and a button that goes on once it is solved.
import { byId, fill, make } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("../shared/say.js").Saying} Saying */
/** @typedef {{ at: HTMLElement, frame: Frame, say(saying: Saying): void, solved(saying?: Saying): void }} Task */
/** @typedef {(task: Task) => () => void} Step lays out a task; what it returns is done by "Show me" */

/** @param {HTMLElement} root @param {Frame} frame @param {Step[]} steps */
export function runSteps(root, frame, steps) {
  /** @param {number} i */
  function go(i) {
    frame.progress(i, steps.length);
    if (i === steps.length) return fill(frame.actions);
    const at = make("div", { class: "task" });
    const label = t(i + 1 < steps.length ? "learn.forward" : "learn.close");
    const forward = make(
      "button",
      { class: "btn main", type: "button", id: "forward", disabled: true, onclick: () => go(i + 1) },
      label,
    );
    fill(root, at);
    frame.say({ tone: "" });
    const show = steps[i]({
      at,
      frame,
      say: frame.say,
      solved: (saying) => {
        forward.disabled = false;
        if (saying) frame.say(saying);
      },
    });
    byId("line", HTMLElement).hidden = at.querySelector(".question") !== null; // the question stands in its place
    fill(
      frame.actions,
      make("button", { class: "btn", type: "button", id: "show", onclick: show }, t("learn.show")),
      forward,
    );
    if (i > 0) arrive(at);
  }
  go(0);
}

/** The new task is read from its heading on. @param {HTMLElement} at */
function arrive(at) {
  const heading = /** @type {HTMLElement | null} */ (at.querySelector("h2, input"));
  if (heading?.localName === "h2") heading.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "nearest" });
}

/** Beside a task: a question to talk about, with a neighbour or in class. @param {Frame} frame @param {string} text */
export const talkAbout = (frame, text) =>
  fill(frame.aside, make("h3", {}, t("learn.talk")), make("p", { class: "note-box" }, text));

/** The heading of a task with its sentence. @param {string} title @param {string} text */
export const question = (title, text) =>
  make("div", { class: "question" }, make("h2", {}, title), make("p", { class: "quiet" }, text));
