// The puzzle of the day: find all SETs, tell a friend. The server says which puzzle a day has; nothing is sent back.
import { Refusal, get } from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { openRoom, whyNot } from "../shared/open-room.js";
import { ready } from "../shared/page.js";
import { ArchiveView } from "./archive.js";
import { isDay, localDay, today } from "./days.js";
import { Daily } from "./game.js";
import { nameOf } from "./record.js";
import { drawLevels, drawTitle, drawTrouble } from "./title.js";

/** @typedef {import("./types").Puzzle} Puzzle */
/** @typedef {import("./types").Level} Level */

/**
 * The puzzle of the reader's day; if the clock here is wrong, of the server's.
 * @param {Level} level
 * @returns {Promise<Puzzle>}
 */
async function todaysPuzzle(level) {
  const here = localDay();
  /** @type {Puzzle | null} */
  const found = await get(`/api/puzzles/${here}/${level}`).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== "not-yet") throw error;
    return null;
  });
  return found && today(found, here) === here ? found : get(`/api/puzzles/today/${level}`);
}

/** A room with this puzzle: for friends, or for a class. @param {Puzzle} puzzle @param {boolean} forClass */
async function share(puzzle, forClass) {
  const trouble = byId("trouble", HTMLElement);
  trouble.textContent = "";
  try {
    await openRoom("find-all", { puzzle: nameOf(puzzle.date, puzzle.level), ...(forClass ? { class: true } : {}) });
  } catch (error) {
    trouble.textContent = whyNot(error);
  }
}

const asked = new URLSearchParams(location.search);
const level = asked.get("level") === "basic" ? "basic" : "advanced";
try {
  const date = asked.get("date");
  if (date !== null && !isDay(date)) throw new Refusal("", "no-date", 404);
  drawLevels(date ?? localDay(), level);
  /** @type {Puzzle} */
  const puzzle = await (date === null ? todaysPuzzle(level) : get(`/api/puzzles/${date}/${level}`));
  const now = today(puzzle);
  drawLevels(puzzle.date, level);
  drawTitle(puzzle, now);
  const places = {
    month: byId("month", HTMLElement),
    days: byId("days", HTMLElement),
    facts: byId("facts", HTMLElement),
  };
  const view = new ArchiveView(places, level, puzzle.date, now, puzzle);
  const month = asked.get("month");
  view.show(month && isDay(`${month}-01`) ? month : puzzle.date.slice(0, 7));
  byId("room", HTMLElement).addEventListener("click", () => share(puzzle, false));
  byId("class", HTMLElement).addEventListener("click", () => share(puzzle, true));
  new Daily(puzzle, now, view);
} catch (error) {
  drawTrouble(error);
}
ready();
