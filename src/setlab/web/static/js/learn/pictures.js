// A small picture for each lesson, made of cards.
import { cardImage } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { plane } from "../shared/space.js";

/** @typedef {import("./list.js").Lesson} Lesson */

const D = 4;
const GAP = null; // a place where a card is to be found

/** The cards of each picture in rows of three. @type {{ [lesson in Lesson]: (number | null)[] }} */
const PICTURES = {
  sort: [0, 27, 54, 10, 37, 64, 20, 47, 74],
  third: [58, 33, GAP],
  rule: [0, 40, 80],
  theorem: [13, 25, GAP, 13, 1, GAP],
  hidden: [4, 16, 77, 31, GAP, 62],
  square: plane(0, 13, 39, D),
  twelve: [31, 58, 40, 5, 53, 73, 79, 55, 2, 63, 6, 47],
  checksum: [6, 28, 50, 11, 36, 74],
};

/** The picture of a lesson: the words beside it say what it is about. @param {Lesson} lesson */
export function pictureOf(lesson) {
  return make(
    "span",
    { class: "picture", "aria-hidden": "true" },
    ...PICTURES[lesson].map((card) =>
      card === GAP ? make("span", { class: "slot" }, "?") : cardImage(card, D, { mini: true }),
    ),
  );
}
