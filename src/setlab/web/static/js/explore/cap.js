// The panel of cards without a SET: yours, a hint for the next, and the largest collection.
import { post, Refusal } from "../shared/api.js";
import { cardImage, nameOf } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { freeCards, leavesMost } from "./caps.js";
import { MOST_WITHOUT_SET } from "./counts.js";
import { D } from "./maps.js";
import { button, fact, opening, row } from "./parts.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Acts} Acts */
/** @typedef {{ cards: number[], exact: boolean, twenty: number[], kept: number }} Completed */

/** More cards than these lie in rows of four. */
const ROOMY = 9;

/** @param {State} state @param {Acts} acts */
export function capPanel(state, acts) {
  const shown = state.shown,
    title = shown ? t("explore.cap.shown", { n: shown.length }) : t("explore.cap.title");
  const cards = shown ?? state.cards;
  const images = cards.map((card) => {
    const image = cardImage(card, D);
    if (shown && state.cards.includes(card)) image.dataset.state = "right";
    return image;
  });
  return [
    ...opening(title, t(shown ? "explore.cap.kept" : "explore.cap.intro")),
    make("div", { class: cards.length > ROOMY ? "square many" : "square" }, ...images),
    shown ? afterShowing(state, acts) : whileBuilding(state, acts),
    fact(t("explore.cap.facts", { n: MOST_WITHOUT_SET, more: MOST_WITHOUT_SET + 1 })),
  ];
}

/** @param {State} state @param {Acts} acts */
function whileBuilding(state, acts) {
  return row(
    freeCards(state.cards).length > 0 && button("hint", t("explore.cap.hint"), () => hint(state, acts)),
    state.cards.length < MOST_WITHOUT_SET &&
      button("show", t("explore.cap.show", { n: MOST_WITHOUT_SET }), () => show(state, acts)),
  );
}

/** @param {State} state @param {Acts} acts */
function afterShowing(state, acts) {
  return row(
    button("mine", t("explore.cap.mine"), () => acts.to({ ...state, shown: null })),
    button("take", t("explore.cap.take"), () => acts.to({ ...state, cards: state.shown ?? [], shown: null })),
  );
}

/** Ring a card with which the most can still be reached. @param {State} state @param {Acts} acts */
export async function hint(state, acts) {
  const found = await askServer(state, acts);
  if (!found) return;
  const left = found.cards.filter((card) => !state.cards.includes(card));
  if (!left.length) return acts.say({ tone: "", text: t("explore.cap.none") });
  const card = leavesMost(state.cards, left);
  acts.hint([card]);
  return acts.say({
    tone: "",
    text: t(found.exact ? "explore.cap.next" : "explore.cap.try", { card: nameOf(card, D), n: found.cards.length }),
  });
}

/** @param {State} state @param {Acts} acts */
async function show(state, acts) {
  const found = await askServer(state, acts);
  if (!found) return;
  acts.to({ ...state, shown: found.twenty }, { tone: "", text: reachSentence(state, found) });
}

/** @param {State} state @param {Completed} found */
function reachSentence({ cards }, { cards: reached, exact, kept, twenty }) {
  const here = { kept, n: cards.length, most: reached.length, twenty: twenty.length };
  if (kept === cards.length) return t("explore.cap.all", here);
  return `${t("explore.cap.some", here)} ${t(exact ? "explore.cap.most" : "explore.cap.least", here)}`;
}

/**
 * The server's answer about the chosen cards; null, with a message, if there is none.
 * @param {State} state
 * @param {Acts} acts
 * @returns {Promise<Completed | null>}
 */
async function askServer({ cards }, acts) {
  try {
    return await post("/api/explore/cap", { cards });
  } catch (error) {
    acts.say({
      tone: "wrong",
      text: t(
        error instanceof Refusal && [429, 503].includes(error.status) ? "explore.cap.busy" : "explore.cap.trouble",
      ),
    });
    return null;
  }
}
