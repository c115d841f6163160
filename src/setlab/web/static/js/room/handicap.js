// Handicaps: points and seconds for the weaker player, given by the host between rounds.
import { make } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Player} Player */
/** @typedef {import("../shared/types").You} You */
/** @typedef {(seat: number, fields: { points: number, seconds: number }) => void} GiveHandicap */

const POINTS = [0, 1, 2, 3, 5, 8, 10],
  SECONDS = [0, 2, 5, 10, 20, 30, 60];

/** In the waiting room: fields for the host, and for everybody else who has a handicap. */
/** @param {State} state @param {You} you @param {GiveHandicap} give */
export function handicaps(state, you, give) {
  if (state.teams.length) return null;
  const players = state.players.filter(({ left }) => !left),
    given = players.filter(({ handicap }) => handicap);
  if (!you.host)
    return (
      given.length > 0 &&
      make("ul", { class: "handicaps small" }, ...given.map((player) => make("li", {}, told(player))))
    );
  return make(
    "details",
    { class: "handicaps", open: given.length > 0 },
    make("summary", {}, t("games.handicap.title")),
    make("p", { class: "small quiet" }, t("games.handicap.about")),
    make(
      "ul",
      { class: "rows" },
      ...players.map((player) =>
        make("li", {}, make("span", { class: "grow name" }, player.name), handicapFields(player, give)),
      ),
    ),
  );
}

/** "Ben: 3 points, 10 seconds ahead" @param {Player} player */
const told = ({ name, handicap }) =>
  t("games.handicap.now", { name, points: handicap?.points ?? 0, seconds: handicap?.seconds ?? 0 });

/** The two choices for one player. @param {Player} player @param {GiveHandicap} give */
export function handicapFields({ seat, name, handicap }, give) {
  const now = handicap ?? { points: 0, seconds: 0 };
  const choice = (/** @type {"points" | "seconds"} */ kind, /** @type {number[]} */ values) =>
    make(
      "select",
      {
        id: `handicap-${kind}-${seat}`,
        "aria-label": t(`games.handicap.${kind}-of`, { name }),
        onchange: (/** @type {Event} */ event) =>
          give(seat, { ...now, [kind]: Number(/** @type {HTMLSelectElement} */ (event.target).value) }),
      },
      ...[...new Set([...values, now[kind]])]
        .sort((a, b) => a - b)
        .map((n) => make("option", { value: n, selected: n === now[kind] }, t(`games.handicap.${kind}`, { n }))),
    );
  return make("span", { class: "handicap" }, choice("points", POINTS), choice("seconds", SECONDS));
}
