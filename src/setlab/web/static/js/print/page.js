// Decks, puzzles, worksheets and the rules to print: a few questions, a look at the sheet, one file.
import { byId, fill, make } from "../shared/dom.js";
import { picks, ready, currentLook } from "../shared/page.js";
import { hasText, language, t } from "../shared/words.js";
import { Preview } from "./preview.js";
import { DOCUMENTS, Wanted, newSeed, today } from "./questions.js";

/** @typedef {import("./questions.js").Question} Question */
/** @typedef {import("./questions.js").What} What */

const WAIT = 150;

const wanted = new Wanted(new URLSearchParams(location.search), language, currentLook("palette"));
const preview = new Preview(offer);
let timer = 0;

function draw() {
  const { about, looks } = wanted.questions();
  fill(
    byId("what", HTMLElement),
    picks(
      "what",
      t("print.what"),
      DOCUMENTS.map((what) => [what, t(`print.document.${what}`)]),
      wanted.what,
      (what) => {
        wanted.what = /** @type {What} */ (what);
        redrawQuestions();
      },
    ),
  );
  fill(byId("questions", HTMLElement), ...about.map(field));
  fill(byId("looks", HTMLElement), ...looks.map(field));
}

/** @param {Question} question */
function field(question) {
  const drawn = { pick, check, select, several, date, seed }[question.form](question);
  const explained = `print.explained.${question.name}.${wanted.value(question.name)}`;
  if (hasText(explained)) drawn.append(make("p", { class: "small quiet" }, t(explained)));
  return drawn;
}

/** @param {Question} question */
function pick({ name, choices }) {
  return picks(
    name,
    t(`print.option.${name}`),
    choices.map((value) => [value, wording(name, value)]),
    wanted.value(name),
    (value) => decide(name, value),
  );
}

/** @param {Question} question */
function check({ name }) {
  const input = make("input", {
    type: "checkbox",
    name,
    checked: Boolean(wanted.value(name)),
    onchange: () => decide(name, input.checked ? "true" : ""),
  });
  return make("label", { class: "check" }, input, make("span", {}, t(`print.option.${name}`)));
}

/** @param {Question} question */
function select({ name, choices }) {
  const list = make(
    "select",
    { id: `ask-${name}`, name, onchange: () => decide(name, list.value) },
    ...choices.map((value) => make("option", { value, selected: value === wanted.value(name) }, wording(name, value))),
  );
  return make(
    "div",
    { class: "field" },
    make(
      "label",
      { for: `ask-${name}` },
      t(`print.option.${name === "count" && wanted.what === "worksheet" ? "each" : name}`),
    ),
    list,
  );
}

/** Several of the choices; one always remains. @param {Question} question */
function several({ name, choices }) {
  const now = wanted.value(name).split(" ");
  return make(
    "fieldset",
    { class: "choice" },
    make("legend", {}, t(`print.option.${name}`)),
    ...choices.map((value) => {
      const input = make("input", {
        type: "checkbox",
        name,
        value,
        checked: now.includes(value),
        onchange: () => {
          const chosen = choices.filter((each) => (each === value ? input.checked : now.includes(each)));
          if (chosen.length) decide(name, chosen.join(" "));
          else input.checked = true;
        },
      });
      return make("label", { class: "check" }, input, make("span", {}, wording(name, value)));
    }),
  );
}

/** @param {Question} question */
function date({ name }) {
  const input = make("input", {
    type: "date",
    id: `ask-${name}`,
    name,
    value: wanted.value(name),
    max: today(1),
    required: true,
    onchange: () => input.validity.valid && decide(name, input.value),
  });
  return make("div", { class: "field" }, make("label", { for: `ask-${name}` }, t(`print.option.${name}`)), input);
}

/** The number of the sheet, and another one. @param {Question} question */
function seed({ name }) {
  const input = make("input", {
    type: "text",
    id: `ask-${name}`,
    name,
    value: wanted.value(name),
    inputmode: "numeric",
    pattern: "[0-9]{1,15}",
    required: true,
    autocomplete: "off",
    onchange: () => input.validity.valid && decide(name, String(Number(input.value))),
  });
  const another = make(
    "button",
    { type: "button", class: "btn", name: "another", value: name, onclick: () => decide(name, newSeed()) },
    t("print.another"),
  );
  return make(
    "div",
    { class: "field" },
    make("label", { for: `ask-${name}` }, t(`print.option.${name}`)),
    make("div", { class: "pair" }, input, another),
  );
}

/** @param {string} name @param {string} value */
function wording(name, value) {
  return hasText(`print.answer.${name}.${value}`) ? t(`print.answer.${name}.${value}`) : value;
}

/** @param {string} name @param {string} value */
function decide(name, value) {
  wanted.answer(name, value);
  redrawQuestions();
}

/** Draw the questions again, with the focus where it was, and the sheet a moment later. */
function redrawQuestions() {
  const focused = document.activeElement;
  const named =
    focused instanceof HTMLInputElement || focused instanceof HTMLButtonElement
      ? `[name="${focused.name}"][value="${focused.value}"]`
      : focused instanceof HTMLSelectElement
        ? `select[name="${focused.name}"]`
        : "";
  draw();
  const again = (named && document.querySelector(named)) || (focused?.id && document.getElementById(focused.id));
  if (again instanceof HTMLElement) again.focus();
  clearTimeout(timer);
  timer = setTimeout(refresh, WAIT);
}

function refresh() {
  const options = wanted.options();
  history.replaceState(null, "", `?what=${wanted.what}&${options}`);
  byId("tip", HTMLElement).textContent = tip();
  offer(true);
  preview.show(wanted.what, options);
}

/** How to print it, or where the answers are. */
function tip() {
  if (wanted.what === "deck") return t(wanted.value("backs") ? "print.tip.backs" : "print.tip.deck");
  if (wanted.what === "rules") return t("print.tip.rules");
  return t(wanted.options().has("seed") ? "print.tip.sheet" : "print.tip.daily");
}

/** The links to the file, if it can be made. @param {boolean} works */
function offer(works) {
  const file = `/api/print/${wanted.what}.pdf?${wanted.options()}`;
  for (const [id, address] of [
    ["download", `${file}&download=true`],
    ["open", file],
  ]) {
    const link = byId(id, HTMLAnchorElement);
    link.setAttribute("aria-disabled", String(!works));
    if (works) link.href = address;
    else link.removeAttribute("href");
  }
}

byId("form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
draw();
refresh();
ready();
