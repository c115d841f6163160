// The rules in a room: one picture, what a SET is, and what this game does with it.
import { cardImage, marks } from "../shared/cards.js";
import { byId, fill, make } from "../shared/dom.js";
import { popover } from "../shared/page.js";
import { hasText, t } from "../shared/words.js";

/**
 * A SET for each number of properties: some of them are the same, others different.
 * @type {{ [dimension: number]: number[] }}
 */
const SETS = { 3: [1, 13, 25], 4: [10, 41, 69], 5: [33, 124, 215], 42: [0, 5, 10, 15], 43: [16, 21, 26, 31] };
/** Two pairs, each with the third card that both need. */
const PAIRS = [
  [13, 26, 0],
  [39, 78, 0],
];

let drawn = "";

/** The box with the rules, empty until the game is known. */
export function rulesBox() {
  drawn = "";
  return popover("rules", t("rules.button"));
}

/** Show the rules of a game. @param {{ game: string, dimension: number }} state */
export function drawRules({ game, dimension }) {
  if (drawn === `${game} ${dimension}`) return;
  drawn = `${game} ${dimension}`;
  const ultra = game === "ultra";
  fill(
    byId("rules", HTMLElement),
    make("h2", { tabindex: -1, autofocus: true }, t(`game.${game}.name`)),
    ...(ultra ? PAIRS.map(pair) : [example(SETS[dimension] ?? SETS[4], dimension)]),
    make("p", { class: "rule" }, t(ultra ? "rules.ultra" : dimension > 10 ? "games.rules.sets-of-four" : "rules.set")),
    !ultra && make("p", {}, t(`game.${game}.how`)),
    hasText(`games.rules.${game}`) && make("p", {}, t(`games.rules.${game}`)),
  );
}

/** A SET with the verdict on each property. @param {number[]} cards @param {number} dimension */
const example = (cards, dimension) =>
  make("div", { class: "example" }, trio(cards, dimension), marks(cards, dimension));

/** Two cards of an UltraSET, and the one that they need. @param {number[]} cards */
function pair(cards) {
  const row = trio(cards, 4);
  row.lastElementChild?.setAttribute("data-state", "hint");
  return row;
}

/** @param {number[]} cards @param {number} dimension */
const trio = (cards, dimension) => make("div", { class: "trio" }, ...cards.map((card) => cardImage(card, dimension)));
