// Anti-SET against a strategy. The server plays: a game is the visitor's moves, kept in the address of the page.
import { get, post, Refusal } from "../api.js";
import { byId, fill, make } from "../dom.js";
import { forPage } from "../keyboard.js";
import { announce } from "../page.js";
import { t } from "../words.js";
import { Example } from "./example.js";
import { Field } from "./field.js";
import { drawFigure, drawHands, drawLength } from "./hands.js";
import { readLink, writeLink } from "./link.js";
import { drawProof, ending } from "./proof.js";
import { Cards, joined } from "./sentences.js";
import { drawSetup, newSeed, otherOf, strategyFor } from "./setup.js";

/** @typedef {import("./types").Wanted} Wanted */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Boards} Boards */
/** @typedef {import("./types").Taken} Taken */
/** @typedef {import("./types").Player} Player */
/** @typedef {import("./field.js").Mark} Mark */
/** @typedef {import("./sentences.js").Sentence} Sentence */

const at = (/** @type {string} */ id) => byId(id, HTMLElement);
const field = new Field(at("field"), at("panels"), choose);

/** @type {Boards} */ let boards;
/** @type {Wanted} */ let wanted = readLink(location.search, { cards: 9, you: "olivia", strategy: "", seed: newSeed(), moves: [] });
/** @type {State | null} */ let state = null;
/** @type {Example | null} */ let example = null;
/** @type {number | null} */ let picked = null;
let marking = false;
let busy = false;

/** Ask the server for the game, and show it. @param {Wanted} next @param {boolean} [hint] */
async function go(next, hint = false) {
  if (busy) return;
  busy = true;
  try {
    const found = /** @type {State} */ (await post("/api/antiset", { ...next, hint }));
    wanted = next;
    show(found);
  } catch (error) {
    trouble(error, () => go(next, hint), next);
  } finally {
    busy = false;
  }
}

/** Begin a game by the choices above the board. @param {Wanted} next */
function begin(next) {
  example = null;
  marking = false;
  at("proof").hidden = true;
  drawSetup(at("setup"), boards, next, begin);
  return go(next);
}

/** @param {State} next */
function show(next) {
  state = next;
  picked = null;
  example = null;
  writeLink(wanted);
  const cards = new Cards(next.dimension, next.moves, next.you);
  draw(next.dimension, next.moves, next.you, cards);
  drawActs(acts(next));
  drawLength(at("length"), next.round, boardOf(next.cards));
  tell(next.hint ? hinted(next, cards) : next.over ? ending(next, cards) : course(next, cards), next.over && next.winner !== next.you ? "wrong" : next.over ? "right" : "");
  if (next.hint) field.reveal(next.hint.card);
  if (next.hint && field.focused) field.focus(next.hint.card);
  if (next.over) prove(next.cards, next.moves, cards, next.you);
  else at("proof").hidden = true;
}

/** The board with its cards, and what stands beside it. @param {number} dimension @param {Taken[]} moves @param {Player | null} you @param {Cards} cards */
function draw(dimension, moves, you, cards) {
  const owners = Array.from({ length: 3 ** dimension }, (_, card) => cards.ownerOf(card));
  const last = moves.slice(-1).map(({ card }) => card);
  at("desk").dataset.d = String(dimension);
  field.lay(dimension, moves[0]?.card);
  field.own(owners, you ?? "olivia", owners.map((owner, card) => (owner ? t("antiset.taken", { name: t(`antiset.name.${owner}`), move: cards.moveOf(card) }) : deadly(card))), last);
  if (moves.length) field.reveal(moves[moves.length - 1].card);
  const over = example ? example.over : state?.over;
  const line = picked !== null ? lineOf(moves, picked) : over ? [] : lastLine(moves);
  field.mark(marksOf(line), new Map());
  field.connect(line);
  drawHands(at("hands"), moves, you, cards);
  drawFigure(at("figure"), line, cards);
}

/** @param {number} card */
const deadly = (card) => (marking && state?.deadly[card] && !example ? t("antiset.deadly") : "");

/** What is marked: the SET at the end, the hint, the cards that complete a SET if asked, the reflection. @param {number[]} line */
function marksOf(line) {
  /** @type {Map<number, Mark>} */ const marks = new Map(line.map((card) => [card, "in"]));
  const shown = example ? exampleSet() : state?.set;
  if (!example && marking) for (const card of Object.keys(state?.deadly ?? {})) marks.set(Number(card), "off");
  if (!example && state?.hint) marks.set(state.hint.card, "hint");
  for (const card of shown ?? []) marks.set(card, "right");
  return marks;
}

