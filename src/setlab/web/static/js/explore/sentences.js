// Sentences about a state, and the reason why a card cannot be chosen.
import { judge, nameOf } from "../shared/cards.js";
import { setsAmong } from "../shared/space.js";
import { formatList, t } from "../shared/words.js";
import { blockers, freeCards } from "./caps.js";
import { MOST_WITHOUT_SET } from "./counts.js";
import { planesAmong } from "./directions.js";
import { figureOf, litCards } from "./figure.js";
import { D } from "./maps.js";
import { MOST } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Saying} Saying */

/** The names of figures by the number of their cards. */
const FIGURES = /** @type {{ [cards: number]: string }} */ ({ 1: "card", 3: "set", 9: "plane", 27: "cube" });

/** The state, and the next step. @param {State} state @returns {Saying} */
export function sentence(state) {
  if (state.mode === "cap") return ofCap(state);
  if (state.mode === "symmetries" && state.cards.length) return ofFigure(state);
  if (state.lit) return ofLit(state, state.lit);
  const { mode, cards } = state,
    figure = figureOf(state);
  const values = {
    card: cards.length ? nameOf(cards[0], D) : "",
    n: figure.length,
    sets: setsAmong(figure, D).length,
    what: changing(cards),
  };
  const text = t(`explore.say.${mode}.${cards.length}`, values);
  return cards.length === MOST[mode] ? { tone: "right", strong: t(`explore.whole.${mode}`), text } : { tone: "", text };
}

/** The properties that change from the first card to the second. @param {number[]} cards */
function changing([a, b]) {
  if (b === undefined) return "";
  return formatList(
    judge([a, b], D)
      .filter(({ verdict }) => verdict !== "same")
      .map(({ property }) => t(`card.property.${property}`)),
  );
}

/** @param {State} state @param {import("./types").Lit} lit @returns {Saying} */
function ofLit(state, { kind, index }) {
  const cards = [...litCards(state)],
    figure = figureOf(state);
  const n = kind === "set" ? setsAmong(figure, D).length : planesAmong(figure, D).length;
  const text =
    kind === "set"
      ? `${formatList(cards.map((card) => nameOf(card, D)))}.`
      : t("explore.lit", { sets: setsAmong(cards, D).length });
  return { tone: "right", strong: `${t(`explore.cube.${kind}`, { i: index + 1, n })}:`, text };
}

/** @param {State} state @returns {Saying} */
function ofCap({ cards, shown }) {
  const free = freeCards(cards).length,
    n = cards.length;
  if (shown) return { tone: "", text: t("explore.say.cap.shown", { n: shown.length }) };
  if (!n) return { tone: "", text: t("explore.say.cap.start", { n: MOST_WITHOUT_SET }) };
  const strong = t("explore.cap.size", { n });
  if (n === MOST_WITHOUT_SET) return { tone: "right", strong, text: t("explore.say.cap.most") };
  return {
    tone: "right",
    strong,
    text: free
      ? `${t("explore.say.cap.free", { n: free })} ${t("explore.say.cap.reach", { n: MOST_WITHOUT_SET })}`
      : t("explore.say.cap.end"),
  };
}

/** @param {State} state @returns {Saying} */
function ofFigure(state) {
  const name = FIGURES[figureOf(state).length];
  if (state.map) return { tone: "right", strong: t(`explore.moved.${name}`), text: t("explore.say.symmetries.moved") };
  return { tone: "right", strong: t(`explore.figure.${name}`), text: t("explore.say.symmetries.some") };
}

/**
 * Why a card cannot be chosen, with the cards that are the reason.
 * @param {State} state
 * @param {number} card
 * @param {"set" | "plane" | "blocked"} reason
 * @returns {{ saying: Saying, cards: number[] }}
 */
export function refusal({ cards }, card, reason) {
  const strong = t(`explore.refused.why.${reason}`);
  if (reason !== "blocked")
    return {
      saying: { tone: "wrong", strong, text: t(`explore.refused.${reason}`) },
      cards: reason === "set" ? [...cards.slice(0, 2), card] : [card],
    };
  const pairs = blockers(cards, card),
    [a, b] = pairs[0];
  const text = t("explore.refused.blocked", { card: nameOf(card, D), a: nameOf(a, D), b: nameOf(b, D) });
  const more = pairs.length > 1 ? ` ${t("explore.refused.more", { n: pairs.length - 1 })}` : "";
  return { saying: { tone: "wrong", strong, text: text + more }, cards: [card, a, b] };
}
