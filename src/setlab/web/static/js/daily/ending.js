// All SETs are found: what the clock says, the result to share, and what to do next.
import { byId } from "../shared/dom.js";
import { copy } from "../shared/invite.js";
import { pageAddress } from "../shared/place.js";
import { clock, t } from "../shared/words.js";
import { addDays } from "./days.js";
import { entryOf, statistics } from "./record.js";
import { pathTo, resultText } from "./result.js";

/** @typedef {import("./types").Puzzle} Puzzle */
/** @typedef {import("./types").Entry} Entry */

/**
 * The time, and whether it is the best one.
 * @param {Puzzle} puzzle
 * @param {Entry} entry
 * @param {string} now today
 * @returns {import("../shared/say.js").Saying}
 */
export function verdict(puzzle, { found, seconds, hints }, now) {
  const { best } = statistics(puzzle.level, now);
  const isBest = !hints && best !== null && Math.floor(seconds) <= Math.floor(best);
  const text = isBest ? t("daily.record") : best === null ? "" : t("daily.compare", { time: clock(best) });
  return { tone: "right", strong: t("daily.done", { n: found.length, time: clock(seconds) }), text };
}

/**
 * The result and the ways on take the place of the tools.
 * @param {Puzzle} puzzle
 * @param {Entry} entry
 * @param {string} now today
 * @param {() => void} copied
 */
export function drawEnding(puzzle, entry, now, copied) {
  const text = resultText(puzzle, entry, statistics(puzzle.level, now).row, now);
  byId("pause", HTMLElement).hidden = true;
  byId("hint", HTMLElement).hidden = true;
  byId("share", HTMLElement).hidden = false;
  byId("text", HTMLElement).textContent = text;
  byId("send", HTMLElement).hidden = !("share" in navigator);
  byId("copy", HTMLElement).addEventListener("click", () => copy(text).then(copied));
  byId("send", HTMLElement).addEventListener("click", () => navigator.share({ text }).catch(() => {}));
  offer(byId("other", HTMLAnchorElement), puzzle);
}

/**
 * What comes next: the other level if it is not solved, otherwise the day before.
 * @param {HTMLAnchorElement} link
 * @param {Puzzle} puzzle
 */
function offer(link, { date, level }) {
  const other = level === "basic" ? "advanced" : "basic";
  const isOpen = !entryOf(date, other)?.done;
  link.href = pageAddress(isOpen ? pathTo(date, other) : pathTo(addDays(date, -1), level));
  link.textContent = t(isOpen ? `daily.next.${other}` : "daily.next.before");
}
