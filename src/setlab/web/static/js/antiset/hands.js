// Beside the board: the cards of both players, the last reflection as a small figure, and the length of the game.
import { fill, make } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { badge } from "./owners.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Player} Player */
/** @typedef {import("./sentences.js").Cards} Cards */

/** @param {HTMLElement} at @param {import("./types").Taken[]} moves @param {Player | null} you @param {Cards} cards */
export function drawHands(at, moves, you, cards) {
  fill(
    at,
    ...["xavier", "olivia"].map((name) => {
      const player = /** @type {Player} */ (name),
        held = moves.filter((move) => move.player === player);
      return make(
        "section",
        { class: "held", "data-mine": String(player === you) },
        make(
          "h2",
          {},
          badge(player),
          ` ${t(`antiset.name.${player}`)}`,
          you === player && make("small", { class: "quiet" }, ` ${t("antiset.itsYou")}`),
          make("span", { class: "score" }, held.length),
        ),
        held.length
          ? make("div", { class: "minis" }, ...held.map(({ card }) => cards.picture(card)))
          : make("p", { class: "quiet small" }, t("antiset.nothing")),
      );
    }),
  );
}

/**
 * A card, the middle and the reflected card on a line.
 * @param {HTMLElement} at
 * @param {number[]} line
 * @param {Cards} cards
 */
export function drawFigure(at, line, cards) {
  const words = line.length
    ? [
        make("div", { class: "mirror" }, ...line.map((card) => cards.picture(card, true))),
        make("p", { class: "quiet small" }, t("antiset.mirror.is")),
      ]
    : [make("p", { class: "quiet small" }, t("antiset.mirror.none"))];
  fill(at, make("h2", {}, t("antiset.mirror.title")), ...words);
}

/**
 * How many rounds, of how many at most.
 * @param {HTMLElement} at
 * @param {number} round
 * @param {{ most: number, forced: number }} board
 */
export function drawLength(at, round, { most, forced }) {
  const pips = Array.from({ length: most }, (_, i) =>
    make("i", { class: i < round ? "on" : i === forced - 1 ? "half" : "" }),
  );
  fill(
    at,
    make("h2", {}, t("antiset.round", { n: round })),
    make("div", { class: "pips", role: "img", "aria-label": t("antiset.rounds", { n: round, most }) }, ...pips),
    make("p", { class: "quiet small" }, t("antiset.lasts", { most, forced })),
  );
}
