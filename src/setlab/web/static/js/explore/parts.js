// Parts that the panels share: squares of cards, SETs drawn in a square, steps through a list, facts.
import { cardImage } from "../shared/cards.js";
import { draw, make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { D } from "./maps.js";

/**
 * A button; `key` lets it keep the focus when the panel is redrawn.
 * @param {string} key
 * @param {string} text
 * @param {() => void} act
 * @param {import("../shared/dom.js").Attributes} [extra]
 */
export const button = (key, text, act, extra = {}) =>
  make("button", { type: "button", class: "btn", "data-key": key, onclick: act, ...extra }, text);

/** Buttons side by side. @param {...import("../shared/dom.js").Child} buttons */
export const row = (...buttons) => make("div", { class: "row under" }, ...buttons);

/** A heading and a quiet sentence. @param {string} title @param {string} text */
export const opening = (title, text) => [make("h2", {}, title), make("p", { class: "quiet" }, text)];

/** A small quiet sentence at the end of a panel. @param {string} text */
export const fact = (text) => make("p", { class: "small quiet fact" }, text);

/**
 * Cards in rows of three; lit cards have a blue ring, chosen ones a dark ring.
 * @param {readonly number[]} cards
 * @param {readonly number[]} lit
 * @param {readonly number[]} [given]
 */
export function square(cards, lit, given = []) {
  const images = cards.map((card) => {
    const image = cardImage(card, D);
    if (lit.includes(card)) image.dataset.state = "right";
    else if (given.includes(card)) image.dataset.state = "in";
    return image;
  });
  return make("div", { class: "square" }, ...images);
}

/**
 * Dots for the places of a square; those of a SET are large.
 * @param {readonly number[]} nine
 * @param {readonly number[]} three
 */
export function dots(nine, three) {
  const circles = nine.map((card, i) =>
    draw("circle", {
      cx: 5 + 12 * (i % 3),
      cy: 5 + 12 * Math.floor(i / 3),
      r: three.includes(card) ? 4.6 : 2,
      class: three.includes(card) ? "on" : null,
    }),
  );
  return draw("svg", { viewBox: "0 0 34 34", "aria-hidden": "true" }, ...circles);
}

/**
 * Steps through a list, back and on, around its ends: ‹ SET 3 of 117 ›. Nothing is lit at first.
 * @param {string} key
 * @param {string} text
 * @param {number | null} index
 * @param {number} n
 * @param {(index: number) => void} go
 */
export function stepper(key, text, index, n, go) {
  const to = (/** @type {number} */ step) => () => go(index === null ? (step > 0 ? 0 : n - 1) : (index + step + n) % n);
  return make(
    "div",
    { class: "stepper", role: "group", "aria-label": text },
    button(`${key}-back`, "‹", to(-1), { "aria-label": t("explore.step.back", { what: text }), "data-step": -1 }),
    make("span", {}, text),
    button(`${key}-on`, "›", to(1), { "aria-label": t("explore.step.on", { what: text }), "data-step": 1 }),
  );
}
