// Your table: the cards that lie before somebody are put in, and the page says what can be found among them.
import { brokenProperty, complaint, marks, minis, nameOf, valueWord } from "../shared/cards.js";
import { prepare } from "../core/core.js";
import { post } from "../shared/api.js";
import { CardChooser } from "../chooser/chooser.js";
import { byId, fill, make, style } from "../shared/dom.js";
import { empty, queryOf as explorerQuery, turnTo } from "../explore/state.js";
import { hint, nextHint } from "../shared/hints.js";
import { copy } from "../shared/invite.js";
import { forPage } from "../shared/keyboard.js";
import { ready } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { SayLine } from "../shared/say.js";
import { Lights } from "../solitaire/choices.js";
import { pageAddress } from "../shared/place.js";
import { isSet, setsAmong } from "../shared/space.js";
import { Table } from "../shared/table.js";
import { capital, formatList, t } from "../shared/words.js";
import {
  D,
  EMPTY,
  fitsSolitaire,
  gone,
  queryOf,
  remove,
  replace,
  slotsOf,
  stateOf,
  take,
  toggle,
  undealt,
} from "./state.js";

/** @typedef {import("./state.js").Tabletop} Tabletop */
/** @typedef {import("../shared/say.js").Saying} Saying */
/** @typedef {import("../solitaire/types").Choice} Choice */

const ROOMY = 21; // more cards than these lie in rows of nine
const FIGURES = /** @type {{ [chosen: number]: import("../explore/types").ModeName }} */ ({
  2: "set",
  3: "plane",
  4: "cube",
});

const button = (/** @type {string} */ id) => byId(id, HTMLButtonElement);
const advice = byId("advice", HTMLElement);
const table = new Table(byId("cards", HTMLElement), { onPick: choose });
const chooser = new CardChooser(byId("chooser", HTMLElement), putCard);
const line = new SayLine(byId("say", HTMLElement), idle);
const lights = new Lights(light);

/** @type {Tabletop} */
let state = EMPTY;
/** The cards on the table that are chosen. @type {number[]} */
let chosen = [];
/** The cards marked on the table until something changes. @type {number[]} */
let marked = [];
/** How much was told about this table: the number of SETs, one card, then one SET after the other. */
let told = 0;
let asked = 0;
/** @type {Tabletop[]} */
const past = [];

/** Go on with another table. @param {Tabletop} next @param {Saying} [saying] */
function go(next, saying) {
  past.push(state);
  show(next, saying);
}

/** @param {Tabletop} next @param {Saying} [saying] */
function show(next, saying) {
  state = next;
  chosen = [];
  told = 0;
  asked += 1;
  advice.hidden = true;
  mark([]);
  history.replaceState(null, "", address());
  draw();
  line.say(saying ?? idle(), true);
}

/** The address of the state; language and look stay in it. */
function address() {
  const here = new URL(location.href);
  for (const [name, codes] of Object.entries(queryOf(state))) {
    if (codes) here.searchParams.set(name, codes);
    else here.searchParams.delete(name);
  }
  return here;
}

function draw() {
  const { cards, taken } = state,
    out = gone(state);
  table.show(slotsOf(cards), D);
  style(table.root, { "--nines": Math.ceil(cards.length / 9) }).classList.toggle("flow", cards.length > ROOMY);
  chooser.show(cards, (card) => (out.includes(card) ? { state: "off", notes: [t("tabletop.gone.note")] } : {}));
  fill(
    byId("taken", HTMLElement),
    ...(taken.length
      ? [
          make("h3", {}, t("tabletop.taken", { n: taken.length })),
          make("div", { class: "piles" }, ...taken.map((set) => minis(set, D))),
        ]
      : []),
  );
  button("undo").disabled = !past.length;
  button("again").disabled = !cards.length && !taken.length;
  drawChoice();
}

/** What depends on the chosen cards. */
function drawChoice() {
  table.press(chosen);
  button("remove").hidden = !chosen.length;
  button("remove").textContent = t("tabletop.remove", { n: chosen.length });
  button("take").hidden = !isSet(chosen, D);
  button("ask").textContent = nextHint(told);
  drawExplore();
}

/** The link to the explorer with the chosen cards, or with cards without a SET. */
function drawExplore() {
  const link = byId("explore", HTMLAnchorElement),
    figure = FIGURES[chosen.length],
    some = figure ? chosen : state.cards;
  const looked = turnTo({ ...empty(), cards: some }, figure ?? "cap");
  link.hidden = !some.length;
  link.href = pageAddress(`/explore?${explorerQuery(looked)}`);
  link.textContent = t(
    figure
      ? "tabletop.explore.chosen"
      : looked.cards.length === some.length
        ? "tabletop.explore.all"
        : "tabletop.explore.some",
    { n: looked.cards.length },
  );
}

/** @returns {Saying} */
function idle() {
  const n = state.cards.length;
  if (chosen.length === 1) return { tone: "", text: t("tabletop.instead") };
  return { tone: "", text: n ? t("tabletop.count", { n }) : t("tabletop.start") };
}

/**
 * Handle a chosen card: put it on the table, remove it, or replace the selected one.
 * @param {number} card
 */
