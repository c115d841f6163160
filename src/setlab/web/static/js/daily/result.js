// The result as text: what to tell a friend, without giving a SET away.
import { origin } from "../shared/invite.js";
import { pageAddress } from "../shared/place.js";
import { clock, language, t } from "../shared/words.js";
import { shortDay } from "./days.js";
import { differing } from "./search.js";

/** @typedef {import("./types").Puzzle} Puzzle */
/** @typedef {import("./types").Entry} Entry */

/** Filled dots for the properties that differ, empty ones for the rest. @param {number} n */
export const dots = (n) => "●".repeat(n) + "○".repeat(4 - n);

/** @param {Puzzle} puzzle @param {Entry} entry @param {number} row days in a row @param {string} now today */
export function resultText(puzzle, entry, row, now) {
  const facts = [t("daily.share.sets", { n: puzzle.sets, time: clock(entry.seconds) })];
  if (entry.hints) facts.push(t("daily.share.hints", { n: entry.hints }));
  if (entry.wrong) facts.push(t("daily.share.wrong", { n: entry.wrong }));
  if (entry.fresh && row > 1) facts.push(t("daily.share.row", { n: row }));
  return [
    t("daily.share.title", {
      date: shortDay(puzzle.date, now),
      level: t(`daily.level.${puzzle.level}`).toLocaleLowerCase(language),
    }),
    facts.join(", "),
    ...entry.found.map(({ cards, at }) => `${dots(differing(cards))}  ${clock(at)}`),
    linkTo(puzzle.date, puzzle.level),
  ].join("\n");
}

/** The link to a puzzle. @param {string} date @param {string} level */
export const linkTo = (date, level) => `${origin}${pageAddress(pathTo(date, level))}`;

/** @param {string} date @param {string} level */
export const pathTo = (date, level) => `/daily?date=${date}&level=${level}`;
