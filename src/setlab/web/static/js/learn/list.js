// The eight lessons in their order, and their progress in the browser.

/** @typedef {"sort" | "third" | "rule" | "theorem" | "hidden" | "square" | "twelve" | "checksum"} Lesson */

/** @type {Lesson[]} */
export const LESSONS = ["sort", "third", "rule", "theorem", "hidden", "square", "twelve", "checksum"];

const KEPT = "setlab.lessons";

/** The lessons that were finished in this browser. @returns {Lesson[]} */
export function finishedLessons() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return LESSONS.filter((lesson) => Array.isArray(kept) && kept.includes(lesson));
  } catch {
    return [];
  }
}

/** Remember that a lesson was finished. @param {Lesson} lesson */
export function finish(lesson) {
  const all = new Set([...finishedLessons(), lesson]);
  try {
    localStorage.setItem(KEPT, JSON.stringify(LESSONS.filter((each) => all.has(each))));
  } catch {
    // a private window: nothing is kept
  }
}

/** The lesson after this one, if there is one. @param {Lesson} lesson @returns {Lesson | undefined} */
export const after = (lesson) => LESSONS[LESSONS.indexOf(lesson) + 1];
