// The lessons as a list: a picture, one line, what is done, and where to start.
import { byId, fill, make } from "../dom.js";
import { t } from "../words.js";
import "../page.js";
import { LESSONS, finished } from "./list.js";
import { pictureOf } from "./pictures.js";

/** @typedef {import("./list.js").Lesson} Lesson */

const done = finished();
const now = LESSONS.find((lesson) => !done.includes(lesson));

/** @param {Lesson} lesson @param {number} i */
function row(lesson, i) {
  const state = done.includes(lesson) ? "done" : lesson === now ? "now" : "open";
  return make("li", { "data-state": state },
    make("a", { href: `/learn/${lesson}` },
      pictureOf(lesson),
      make("span", { class: "about" },
        make("strong", {}, make("span", { class: "number" }, `${i + 1} `), t(`learn.lesson.${lesson}.title`)),
        make("span", { class: "quiet" }, t(`learn.lesson.${lesson}.line`)),
        state !== "open" && make("span", { class: "state" }, state === "done" ? `✓ ${t("learn.done")}` : t(done.length ? "learn.resume" : "learn.start")))));
}

fill(byId("lessons", HTMLElement), ...LESSONS.map(row));
byId("after", HTMLElement).textContent = t("learn.finished", { n: done.length, of: LESSONS.length });
