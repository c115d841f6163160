// The reflection, drawn over the board: one straight line through a card, the card in the middle and the reflected
// card.
import { draw } from "../shared/dom.js";

/**
 * The line through the middles of some cards, in pixels of the board; nothing where one of the cards is not shown.
 * @param {HTMLElement} board
 * @param {HTMLElement[]} cards
 * @returns {SVGElement[]}
 */
export function lineThrough(board, cards) {
  if (cards.length < 2 || cards.some((card) => !card?.offsetWidth)) return [];
  const points = cards.map((card) => middleOf(card, board));
  const [first, last] = [points[0], points[points.length - 1]];
  return [
    ...["ground", "dots"].map((kind) =>
      draw("line", { class: kind, x1: first.x, y1: first.y, x2: last.x, y2: last.y }),
    ),
    ...points.map(({ x, y }) => draw("circle", { cx: x, cy: y, r: 4 })),
  ];
}

/**
 * The middle of a card, without the way that it may be sliding.
 * @param {HTMLElement} card
 * @param {HTMLElement} board
 */
function middleOf(card, board) {
  let x = card.offsetWidth / 2,
    y = card.offsetHeight / 2;
  for (let at = card; at && at !== board; at = /** @type {HTMLElement} */ (at.offsetParent)) {
    x += at.offsetLeft;
    y += at.offsetTop;
  }
  return { x, y };
}
