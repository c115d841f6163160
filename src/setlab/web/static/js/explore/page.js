// The explorer: the whole deck, six ways to look at it, and a link for every state.
import { prepare } from "../core/core.js";
import { DeckField } from "../chooser/deckfield.js";
import { byId, fill, make, style } from "../shared/dom.js";
import { copy, origin } from "../shared/invite.js";
import { forPage, keysAct } from "../shared/keyboard.js";
import { ready } from "../shared/page.js";
import { SayLine } from "../shared/say.js";
import { t } from "../shared/words.js";
import { capPanel, hint } from "./cap.js";
import { MOST_WITHOUT_SET } from "./counts.js";
import { marksOf, moves } from "./figure.js";
import { cubePanel, planePanel, setPanel } from "./flats.js";
import { parallelsPanel } from "./parallels.js";
import { button, row } from "./parts.js";
import { refusal, sentence } from "./sentences.js";
import { empty, MODES, MOST, obstacle, pick, queryOf, stateOf, turnTo, undo } from "./state.js";
import { symmetriesPanel } from "./symmetries.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Mark} Mark */
/** @typedef {import("./types").Saying} Saying */

// The deck of the explorer: what each card is in the present figure, and rings that move from card to card.

class Field {
  #deck;

  /** @param {HTMLElement} root @param {(card: number) => void} pick */
  constructor(root, pick) {
    this.root = root;
    this.#deck = new DeckField(root, pick, true);
  }

  /** Show which cards are chosen and what the others are. @param {number[]} chosen @param {Map<number, Mark>} marks */
  show(chosen, marks) {
    this.#deck.show(chosen, (card) => {
      const { state, badge, role } = marks.get(card) ?? {},
        isChosen = chosen.includes(card);
      const notes = [
        ...(role && !(isChosen && role !== "left") ? [t(`explore.role.${role}`)] : []),
        ...(badge ? [t("explore.role.numbered", { n: badge })] : []),
      ];
      return { state: isChosen && state === "in" ? "" : state, badge, notes }; // the ring of a chosen card says more
    });
  }

  /** Rings that move from card to card. @param {[number, number][]} moves */
  move(moves) {
    if (document.documentElement.dataset.motion === "still") return;
    const origin = this.root.getBoundingClientRect();
    for (const [from, to] of moves) {
      const [start, end] = [from, to].map((card) => this.#deck.buttonOf(card).getBoundingClientRect());
      const ring = style(make("i", { class: "mover", "aria-hidden": "true" }), {
        "--x": `${start.x - origin.x}px`,
        "--y": `${start.y - origin.y}px`,
        "--h": `${start.height}px`,
      });
      this.root.append(ring);
      const walk = ring.animate([{ translate: "0 0" }, { translate: `${end.x - start.x}px ${end.y - start.y}px` }], {
        duration: 900,
        easing: "ease-in-out",
      });
      walk.onfinish = () => ring.remove();
    }
  }
}

const PANELS = {
  set: setPanel,
  plane: planePanel,
  cube: cubePanel,
  parallels: parallelsPanel,
  cap: capPanel,
  symmetries: symmetriesPanel,
};
const STAYS = 6000;

const aside = byId("aside", HTMLElement),
  pips = byId("pips", HTMLElement),
  modes = byId("modes", HTMLElement);
const field = new Field(byId("space", HTMLElement), choose);
const line = new SayLine(byId("say", HTMLElement), () => sentence(state));

/** @type {State} */
let state = empty();
/** Cards that are marked for a while, over what they are. @type {Map<number, Mark>} */
let passing = new Map();
let timer = 0;
/**
 * The cards of the other kind of looking, to come back to: a collection without a SET is not a figure.
 * @type {{ [kind: string]: number[] }}
 */
const kept = {};

/** @type {import("./types").Acts} */
const acts = {
  to: go,
  pick: choose,
  say: (saying) => line.say(saying),
  hint: (cards) => mark(cards, { state: "hint", role: "hint" }),
};

/** Go to another state: it becomes the address. @param {State} next @param {Saying} [saying] */
function go(next, saying) {
  const moved = next.map && next.map !== state.map;
  state = next;
  if (address().href !== location.href) history.pushState(null, "", address());
  show(saying);
  if (moved) field.move(moves(state));
}

/** @param {Saying} [saying] */
function show(saying) {
  clearTimeout(timer);
  passing = new Map();
  draw();
  line.say(saying ?? sentence(state), true);
}

function draw() {
  document.body.dataset.mode = state.mode;
  for (const input of modes.querySelectorAll("input")) input.checked = input.value === state.mode;
  field.show(state.cards, new Map([...marksOf(state), ...passing]));
  field.root.classList.toggle("lit", Boolean(state.lit));
  const focus =
    document.activeElement instanceof HTMLElement && aside.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : undefined;
  const example = !state.cards.length && row(button("example", t("explore.example"), showExample));
  fill(aside, ...PANELS[state.mode](state, acts), example);
  const again = focus && aside.querySelector(`[data-key="${focus}"]`);
  if (again instanceof HTMLElement) again.focus();
  drawPips();
  drawButtons();
}

