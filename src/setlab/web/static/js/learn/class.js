// A class in a lesson: the pupils report how many steps they have done, and the teacher sees how many are through each.
import { Refusal, post } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { isAlone, pagePath, servedAddress } from "../shared/place.js";
import { t } from "../shared/words.js";

/** @typedef {import("./list.js").Lesson} Lesson */

const AGAIN = 2000; // milliseconds after which a report that did not arrive is sent again
const BYTES = 16;

/** The code of the class for which this lesson was opened, if it was. */
export const classCode = new URLSearchParams(location.search).get("class") ?? "";

let told = -1,
  done = 0,
  waiting = false;

/**
 * Report the steps that are done. Nobody waits for it, and the latest number is the one that counts.
 * @param {number} steps
 */
export async function report(steps) {
  done = Math.max(done, steps);
  if (!classCode || waiting || told === done) return;
  waiting = true;
  const sent = done;
  try {
    await post(`/api/classes/${encodeURIComponent(classCode)}/steps`, { pupil: pupil(), done: sent });
    told = sent;
  } catch (error) {
    // There is no such class: the lesson goes on.
    if (error instanceof Refusal && [404, 409, 422].includes(error.status)) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  waiting = false;
  report(done);
}

/** A random number in place of a name; it lives as long as the tab. @param {string} [code] */
export function pupil(code = classCode) {
  const key = `setlab.pupil.${code}`,
    drawn = random();
  try {
    const kept = sessionStorage.getItem(key) ?? drawn;
    sessionStorage.setItem(key, kept);
    return kept;
  } catch {
    return (alone ??= drawn); // a private window: as long as the page
  }
}

/** @type {string | undefined} */
let alone;

function random() {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The teacher's key of a class, for as long as the tab: with it the exit ticket is steered. @param {string} code @param {string} key */
function keepKey(code, key) {
  try {
    sessionStorage.setItem(`setlab.key.${code}`, key);
  } catch {
    // a private window: the lesson goes on without a ticket
  }
}

/** The key of a class that was opened in this tab; "" if it was not. @param {string} code */
export function keyOf(code) {
  try {
    return sessionStorage.getItem(`setlab.key.${code}`) ?? "";
  } catch {
    return "";
  }
}

/**
 * A button that opens a lesson for a class and goes to the teacher's page.
 * @param {() => { lesson: Lesson, seed: number }} wanted
 */
export function classButton(wanted) {
  const trouble = make("span", { class: "warn", role: "alert" });
  const button = make(
    "button",
    {
      class: "btn",
      type: "button",
      onclick: async () => {
        if (isAlone) return location.assign(servedAddress(pagePath()));
        try {
          const { code, key } = await post("/api/classes", wanted());
          keepKey(code, key);
          location.assign(`/${code}/steps`);
        } catch {
          trouble.textContent = t("learn.class.trouble");
        }
      },
    },
    t("learn.class.open"),
  );
  return make("div", { class: "row for-class" }, button, trouble);
}
