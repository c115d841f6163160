// Above the puzzle: its day, its level, how hard it is; or why there is none.
import { Refusal } from "../shared/api.js";
import { byId, style } from "../shared/dom.js";
import { worn } from "../shared/page.js";
import { capital, clock, language, percent, t } from "../shared/words.js";
import { longDay } from "./days.js";
import { pathTo } from "./result.js";

/** @typedef {import("./types").Puzzle} Puzzle */
/** @typedef {import("./types").Level} Level */

/** The heading, the switch of levels and the links of a puzzle. @param {Puzzle} puzzle @param {string} now */
export function drawTitle(puzzle, now) {
  const day = capital(longDay(puzzle.date, now));
  byId("date", HTMLElement).textContent = day;
  document.title = `${day} · ${t(`daily.level.${puzzle.level}`)} · setlab`;
  document.body.dataset.level = puzzle.level;
  byId("what", HTMLElement).textContent = t(
    `daily.what.${puzzle.level}`,
    puzzle.fixed ? { property: t(`card.property.${puzzle.fixed}`) } : {},
  );
  const worded = { classic: "", safe: "&palette=safe", words: "&words=true" }[worn("palette")] ?? "";
  byId("print", HTMLAnchorElement).href =
    `/api/print/puzzle.pdf?date=${puzzle.date}&level=${puzzle.level}&language=${language}${worded}`;
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
export function drawLevels(date, level) {
  for (const each of /** @type {const} */ (["basic", "advanced"])) {
    const link = byId(each, HTMLAnchorElement);
    link.href = pathTo(date, each);
    if (each === level) link.setAttribute("aria-current", "page");
  }
}

/** What to do where there is no puzzle: say why, and offer a way on. @param {unknown} error */
export function drawTrouble(error) {
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
