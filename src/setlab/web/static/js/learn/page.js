// The list of lessons: a picture, one line, the progress, and where to start.
import { cardImage } from "../shared/cards.js";
import { byId, fill, make } from "../shared/dom.js";
import { ready } from "../shared/page.js";
import { plane } from "../shared/space.js";
import { t } from "../shared/words.js";
import { classButton } from "./class.js";
import { finishedLessons, LESSONS } from "./list.js";

/** @typedef {import("./list.js").Lesson} Lesson */

// A small picture for each lesson, made of cards.

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
function pictureOf(lesson) {
  return make(
    "span",
    { class: "picture", "aria-hidden": "true" },
    ...PICTURES[lesson].map((card) =>
      card === GAP ? make("span", { class: "slot" }, "?") : cardImage(card, D, { mini: true }),
    ),
  );
}

const SEEDS = 1_000_000;

/** @param {Lesson} lesson @param {Lesson[]} done */
function stateOf(lesson, done) {
  if (done.includes(lesson)) return "done";
  return lesson === LESSONS.find((each) => !done.includes(each)) ? "now" : "open";
}

/** @param {Lesson} lesson @param {number} i @param {Lesson[]} done */
function row(lesson, i, done) {
  const state = stateOf(lesson, done);
  return make(
    "li",
    { "data-state": state },
    make(
      "a",
      { href: `/learn/${lesson}` },
      pictureOf(lesson),
      make(
        "span",
        { class: "about" },
        make("strong", {}, make("span", { class: "number" }, `${i + 1} `), t(`learn.lesson.${lesson}.title`)),
        make("span", { class: "quiet" }, t(`learn.lesson.${lesson}.line`)),
        state !== "open" &&
          make(
            "span",
            { class: "state" },
            state === "done" ? `✓ ${t("learn.done")}` : t(done.length ? "learn.resume" : "learn.start"),
          ),
      ),
    ),
  );
}

function show() {
  const done = finishedLessons();
  fill(byId("lessons", HTMLElement), ...LESSONS.map((lesson, i) => row(lesson, i, done)));
  byId("after", HTMLElement).textContent = t("learn.finished", { n: done.length, of: LESSONS.length });
}

/** The lesson that a teacher opens for a class. */
function offerClass() {
  const choice = make(
    "select",
    { "aria-label": t("learn.class.lesson") },
    ...LESSONS.map((lesson, i) => make("option", { value: lesson }, `${i + 1} ${t(`learn.lesson.${lesson}.title`)}`)),
  );
  const wanted = () => ({ lesson: /** @type {Lesson} */ (choice.value), seed: Math.floor(Math.random() * SEEDS) });
  fill(byId("class", HTMLElement), choice, classButton(wanted));
}

show();
offerClass();
// Back from a lesson that was finished in the meantime.
addEventListener("pageshow", (event) => event.persisted && show());
ready();
