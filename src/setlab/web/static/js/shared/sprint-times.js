// The times of sprints in this browser, the best of each length.
import { mirror } from "./store.js";

/**
 * A sprint: its end in seconds since 1970, how many SETs were found, and in how many seconds.
 * @typedef {{ at: number, sets: number, seconds: number }} Time
 */

const BEST = 5; // times that are kept for each number of SETs

/** @param {any} time @returns {time is Time} */
const isTime = (time) => [time?.at, time?.sets, time?.seconds].every((number) => Number.isFinite(number) && number > 0);

/** The valid times, the fastest first. @param {any} kept @returns {Time[]} */
const checkTimes = (kept) =>
  (Array.isArray(kept) ? kept : []).filter(isTime).sort((a, b) => a.seconds - b.seconds || a.at - b.at);

export const times = await mirror("sprints", checkTimes);

/** The times with another one, once; the slowest of each length are left out. @param {Time[]} kept @param {Time} time */
export function withTime(kept, time) {
  if (kept.some(({ at, sets }) => at === time.at && sets === time.sets)) return kept;
  const all = checkTimes([...kept, time]);
  const lengths = new Set(all.map(({ sets }) => sets));
  return [...lengths].flatMap((length) => all.filter(({ sets }) => sets === length).slice(0, BEST));
}

/** The times of two browsers. @param {any} here @param {any} there @returns {Time[]} */
export const mergeSprints = (here, there) => checkTimes(there).reduce(withTime, checkTimes(here));
