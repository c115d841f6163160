// The lessons as a list: a picture, one line, what is done, and where to start.
import { byId, fill, make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { ready } from "../shared/page.js";
import { classButton } from "./class.js";
import { LESSONS, finished } from "./list.js";
import { pictureOf } from "./pictures.js";

/** @typedef {import("./list.js").Lesson} Lesson */

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
  const done = finished();
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
addEventListener("pageshow", (event) => event.persisted && show()); // back from a lesson that was finished in the meantime
ready();
