// From some cards without a SET to as many as possible: src/setlab/web/http/explorer.py.
import { ask } from "../core/core.js";
import { Refusal } from "../shared/api.js";
import { setsAmong } from "../shared/space.js";
import { Unanswered, areNumbers } from "./asked.js";

const D = 4,
  LARGEST = 20;

/** @type {import("./answers.js").Handler} */
export async function cap(_, { cards, ...rest }) {
  if (!areNumbers(cards, 3 ** D, LARGEST) || Object.keys(rest).length) throw new Unanswered("these are not cards");
  const twice = cards.find((/** @type {number} */ card, /** @type {number} */ i) => cards.indexOf(card) < i);
  if (twice !== undefined) refuse(`card ${twice} is there twice: each card occurs once in a deck`);
  const [set] = setsAmong(
    [...cards].sort((a, b) => a - b),
    D,
  );
  if (set) refuse(`(${set.join(", ")}) is a SET: remove one of its cards`);
  const { twenty, cards: reached, exact } = await ask("complete_cap", { cards });
  const kept = cards.filter((/** @type {number} */ card) => twenty.includes(card)).length;
  return { cards: reached, exact, twenty, kept };
}

/** @param {string} reason @returns {never} */
function refuse(reason) {
  throw new Refusal(reason, "not-a-cap", 409);
}