function putCard(card) {
  const [old] = chosen,
    strong = `${capital(nameOf(card, D))}:`;
  if (gone(state).includes(card)) return line.say({ tone: "wrong", strong, text: t("tabletop.gone.text") }, true);
  if (chosen.length !== 1 || old === card) {
    const next = toggle(state, card);
    return go(next, {
      tone: "",
      strong,
      text: t(next.cards.includes(card) ? "tabletop.laid" : "tabletop.away", { n: next.cards.length }),
    });
  }
  if (state.cards.includes(card)) return line.say({ tone: "wrong", strong, text: t("tabletop.twice") }, true);
  return go(replace(state, old, card), { tone: "", strong, text: t("tabletop.replaced", { card: nameOf(old, D) }) });
}

/** A card on the table was chosen, or let go; three are judged. @param {number} card */
function choose(card) {
  chosen = chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card];
  mark([]);
  if (chosen.length === 1) chooser.begin(chosen[0]);
  drawChoice();
  if (chosen.length === 3) judge(chosen);
  else line.say(chosen.length > 1 ? { tone: "", text: t("tabletop.chosen", { n: chosen.length }) } : idle(), true);
}

/** @param {number[]} three */
function judge(three) {
  const fault = brokenProperty(three, D);
  if (!fault) return line.say({ tone: "right", strong: t("tabletop.right"), after: marks(three, D) }, true);
  mark(
    three,
    "wrong",
    fault.values.map((value) => valueWord(fault.property, value)),
  );
  return line.say({ tone: "wrong", strong: t("tabletop.wrong"), text: complaint(fault), after: marks(three, D) }, true);
}

/** @param {number[]} cards @param {import("../shared/table.js").Mark} [how] @param {string[]} [flags] */
function mark(cards, how = "hint", flags = []) {
  table.unmark();
  marked = cards;
  table.mark(cards, how, flags);
}

/** Give the next hint. */
function ask() {
  const next = hint(state.cards, told + 1, undealt(state) > 0);
  if (!next.last) told += 1;
  chosen = [];
  mark(next.marked);
  drawChoice();
  if (marked.length) table.slotOf(marked[0])?.scrollIntoView({ block: "nearest" });
  return line.say(next.saying, true);
}

/** @param {number[] | null} cards */
function light(cards) {
  mark(cards ?? []);
}

/** Ask which SET to take in solitaire. */
async function advise() {
  const { cards, taken } = state,
    left = undealt(state);
  if (!fitsSolitaire(state))
    return line.say(
      { tone: "wrong", text: t(left ? "tabletop.advice.count" : "tabletop.advice.end", { n: cards.length }) },
      true,
    );
  if (!setsAmong(cards, D).length) return ask();
  const question = ++asked;
  button("advise").setAttribute("aria-busy", "true");
  try {
    const found = await post("/api/solitaire/position", { cards, taken });
    prepare();
    if (question === asked) showAdvice(found);
  } catch (error) {
    if (question === asked) line.say({ tone: "wrong", text: reasonOf(error, "tabletop.advice.trouble") }, true);
  }
  return button("advise").removeAttribute("aria-busy");
}

/** @param {{ choices: Choice[], how: string }} found */
function showAdvice({ choices, how }) {
  const best = choices[0];
  lights.forget();
  fill(byId("choices", HTMLElement), ...choices.map((choice) => lights.row(choice, best)));
  fill(byId("how", HTMLElement), t(`solitaire.how.${how}`));
  advice.hidden = false;
  button("best").onclick = () => takeSet(best.cards);
  light(best.cards);
  line.say(
    {
      tone: "right",
      strong: t("tabletop.advice.best"),
      text: `${formatList(best.cards.map((card) => nameOf(card, D)))}.`,
    },
    true,
  );
}

/** @param {number[]} cards */
function takeSet(cards) {
  const next = take(state, cards);
  go(next, { tone: "right", strong: t("tabletop.took"), text: t("tabletop.new", { n: next.cards.length }) });
}

function undo() {
  const before = past.pop();
  if (before) show(before);
}

async function copyLink() {
  await copy(location.href);
  line.say({ tone: "right", strong: t("tabletop.copied"), text: location.href }, true);
}

/** @param {KeyboardEvent} event */
function type(event) {
  if (!forPage(event) || !chosen.length) return;
  if (event.key === "Escape") release();
  else if (event.key === "Delete") go(remove(state, chosen));
  else return;
  event.preventDefault();
}

function release() {
  chosen = [];
  mark([]);
  drawChoice();
  line.say(idle(), true);
}

const acts = {
  ask,
  undo,
  advise,
  copy: copyLink,
  again: () => go(EMPTY),
  remove: () => go(remove(state, chosen)),
  take: () => takeSet(chosen),
};
for (const [id, act] of Object.entries(acts)) button(id).addEventListener("click", act);
document.addEventListener("keydown", type);
const { state: first, whole } = stateOf(new URLSearchParams(location.search));
show(first, whole ? undefined : { tone: "wrong", text: t("tabletop.repaired") });
if (location.hash === "#advise") advise();
ready();
