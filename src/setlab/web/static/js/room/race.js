// Races at own tables: how far everybody is, who was through when, and the lanes on the wall.
import { make, style } from "../shared/dom.js";
import { isRanked } from "./players.js";
import { clock, decimal, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Player} Player */
/** @typedef {import("../shared/types").You} You */

/** A time to a tenth of a second: "1:02.3". @param {number} seconds */
export function stopwatch(seconds) {
  const tenths = Math.floor(10 * seconds + 1e-6);
  return `${clock(Math.floor(tenths / 10))}${decimal("0.1").charAt(1)}${tenths % 10}`;
}

/** How far a player is at an own table: "45 cards left". @param {State} state @param {Player} player */
export function progressOf(state, { through, remaining }) {
  if (!state.own_tables || state.phase === "waiting" || remaining === undefined || !isRanked(state)) return "";
  if (typeof through === "number") return t("games.race.through", { time: stopwatch(through) });
  return t(state.game === "race" ? "games.race.cards" : "games.race.sets", { n: remaining });
}

/** The sentence about the end of a race, or null if nobody was through. @param {State} state @param {You} you */
export function raceHeading(state, you) {
  const first = state.players.find(({ seat }) => seat === state.winners[0]);
  if (typeof first?.through !== "number") return null;
  const time = stopwatch(first.through);
  if (state.players.length === 1) return t("games.race.alone", { time });
  return first.seat === you.seat ? t("games.race.won", { time }) : t("games.race.other", { name: first.name, time });
}

/** A lane for each player, filled as far as they are. @param {State} state */
export function lanesOf(state) {
  const most = Math.max(1, ...state.players.map(({ remaining = 0 }) => remaining), state.sets ?? 81);
  return state.players
    .filter(({ remaining }) => remaining !== undefined)
    .map((player) =>
      make(
        "li",
        { class: typeof player.through === "number" ? "runner through" : "runner" },
        make("span", { class: "name" }, player.name),
        isRanked(state) &&
          style(make("i", { class: "meter", "aria-hidden": "true" }), {
            "--v": (1 - (player.remaining ?? 0) / most).toFixed(3),
          }),
        make("small", { class: "quiet" }, progressOf(state, player)),
      ),
    );
}
