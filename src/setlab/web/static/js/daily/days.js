// Days as texts, "2026-11-16": arithmetic in UTC, safe from time zones and clock changes.
import { language } from "../shared/words.js";

const DAY = 86_400_000;
const dialect = language === "en" ? "en-GB" : language;

/** @param {string} day */
const stamp = (day) => Date.parse(`${day}T00:00:00Z`);

/** @param {number} at milliseconds since 1970 */
const dayAt = (at) => new Date(at).toISOString().slice(0, 10);

/** The day some days later, or earlier. @param {string} day @param {number} days */
export const addDays = (day, days) => dayAt(stamp(day) + days * DAY);

/** True for a day that exists. @param {string | null} text @returns {text is string} */
export function isDay(text) {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(stamp(text)) && dayAt(stamp(text)) === text;
}

/** The day on the reader's calendar. */
export function localDay() {
  const now = new Date();
  return dayAt(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/**
 * The reader's day if it can be right, which is at most one day from UTC; otherwise the server's.
 * @param {import("./types").Calendar} calendar
 * @param {string} [here]
 */
export function today({ today: there, last }, here = localDay()) {
  return addDays(there, -1) <= here && here <= last ? here : there;
}

/** "Monday 16 November", with the year if it is not this year. @param {string} day @param {string} now */
export const longDay = (day, now) =>
  formatDay(day, { weekday: "long", day: "numeric", month: "long", ...yearOf(day, now) });

/** "16 November" @param {string} day @param {string} now */
export const shortDay = (day, now) => formatDay(day, { day: "numeric", month: "long", ...yearOf(day, now) });

/** "November 2026" @param {string} month "2026-11" */
export const monthName = (month) => formatDay(`${month}-01`, { month: "long", year: "numeric" });

/**
 * The names of the weekdays, Monday first: short for the eye, long for the ear.
 * @returns {{ short: string, long: string }[]}
 */
export function weekdays() {
  const monday = "2026-11-16";
  return Array.from({ length: 7 }, (_, i) => ({
    short: formatDay(addDays(monday, i), { weekday: "short" }),
    long: formatDay(addDays(monday, i), { weekday: "long" }),
  }));
}

/**
 * The days of a month, with nulls before the first so that each row begins on a Monday.
 * @param {string} month
 * @returns {(string | null)[]}
 */
export function daysOf(month) {
  const first = `${month}-01`;
  const empty = (new Date(stamp(first)).getUTCDay() + 6) % 7;
  const days = Array.from({ length: 31 }, (_, i) => addDays(first, i)).filter((day) => day.startsWith(month));
  return [...Array(empty).fill(null), ...days];
}

/** The last day of a month. @param {string} month */
export const lastOf = (month) => daysOf(month).at(-1) ?? `${month}-28`;

/** The month some months later, or earlier. @param {string} month @param {1 | -1} step */
export const nextMonth = (month, step) =>
  (step > 0 ? addDays(lastOf(month), 1) : addDays(`${month}-01`, -1)).slice(0, 7);

/** @param {string} day @param {Intl.DateTimeFormatOptions} options */
const formatDay = (day, options) =>
  new Intl.DateTimeFormat(dialect, { ...options, timeZone: "UTC" }).format(stamp(day));

/** @param {string} day @param {string} now @returns {Intl.DateTimeFormatOptions} */
const yearOf = (day, now) => (day.slice(0, 4) === now.slice(0, 4) ? {} : { year: "numeric" });
