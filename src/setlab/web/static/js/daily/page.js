// The puzzle of the day: find all SETs, tell a friend. The server says which puzzle a day has; nothing is sent back.
import { get, Refusal } from "../shared/api.js";
import { byId, style } from "../shared/dom.js";
import { openRoom, whyNot } from "../shared/open-room.js";
import { ready, currentLook } from "../shared/page.js";
import { pageAddress } from "../shared/place.js";
import { watch } from "../shared/store.js";
import { capital, clock, language, percent, t } from "../shared/words.js";
import { ArchiveView } from "./archive.js";
import { isDay, localDay, longDay, today } from "./days.js";
import { Daily } from "./game.js";
import { nameOf, statistics } from "./record.js";
import { pathTo } from "./result.js";

/** @typedef {import("./types").Puzzle} Puzzle */
/** @typedef {import("./types").Level} Level */

// Above the puzzle: its day, its level, how hard it is; or why there is none.

/** The heading, the switch of levels and the links of a puzzle. @param {Puzzle} puzzle @param {string} now */
function drawTitle(puzzle, now) {
  const day = capital(longDay(puzzle.date, now));
  byId("date", HTMLElement).textContent = day;
  document.title = `${day} · ${t(`daily.level.${puzzle.level}`)} · setlab`;
  document.body.dataset.level = puzzle.level;
  byId("what", HTMLElement).textContent = t(
    `daily.what.${puzzle.level}`,
    puzzle.fixed ? { property: t(`card.property.${puzzle.fixed}`) } : {},
  );
  const worded = { classic: "", safe: "&palette=safe", words: "&words=true" }[currentLook("palette")] ?? "";
  const sheet = `/api/print/puzzle.pdf?date=${puzzle.date}&level=${puzzle.level}&language=${language}${worded}`;
  byId("print", HTMLAnchorElement).href = pageAddress(sheet);
  const { easier, harder, seconds, low, high, level } = puzzle.difficulty;
  style(byId("hard", HTMLElement), { "--v": (easier + 1 - harder) / 2 });
  byId("estimate", HTMLElement).textContent = t(`daily.estimate.${puzzle.level}`, { share: percent(easier) });
  byId("model", HTMLElement).textContent = t("daily.model", {
    time: clock(seconds),
    low: clock(low),
    high: clock(high),
    n: Math.round(10 * level),
  });
}

/** @param {string} date @param {Level} level */
function drawLevels(date, level) {
  for (const each of /** @type {const} */ (["basic", "advanced"])) {
    const link = byId(each, HTMLAnchorElement);
    link.href = pageAddress(pathTo(date, each));
    if (each === level) link.setAttribute("aria-current", "page");
  }
}

/** Without a puzzle: show the reason and a link. @param {unknown} error */
function drawTrouble(error) {
  const code = error instanceof Refusal ? error.code : "offline";
  const known = code === "not-yet" || code === "no-date" ? code : "offline";
  byId("date", HTMLElement).textContent = t(`daily.trouble.${known}`);
  document.body.dataset.lost = "";
  byId("desk", HTMLElement).hidden = true;
  byId("archive", HTMLElement).hidden = true;
  byId("lost", HTMLElement).hidden = false;
  byId("again", HTMLElement).hidden = known !== "offline";
  byId("again", HTMLElement).addEventListener("click", () => location.reload());
}

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
  let { solved } = statistics(level, now);
  watch("puzzles", () => {
    const before = solved;
    ({ solved } = statistics(level, now));
    if (solved !== before) view.draw(); // in another tab
  });
} catch (error) {
  drawTrouble(error);
}
ready();