/** Nothing to take back: the buttons say so. */
function drawButtons() {
  const isEmpty = !state.cards.length && !state.all;
  for (const id of ["undo", "again"]) byId(id, HTMLElement).setAttribute("aria-disabled", String(isEmpty));
}

function drawPips() {
  const n = state.cards.length;
  pips.hidden = state.mode !== "cap";
  pips.setAttribute("aria-label", t("explore.cap.pips", { n, most: MOST_WITHOUT_SET }));
  fill(pips, ...Array.from({ length: MOST_WITHOUT_SET }, (_, i) => make("i", { class: i < n ? "on" : "" })));
}

/** Mark some cards for a while. @param {number[]} cards @param {Mark} how */
function mark(cards, how) {
  clearTimeout(timer);
  passing = new Map(cards.map((card) => [card, how]));
  field.show(state.cards, new Map([...marksOf(state), ...passing]));
  timer = setTimeout(() => {
    passing = new Map();
    field.show(state.cards, marksOf(state));
  }, STAYS);
}

/** @param {number} card */
function choose(card) {
  const found = pick(state, card);
  if ("state" in found) return go(found.state);
  const kept = state.cards.length === MOST[state.mode] ? { ...state, cards: state.cards.slice(0, -1) } : state;
  const { saying, cards } = refusal(kept, card, found.obstacle);
  mark(cards, { state: "wrong", role: "reason" });
  return line.say(saying);
}

/** @param {State["mode"]} mode */
function turn(mode) {
  if (mode === state.mode) return;
  const kind = (/** @type {string} */ name) => (name === "cap" ? "cap" : "figure");
  kept[kind(state.mode)] = state.cards;
  go(turnTo(kind(mode) === kind(state.mode) ? state : { ...state, cards: kept[kind(mode)] ?? state.cards }, mode));
}

/** Some cards that suit the mode, drawn at random. */
function showExample() {
  /** @type {number[]} */
  const cards = [];
  while (cards.length < Math.min(MOST[state.mode], state.mode === "symmetries" ? 2 : 8)) {
    const card = Math.floor(Math.random() * 81);
    if (!cards.includes(card) && !obstacle(state.mode, cards, card)) cards.push(card);
  }
  go({ ...empty(state.mode), cards });
}

/** The address of the state; language and look stay in it. */
function address() {
  const here = new URL(location.href);
  const others = [...here.searchParams].filter(([name]) => !(name in PARTS));
  here.search = String(new URLSearchParams([...queryOf(state), ...others]));
  return here;
}
const PARTS = { mode: 0, cards: 0, lit: 0, all: 0, map: 0, shown: 0 };

/** Show what the address says; what it says wrongly is left out, with a sentence. */
function read() {
  const { state: found, faults } = stateOf(new URLSearchParams(location.search));
  state = found;
  if (faults.length) history.replaceState(null, "", address());
  show(
    faults.length
      ? {
          tone: "wrong",
          text: t(
            faults.includes("mode")
              ? "explore.repaired.mode"
              : faults.includes("cards")
                ? "explore.repaired.cards"
                : "explore.repaired.rest",
          ),
        }
      : undefined,
  );
}

async function copyLink() {
  const link = `${origin}${location.pathname}?${queryOf(state)}`;
  await copy(link);
  line.say({ tone: "right", strong: t("explore.copied"), text: link });
}

/**
 * True if a key is pressed while the ways of looking have the focus; only the arrows are theirs.
 * @param {KeyboardEvent} event
 */
const atModes = (event) =>
  (keysAct() || event.key.length > 1) &&
  event.target instanceof Node &&
  modes.contains(event.target) &&
  !(event.ctrlKey || event.metaKey || event.altKey);

/** @param {KeyboardEvent} event */
function type(event) {
  if (!forPage(event) && !atModes(event)) return;
  const mode = MODES[Number(event.key) - 1];
  const step = { n: 1, p: -1 }[event.key.toLowerCase()];
  if (event.key === "Escape") go(empty(state.mode));
  else if (event.key === "Backspace") go(undo(state));
  else if (event.key === "?" && state.mode === "cap") hint(state, acts);
  else if (mode) turn(mode);
  else if (step) aside.querySelector(`[data-step="${step}"]`)?.dispatchEvent(new MouseEvent("click"));
  else return;
  event.preventDefault();
}

modes.addEventListener("change", (event) =>
  turn(/** @type {State["mode"]} */ (/** @type {HTMLInputElement} */ (event.target).value)),
);
byId("undo", HTMLElement).addEventListener("click", () => go(undo(state)));
byId("again", HTMLElement).addEventListener("click", () => go(empty(state.mode)));
byId("copy", HTMLElement).addEventListener("click", copyLink);
document.addEventListener("keydown", type);
addEventListener("popstate", read);
read();
ready();
prepare();
