// The exit ticket on a pupil's device: the question that the teacher asks, one choice, and then the solution.
import { get, post, Refusal } from "../shared/api.js";
import { byId, fill, make } from "../shared/dom.js";
import { announce, ready } from "../shared/page.js";
import { t } from "../shared/words.js";
import { pupil } from "./class.js";
import { optionFace, poll, questionCards, solution } from "./question.js";

/** @typedef {import("./question.js").Ticket} Ticket */

const code = document.body.dataset.room ?? "";
const at = byId("question", HTMLElement),
  number = byId("number", HTMLElement),
  trouble = byId("trouble", HTMLElement);
let drawn = "";
/** The pupil's choice for each question of this visit. @type {Map<number, number>} */
const chosen = new Map();

/** @param {Ticket} ticket */
function draw(ticket) {
  const { question, questions, solved, asked } = ticket,
    seen = `${question} ${solved}`;
  if (seen === drawn) return;
  drawn = seen;
  number.textContent = question ? t("ticket.number", { n: question, of: questions }) : "";
  if (!asked) {
    chosen.clear();
    return fill(at, make("p", { class: "lede" }, t("ticket.wait")));
  }
  fill(at, ...questionCards(asked), solved ? verdict(ticket) : options(ticket), solution(ticket));
  announce(solved ? (at.querySelector(".ticket-verdict")?.textContent ?? "") : t(`ticket.ask.${asked.kind}`));
}

/** @param {Ticket} ticket */
function options({ question, asked }) {
  const buttons = (asked?.options ?? []).map((option, i) =>
    make(
      "button",
      {
        class: "btn",
        type: "button",
        "aria-pressed": String(chosen.get(question) === i),
        onclick: () => choose(question, i),
      },
      make("b", { "aria-hidden": "true" }, letter(i)),
      optionFace(option),
    ),
  );
  return make("div", { class: "ticket-options", role: "group", "aria-label": t("ticket.options") }, ...buttons);
}

/** @param {number} i */
const letter = (i) => String.fromCharCode(65 + i);

/** @param {number} question @param {number} choice */
async function choose(question, choice) {
  const before = chosen.get(question);
  mark(choice);
  chosen.set(question, choice);
  try {
    await post(`/api/classes/${code}/answers`, { pupil: pupil(code), question, choice });
    announce(t("ticket.sent"));
  } catch (error) {
    if (before === undefined) chosen.delete(question);
    else chosen.set(question, before);
    mark(before ?? -1);
    const closed = error instanceof Refusal && error.code === "closed";
    announce(t(closed ? "ticket.closed" : "gate.offline.heading"));
    await look();
  }
}

/** @param {number} choice */
function mark(choice) {
  [...at.querySelectorAll(".ticket-options button")].forEach((button, i) =>
    button.setAttribute("aria-pressed", String(i === choice)),
  );
}

/** @param {Ticket} ticket */
function verdict({ question, answer }) {
  const mine = chosen.get(question);
  const key = mine === undefined ? "none" : mine === answer ? "yours" : "other";
  return make("p", { class: "ticket-verdict" }, t(`ticket.verdict.${key}`));
}

/** Look once; false if there is no such class any more. */
async function look() {
  try {
    draw(await get(`/api/classes/${code}/ticket`));
    trouble.hidden = true;
  } catch (error) {
    const gone = error instanceof Refusal && error.status === 404;
    trouble.textContent = gone ? t("learn.class.gone", { code }) : t("gate.offline.heading");
    trouble.hidden = false;
    return !gone;
  }
  return true;
}

await look();
ready();
poll(look);
