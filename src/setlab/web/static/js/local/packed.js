// Answers that share a recorded file: the puzzles of a month, and an exact table for all numbers of cards.
import { addDays, isDay, localDay } from "../daily/days.js";
import { Refusal } from "../shared/api.js";
import { recorded } from "./recorded.js";

/** @typedef {import("../daily/types").Level} Level */
/** @typedef {import("../daily/types").Puzzle} Puzzle */
/** @typedef {Pick<Puzzle, "cards" | "sets" | "fixed" | "difficulty">} Recorded */
/** @typedef {{ first: string, days: { [day: string]: { [level in Level]: Recorded } } }} Month */

const LISTED = 42; // days of one answer, as on the server

/** What is recorded at a path; null if nothing is. @param {string} path @returns {Promise<any>} */
async function read(path) {
  const answer = await fetch(recorded(path)).catch(() => {
    throw new Refusal("this is not kept for use without a network", "offline", 0);
  });
  return answer.ok ? answer.json() : null;
}

/** @param {string} day @returns {Promise<Month | null>} */
const monthOf = (day) => read(`/api/puzzles/${day.slice(0, 7)}`);

/** Today in UTC, and the last day that is out anywhere on earth. */
function calendar() {
  const today = new Date().toISOString().slice(0, 10);
  return { today, last: addDays(today, 1) };
}

/**
 * The puzzle of a day, or the days of the archive until one.
 * @param {URL} url
 * @returns {Promise<Puzzle | import("../daily/types").Archive>}
 */
export async function puzzles({ pathname, searchParams }) {
  const [day, level] = pathname.replace("/api/puzzles", "").split("/").slice(1);
  return day ? puzzleOf(day, /** @type {Level} */ (level)) : archive(searchParams.get("until"));
}

/** @param {string} asked @param {Level} level @returns {Promise<Puzzle>} */
async function puzzleOf(asked, level) {
  const known = calendar(),
    date = asked === "today" ? known.today : asked;
  if (!isDay(date)) throw new Refusal(`${date} is not a date`, "no-date", 404);
  if (date > known.last) throw new Refusal(`The puzzle of ${date} is not out yet`, "not-yet", 404);
  const month = await monthOf(date),
    found = month?.days[date]?.[level];
  if (!month || !found) throw new Refusal(`The puzzle of ${date} is not a part of this site`, "no-date", 404);
  return { ...known, first: month.first, date, level, ...found };
}

/** Up to six weeks that end with a date. @param {string | null} until @returns {Promise<import("../daily/types").Archive>} */
async function archive(until) {
  const known = calendar(),
    end = until !== null && until < known.last ? until : known.last;
  const asked = Array.from({ length: LISTED }, (_, i) => addDays(end, i + 1 - LISTED));
  const months = await Promise.all([...new Set(asked.map((day) => day.slice(0, 7)))].map(monthOf));
  const days = asked.flatMap((date) => {
    const levels = months.map((month) => month?.days[date]).find(Boolean);
    return levels ? [{ date, easier: { basic: easier(levels.basic), advanced: easier(levels.advanced) } }] : [];
  });
  return { ...known, first: months.find(Boolean)?.first ?? localDay(), days };
}

/** @param {Recorded} puzzle */
const easier = ({ difficulty }) => difficulty.easier;

/** An exact table; tables for a number of cards are of 12 unless another number is asked for. @param {URL} url @returns {Promise<any>} */
export async function exact({ pathname, searchParams }) {
  const dimension = Number(searchParams.get("dimension") ?? 4);
  const cards = Math.min(Number(searchParams.get("cards") ?? 12), 3 ** dimension);
  const found = await read(`${pathname}?dimension=${dimension}`);
  if (!found) throw new Refusal("This table is not a part of this site", "unknown-table", 404);
  return found.columns ? found : found[cards];
}
