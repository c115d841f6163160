// The square is built card by card: two cards in a line determine the third.
import { brokenProperty, cardButton, complaint, valueWord } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { forPage } from "../../shared/keyboard.js";
import { t } from "../../shared/words.js";
import { changeProperties } from "../pairs.js";
import { below, shuffle } from "../random.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { Board } from "./board.js";

/** @typedef {import("../steps.js").Step} Step */

/**
 * The places in the order in which they are filled, each with the two that determine it (the proof of theorem 3 of the
 * thesis).
 */
const ORDER = [
  { place: 2, from: [0, 1] },
  { place: 6, from: [0, 3] },
  { place: 4, from: [2, 6] },
  { place: 5, from: [3, 4] },
  { place: 7, from: [1, 4] },
  { place: 8, from: [0, 4] },
];
const GIVEN = [0, 1, 3];
const CANDIDATES = 4;

/** @param {number[]} square @param {() => number} random @returns {Step} */
export const buildSquare =
  (square, random) =>
  ({ at, frame, say, solved }) => {
    const board = new Board(null);
    const offers = make("div", {
      class: "offers",
      "data-lettered": true,
      role: "group",
      "aria-label": t("square.build.offers"),
    });
    const filled = new Set(GIVEN);
    const lay = () => board.lay(square.map((card, i) => (filled.has(i) ? card : null)));
    const now = () => ORDER.find(({ place }) => !filled.has(place));

    function next() {
      lay();
      const task = now();
      if (!task) return finish();
      board.mark((i) => (i === task.place ? "hint" : task.from.includes(i) ? "in" : ""));
      fill(offers, ...candidates(square, task.place, random).map(offer));
      return undefined;
    }

    /** @param {number} card @param {number} i */
    function offer(card, i) {
      const button = cardButton(card, D, { key: String(i + 1), label: t("card.numbered", { n: i + 1 }) });
      button.removeAttribute("aria-pressed");
      button.addEventListener("click", () => choose(card));
      return button;
    }

    /** @param {number} card */
    function choose(card) {
      const task = now();
      if (!task) return;
      const pair = task.from.map((place) => square[place]);
      const fault = brokenProperty([...pair, card], D);
      if (fault) {
        board.mark(
          (i) => (i === task.place ? "hint" : task.from.includes(i) ? "wrong" : ""),
          (i) => (task.from.includes(i) ? valueWord(fault.property, fault.values[task.from.indexOf(i)]) : ""),
        );
        return say({ tone: "wrong", strong: t("square.build.wrong"), text: complaint(fault) });
      }
      filled.add(task.place);
      say({ tone: "right", strong: t("trick.right"), text: t("square.build.right", { n: 9 - filled.size }) });
      next();
      if (now()) offers.querySelector("button")?.focus({ preventScroll: true });
    }

    /** The keys 1 to 4 choose, as long as the task is there. @param {KeyboardEvent} event */
    function type(event) {
      if (!offers.isConnected) return document.removeEventListener("keydown", type);
      const button = offers.children[Number(event.key) - 1];
      if (button instanceof HTMLElement && forPage(event)) button.click();
      return undefined;
    }

    function finish() {
      board.mark(() => "right");
      fill(offers);
      solved({ tone: "right", strong: t("square.build.done"), text: t("square.build.all") });
    }

    at.append(
      question(t("square.build.title"), t("square.build.text")),
      make("div", { class: "square-desk" }, board.root, offers),
    );
    fill(
      frame.aside,
      make("p", { class: "note-box" }, t("square.build.note")),
      make(
        "p",
        { class: "small" },
        t("square.build.set"),
        " ",
        make("a", { href: "/learn/third" }, t("square.build.lesson")),
      ),
    );
    next();
    document.addEventListener("keydown", type);
    say({ tone: "", text: t("square.build.start") });
    return () => {
      const task = now();
      if (task) choose(square[task.place]);
    };
  };

/**
 * The card that fits, among others that almost do.
 * @param {number[]} square
 * @param {number} place
 * @param {() => number} random
 */
function candidates(square, place, random) {
  const found = [square[place]];
  while (found.length < CANDIDATES) {
    const card = changeProperties(random, square[place], 1 + below(random, 2));
    if (!square.includes(card) && !found.includes(card)) found.push(card);
  }
  return shuffle(random, found);
}
