// After the game: who holds a SET, and the proof told with the cards of this game. Every statement was checked by the
// server on the game; one that does not hold there is marked so.
import { fill, make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { joinSentences } from "./sentences.js";

/** @typedef {import("./types").Proof} Proof */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./sentences.js").Cards} Cards */
/** @typedef {import("./sentences.js").Sentence} Sentence */

const SHOWN = 8; // pairs of cards that are shown of a long game

/**
 * @param {HTMLElement} at
 * @param {Proof} proof
 * @param {Cards} cards
 * @param {Node[]} onward what to do next
 */
export function drawProof(at, proof, cards, onward) {
  const followed = !proof.deviation;
  const steps = followed ? proof.steps : proof.steps.filter(({ code }) => code === "pairs");
  fill(
    at,
    make("h2", { id: "proof-title", tabindex: -1 }, t(followed ? "antiset.proof.title" : "antiset.proof.left")),
    make("p", { class: "lede" }, t(followed ? "antiset.proof.lede" : "antiset.proof.leftLede")),
    make(
      "ol",
      { class: "steps" },
      ...steps.map((step) => stepOf(step, cards)),
      ...turning(proof, cards),
      lengthOf(proof),
    ),
    make("div", { class: "row" }, ...onward),
  );
  at.hidden = false;
}

/** One step with its verdict. @param {Step} step @param {Cards} cards */
function stepOf(step, cards) {
  const verdict = make(
    "p",
    { class: step.holds ? "holds" : "fails" },
    t(step.holds ? "antiset.proof.holds" : "antiset.proof.fails"),
  );
  return item(t(`antiset.proof.${step.code}.title`), [
    make("p", {}, ...statementText(step, cards).nodes),
    ...pictures(step, cards),
    verdict,
  ]);
}

/** @param {string} title @param {Node[]} content */
const item = (title, content) => make("li", {}, make("h3", {}, title), ...content);

/** @param {Step} step @param {Cards} cards @returns {Sentence} */
function statementText({ code, cards: groups, numbers }, cards) {
  if (code === "mirror") return joinSentences(cards.sentence("antiset.proof.mirror.text", groups.flat(), numbers));
  return cards.sentence(`antiset.proof.${code}.text`, groups[0] ?? [], numbers);
}

/**
 * Pairs of cards, of which a long game shows the first few.
 * @param {Step} step
 * @param {Cards} cards
 * @returns {Node[]}
 */
function pictures({ code, cards: groups }, cards) {
  if (code === "mirror") return [make("div", { class: "twins" }, ...groups.map((group) => row(group, cards)))];
  if (code !== "free") return [];
  const more = groups.length - SHOWN;
  return [
    make("div", { class: "twins" }, ...groups.slice(0, SHOWN).map((group) => row(group, cards))),
    ...(more > 0 ? [make("p", { class: "quiet small" }, t("antiset.proof.more", { n: more }))] : []),
  ];
}

/** @param {number[]} group @param {Cards} cards */
const row = (group, cards) => make("span", { class: "twin" }, ...group.map((card) => cards.picture(card, true)));

/** Where Xavier left the reflection, and what it cost. @param {Proof} proof @param {Cards} cards @returns {Node[]} */
function turning({ deviation, errors, winner }, cards) {
  if (!deviation) return [];
  const { answer, centre } = deviation;
  const what = cards.sentence("antiset.proof.turn.text", [answer.of, answer.reflection, answer.taken], {
    n: answer.round,
  });
  const cost =
    centre !== null
      ? cards.sentence("antiset.proof.turn.other", [centre])
      : cards.sentence(`antiset.proof.turn.${deviation.winner ?? "open"}`, [], { n: deviation.positions });
  const wrong = errors?.length
    ? [
        item(
          t("antiset.proof.errors.title"),
          errors.map(({ ply, player, point, good }) =>
            make(
              "p",
              {},
              ...cards.sentence("antiset.proof.errors.text", [point, good[0]], {
                n: good.length,
                move: cards.moveOf(point),
                name: t(`antiset.name.${player}`),
                round: Math.ceil(ply / 2),
              }).nodes,
            ),
          ),
        ),
      ]
    : [];
  return [
    item(t("antiset.proof.turn.title", { n: answer.round }), [make("p", {}, ...joinSentences(what, cost).nodes)]),
    ...wrong,
    item(t("antiset.proof.outcome.title"), [make("p", {}, t(`antiset.proof.outcome.${winner}`))]),
  ];
}

/** How long the game lasted beside the bounds. @param {Proof} proof */
function lengthOf({ length: { rounds, most, forced }, deviation }) {
  const kept = deviation ? "antiset.proof.length.left" : "antiset.proof.length.kept";
  return item(t("antiset.proof.length.title"), [make("p", {}, t(kept, { n: rounds, most, forced }))]);
}
