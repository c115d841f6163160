// Sentences on the projector name cards by numbers, which a class can call out. The server alone decides; the verdict
// on the teacher's cards is a preview.
import { brokenProperty, complaint, marks, third, valuesOf } from "../shared/cards.js";
import { claimantOf, sentence, teamIn, wrongness } from "../room/speech.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").RoomEvent} RoomEvent */
/** @typedef {import("../shared/say.js").Saying} Saying */
/** @typedef {(card: number) => string} Label the number of a card, as it is called out */

/**
 * The sentence about an event on the projector, or null.
 * @param {RoomEvent} event
 * @param {State} state
 * @param {Label} label
 * @returns {Saying | null}
 */
export function announcement(event, state, label) {
  // Missed: they are gone.
  if ("cards" in event && event.cards?.some((card) => label(card) === "0")) return sentence(event, state, null);
  if (event.event === "claim") return claimSentence(event, state, label);
  if (event.event === "reject" && event.why === "not-a-set") return rejectionSentence(event, state, label);
  if (event.event === "reject" && state.options.quiet) return { tone: "wrong", strong: t("room.there.is") };
  if (event.event === "point")
    return { tone: "", strong: t("class.points", { team: teamIn(state, event.team), n: label(event.card) }) };
  return sentence(event, state, null);
}

/** @param {Extract<RoomEvent, { event: "claim" }>} event @param {State} state @param {Label} label @returns {Saying} */
function claimSentence(event, state, label) {
  const { cards } = event,
    name = claimantOf(state, event);
  if (!cards) return { tone: "right", strong: t("room.found.other", { name }) };
  const strong = t(`class.claimed.${cards.length === 3 ? "set" : "ultra"}`, {
    name,
    numbers: cardNumbers(cards, label),
  });
  return { tone: "right", strong, after: cards.length === 3 ? marks(cards, state.dimension) : null };
}

/**
 * In quiet mode nobody is named.
 * @param {Extract<RoomEvent, { event: "reject" }>} event
 * @param {State} state
 * @param {Label} label
 * @returns {Saying | null}
 */
function rejectionSentence(event, state, label) {
  const { cards } = event;
  if (!cards?.length) return null;
  const numbers = cardNumbers(cards, label),
    name = claimantOf(state, event);
  const strong = state.options.quiet ? t("class.not", { numbers }) : t("class.rejected", { name, numbers });
  return { tone: "wrong", strong, text: wrongness(event, state) };
}

/**
 * A preview of the server's verdict on these cards.
 * @param {number[]} cards
 * @param {State} state
 * @param {Label} label
 * @returns {Saying}
 */
export function previewSentence(cards, state, label) {
  const numbers = cardNumbers(cards, label);
  if (cards.length === 4) {
    const right = isUltra(cards, state.dimension);
    return {
      tone: right ? "right" : "wrong",
      strong: t(right ? "class.preview.ultra" : "class.not", { numbers }),
      text: t("class.preview.only"),
    };
  }
  const fault = brokenProperty(cards, state.dimension),
    loose = !fault && !goesOn(cards, state);
  if (fault) return { tone: "wrong", strong: t("class.not", { numbers }), text: complaint(fault) };
  if (loose) return { tone: "wrong", strong: t("class.preview.set", { numbers }), text: t("room.wrong.chain") };
  return {
    tone: "right",
    strong: t("class.preview.set", { numbers }),
    text: t("class.preview.only"),
    after: marks(cards, state.dimension),
  };
}

/** In a chain exactly one card is of the last SET. @param {number[]} cards @param {State} state */
const goesOn = (cards, { chain }) => !chain || cards.filter((card) => chain.includes(card)).length === 1;

/** True if two pairs of the four cards need the same third card. @param {number[]} cards @param {number} dimension */
function isUltra([a, b, c, d], dimension) {
  return [
    [a, b, c, d],
    [a, c, b, d],
    [a, d, b, c],
  ].some(([e, f, g, h]) => third(e, f, dimension) === third(g, h, dimension));
}

/** "1, 2, 7", in the order of the table. @param {number[]} cards @param {Label} label */
const cardNumbers = (cards, label) =>
  cards
    .map(label)
    .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
    .join(", ");

/** The words of a fault for flags on the cards. @param {number[]} cards @param {State} state @returns {string[]} */
export function flagsOf(cards, state) {
  const fault = cards.length === 3 ? brokenProperty(cards, state.dimension) : undefined;
  return fault
    ? cards.map((card) => t(`card.value.${fault.property}.${valuesOf(card, state.dimension)[fault.property]}.one`))
    : [];
}
