// The eight lessons in their order, and their progress in the browser.
import { mirror } from "../shared/store.js";

/** @typedef {"sort" | "third" | "rule" | "theorem" | "hidden" | "square" | "twelve" | "checksum"} Lesson */

/** @type {Lesson[]} */
export const LESSONS = ["sort", "third", "rule", "theorem", "hidden", "square", "twelve", "checksum"];

const finished = await mirror("lessons", (kept) =>
  LESSONS.filter((lesson) => Array.isArray(kept) && kept.includes(lesson)),
);

/** The lessons that were finished in this browser. @returns {Lesson[]} */
export const finishedLessons = () => finished.now;

/** Remember that a lesson was finished. @param {Lesson} lesson */
export function finish(lesson) {
  finished.change((done) => LESSONS.filter((each) => each === lesson || done.includes(each)));
}

/** The lesson after this one, if there is one. @param {Lesson} lesson @returns {Lesson | undefined} */
export const after = (lesson) => LESSONS[LESSONS.indexOf(lesson) + 1];
