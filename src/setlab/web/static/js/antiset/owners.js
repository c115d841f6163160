// Whose card it is, by form: a cross for Xavier, a ring for Olivia.
import { cardImage } from "../shared/cards.js";
import { draw, make } from "../shared/dom.js";

/** @typedef {import("./types").Player} Player */

/** The mark of a player. @param {Player} owner */
export function badge(owner) {
  const form = owner === "xavier" ? draw("path", { d: "M3 3l6 6M9 3l-6 6" }) : draw("circle", { cx: 6, cy: 6, r: 3.7 });
  return draw("svg", { class: "owner", viewBox: "0 0 12 12", "data-player": owner, "aria-hidden": "true" }, form);
}

/** A cross or a ring on a small map. @param {Player} owner @param {number} x @param {number} y @param {boolean} mine */
export const spot = (owner, x, y, mine) =>
  owner === "xavier"
    ? draw("path", { class: mine ? "mine" : "", d: `M${x + 1} ${y + 1}l8 8m0-8l-8 8` })
    : draw("circle", { class: mine ? "mine" : "", cx: x + 5, cy: y + 5, r: 4 });

/**
 * A small card with the mark of its owner and the name of its move.
 * @param {number} card
 * @param {number} dimension
 * @param {Player | null} owner
 * @param {boolean} mine
 * @param {string} [move]
 */
export function ownedCard(card, dimension, owner, mine, move = "") {
  const image = cardImage(card, dimension, { mini: true });
  if (owner) image.append(badge(owner));
  return make(
    "span",
    { class: "owned", "data-mine": String(mine) },
    image,
    move && make("small", { "aria-hidden": "true" }, move),
  );
}