/** The last answer of Xavier's that was a reflection. @param {Taken[]} moves */
function lastLine(moves) {
  const ply = moves.findLastIndex(({ card, reflected }) => card === reflected);
  return ply < 0 ? [] : [moves[ply - 1].card, moves[0].card, moves[ply].card];
}

/** The reflection that a card belongs to. @param {Taken[]} moves @param {number} card */
function lineOf(moves, card) {
  const ply = moves.findIndex((move) => move.card === card), answer = ply % 2 ? ply + 1 : ply;
  const found = moves[answer];
  return ply > 0 && found && found.card === found.reflected ? [moves[answer - 1].card, moves[0].card, found.card] : [];
}

/** What has happened: the opponent's move and its reason, and whose turn it is. @param {State} now @param {Cards} cards @returns {Sentence} */
function course(now, cards) {
  const last = now.moves[now.moves.length - 1], name = t(`antiset.name.${otherOf(now.you)}`);
  if (!last) return plain("antiset.begin");
  const move = cards.sentence("antiset.takes", [last.card], { name });
  const centred = now.you === "xavier" && now.moves.length === 2 ? plain("antiset.centred") : { nodes: [], spoken: "" };
  return joined(move, cards.reason(last.why), centred, plain("antiset.turn"));
}

/** @param {State} now @param {Cards} cards @returns {Sentence} */
function hinted({ hint }, cards) {
  if (!hint) return { nodes: [], spoken: "" };
  return joined(cards.sentence("antiset.hinted", [hint.card]), cards.reason(hint.why));
}

/** @param {string} key @returns {Sentence} */
const plain = (key) => ({ nodes: [t(key)], spoken: t(key) });

/** @param {Sentence} said @param {string} [tone] */
function tell({ nodes, spoken }, tone = "") {
  at("say").dataset.tone = tone;
  fill(at("say"), make("div", { class: "told" }, ...nodes));
  announce(spoken);
}

/** A card was chosen: take it, or look at the pair that it belongs to. @param {number} card */
function choose(card) {
  if (busy || example || !state) return;
  const cards = new Cards(state.dimension, state.moves, state.you);
  if (state.owners[card]) look(state, card, cards);
  else if (!state.over) go({ ...wanted, moves: [...wanted.moves, card] });
}

/** @param {State} now @param {number} card @param {Cards} cards */
function look(now, card, cards) {
  picked = card;
  draw(now.dimension, now.moves, now.you, cards);
  const line = lineOf(now.moves, card), owner = t(`antiset.name.${now.owners[card] ?? "xavier"}`);
  const key = card === now.moves[0].card ? "antiset.look.centre" : line.length ? "antiset.look.pair" : "antiset.look.alone";
  tell(line.length ? cards.sentence(key, line) : cards.sentence(key, [card], { name: owner, move: cards.moveOf(card) }));
}

/** The buttons below the board. @param {State} now @returns {Node[]} */
function acts(now) {
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act, /** @type {boolean} */ off, key = "") =>
    make("button", { class: "btn", type: "button", id, "aria-disabled": off ? "true" : null, onclick: () => off || act() }, text, key && make("kbd", {}, key));
  const mark = button("mark", t("antiset.act.mark"), toggleMarks, now.over);
  mark.setAttribute("aria-pressed", String(marking));
  return [
    button("hint", t("antiset.act.hint"), hint, now.over, "?"), mark,
    button("undo", t("antiset.act.undo"), undo, !wanted.moves.length, "⌫"),
    button("again", t("antiset.act.again"), () => begin({ ...wanted, seed: newSeed(), moves: [] }), false),
  ];
}

/** New buttons; the one with the focus keeps it. @param {Node[]} buttons */
function drawActs(buttons) {
  const focused = at("acts").contains(document.activeElement) ? document.activeElement?.id : "";
  fill(at("acts"), ...buttons);
  if (focused) document.getElementById(focused)?.focus();
}

const hint = () => { if (state && !state.over && !example) go(wanted, true); };
const undo = () => { if (wanted.moves.length && !example) go({ ...wanted, moves: wanted.moves.slice(0, -1) }); };

function toggleMarks() {
  marking = !marking;
  at("mark").setAttribute("aria-pressed", String(marking));
  if (!state) return;
  const cards = new Cards(state.dimension, state.moves, state.you), n = Object.keys(state.deadly).length;
  draw(state.dimension, state.moves, state.you, cards);
  tell(marking ? { nodes: [t("antiset.marked", { n })], spoken: t("antiset.marked", { n }) } : course(state, cards));
}

