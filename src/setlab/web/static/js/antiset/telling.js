// The text below the board: the course of the game, a hint, a card, the end, errors.
import { marks } from "../shared/cards.js";
import { byId, fill, make } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { t } from "../shared/words.js";
import { pairOf } from "./pairs.js";
import { joinSentences } from "./sentences.js";
import { otherOf } from "./setup.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./sentences.js").Cards} Cards */
/** @typedef {import("./sentences.js").Sentence} Sentence */

/**
 * Show a sentence and read it aloud.
 * @param {Sentence} said
 * @param {"" | "right" | "wrong"} [tone]
 * @param {...Node} more
 */
export function tell({ nodes, spoken }, tone = "", ...more) {
  const line = byId("say", HTMLElement);
  line.dataset.tone = tone;
  fill(line, make("div", { class: "told" }, ...nodes), ...more);
  announce(spoken);
}

/** A sentence without cards. @param {string} text @returns {Sentence} */
export const plain = (text) => ({ nodes: [text], spoken: text });

/** Where the game stands. @param {State} state @param {Cards} cards */
export function tellState(state, cards) {
  if (state.over)
    tell(ending(state, cards), state.winner === state.you ? "right" : "wrong", marks(state.set ?? [], state.dimension));
  else tell(state.hint ? hintSentence(state, cards) : course(state, cards));
}

/**
 * The opponent's move and its reason, and whose turn it is.
 * @param {State} state
 * @param {Cards} cards
 * @returns {Sentence}
 */
function course({ moves, you }, cards) {
  const last = moves[moves.length - 1];
  if (!last) return plain(t("antiset.begin"));
  const move = cards.sentence("antiset.takes", [last.card], { name: t(`antiset.name.${otherOf(you)}`) });
  const centred = you === "xavier" && moves.length === 2 ? [plain(t("antiset.centred"))] : [];
  return joinSentences(move, cards.reason(last.why), ...centred, plain(t("antiset.turn")));
}

/** @param {State} state @param {Cards} cards @returns {Sentence} */
function hintSentence({ hint }, cards) {
  return hint ? joinSentences(cards.sentence("antiset.hinted", [hint.card]), cards.reason(hint.why)) : plain("");
}

/**
 * The holder of a SET; an opponent with a safe card has overlooked it.
 * @param {State} state
 * @param {Cards} cards
 * @returns {Sentence}
 */
function ending({ set, moves, winner, you, round }, cards) {
  const loser = winner === "xavier" ? "olivia" : "xavier",
    why = moves[moves.length - 1]?.why ?? null;
  const end = cards.sentence(`antiset.over.${you === loser ? "you" : loser}`, set ?? [], { n: round });
  return why?.code === "overlooked" ? joinSentences(end, cards.reason(why)) : end;
}

/**
 * A card that somebody holds, and the pair that it belongs to.
 * @param {State} state
 * @param {number} card
 * @param {Cards} cards
 */
export function tellOf({ moves, owners }, card, cards) {
  const line = pairOf(moves, card),
    name = t(`antiset.name.${owners[card] ?? "xavier"}`);
  if (line.length) return tell(cards.sentence("antiset.look.pair", line));
  const key = card === moves[0].card ? "antiset.look.centre" : "antiset.look.alone";
  return tell(cards.sentence(key, [card], { name, move: cards.moveOf(card) }));
}

/** What went wrong, with a button that leads on. @param {string} text @param {string} button @param {() => void} act */
export function tellTrouble(text, button, act) {
  tell(
    { nodes: [make("span", { class: "warn" }, text)], spoken: text },
    "wrong",
    make("button", { class: "btn", type: "button", id: "retry", onclick: act }, button),
  );
}