/** The proof along a game. @param {number} number of cards on the board @param {Taken[]} moves @param {Cards} cards @param {Player | null} you */
async function prove(number, moves, cards, you) {
  try {
    const proof = await post("/api/antiset/proof", { cards: number, moves: moves.map(({ card }) => card) });
    drawProof(at("proof"), proof, cards, onward(number, you));
  } catch (error) {
    trouble(error, () => prove(number, moves, cards, you), wanted);
  }
}

/** What can be done after a game. @param {number} number @param {Player | null} you @returns {Node[]} */
function onward(number, you) {
  const larger = boards.boards.find(({ cards }) => cards > number)?.cards;
  /** @param {Partial<Wanted>} change */
  const next = (change) => () => {
    const now = { ...wanted, ...change, seed: newSeed(), moves: [] };
    begin({ ...now, strategy: strategyFor(boards, now.cards, now.you, now.strategy) });
    scrollTo({ top: 0 });
  };
  const link = (/** @type {string} */ text, /** @type {() => void} */ act, kind = "btn") => make("button", { class: kind, type: "button", onclick: act }, text);
  const other = you ? otherOf(you) : "xavier";
  return [
    link(t("antiset.onward.as", { name: t(`antiset.name.${other}`) }), next({ you: other, cards: number }), "btn main"),
    ...(larger ? [link(t("antiset.onward.larger", { n: larger }), next({ cards: larger }))] : []),
    make("a", { class: "btn", href: "/explore" }, t("antiset.onward.explore")),
  ];
}

/** The example of the paper instead of the game. */
function watch() {
  example = new Example(boards.example, drawExample, leave);
  picked = null;
  at("proof").hidden = true;
  drawExample();
}

function leave() {
  example = null;
  if (state) show(state);
}

function drawExample() {
  if (!example) return;
  const cards = new Cards(2, example.moves, null);
  draw(2, example.moves, null, cards);
  drawActs(example.buttons());
  drawLength(at("length"), Math.ceil(example.at / 2), boardOf(9));
  const line = example.moves.map(({ card }) => card), ply = example.at - 1;
  tell(joined(cards.sentence(`antiset.example.move.${ply + 1}`, [line[ply]])));
  if (example.over) prove(9, example.moves, cards, null);
  else at("proof").hidden = true;
}

/** The SET that ends the example. @returns {number[] | null} */
const exampleSet = () => (example?.over ? boards.example.set : null);

/** @param {number} cards */
const boardOf = (cards) => boards.boards.find((board) => board.cards === cards) ?? boards.boards[0];

/** A sentence about what went wrong, and a way on. @param {unknown} error @param {() => void} again @param {Wanted} next */
function trouble(error, again, next) {
  if (!(error instanceof Refusal)) throw error;
  const offline = error.status === 0 || error.status >= 429;
  const said = offline ? t("antiset.trouble.offline") : t("antiset.trouble.refused");
  const act = offline ? again : () => begin({ ...next, cards: boardOf(next.cards).cards, strategy: strategyFor(boards, boardOf(next.cards).cards, next.you), moves: [] });
  at("say").dataset.tone = "wrong";
  fill(at("say"), make("p", { class: "warn" }, said), make("button", { class: "btn", type: "button", id: "retry", onclick: act }, t(offline ? "antiset.trouble.again" : "antiset.act.again")));
  announce(said);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    at("copy").textContent = t("antiset.copied");
  } catch {
    tell({ nodes: [location.href], spoken: location.href });
  }
}

/** @param {KeyboardEvent} event */
function type(event) {
  if (!forPage(event) || event.repeat) return;
  if (example && ["Escape"].includes(event.key)) return leave();
  const act = { "?": hint, Backspace: undo, h: hint, u: undo }[event.key];
  if (!act) return undefined;
  event.preventDefault();
  return act();
}

async function open() {
  try {
    boards = await get("/api/antiset");
    if (!boards.boards.some(({ cards }) => cards === wanted.cards)) wanted = { ...wanted, cards: 9, moves: [] };
    wanted.strategy = strategyFor(boards, wanted.cards, wanted.you, wanted.strategy);
    await begin(wanted);
    if (new URLSearchParams(location.search).has("example")) watch();
  } catch (error) {
    trouble(error, open, wanted);
  }
}

at("choose").addEventListener("click", () => {
  const open = at("setup").classList.toggle("open");
  at("choose").setAttribute("aria-expanded", String(open));
});
at("watch").addEventListener("click", watch);
at("copy").addEventListener("click", copyLink);
at("setup").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", type);
await open();
