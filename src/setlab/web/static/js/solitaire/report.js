// How far the game is, how it ended, and the games of this browser in numbers.
import { byId, fill, make } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { textAround, t } from "../shared/words.js";
import { isAlone, statistics } from "./kept.js";

/** @typedef {import("./types").Kept} Kept */
/** @typedef {import("./types").Seen} Seen */

export const TURNS = 27;

/** The SETs taken, and the cards in the deck. @param {Seen} seen */
export function drawProgress({ taken, undealt }) {
  const [before, after] = textAround("solitaire.taken", "taken");
  fill(
    byId("count", HTMLElement),
    before,
    make("b", {}, taken.length),
    `${after} ${t("solitaire.deck", { n: undealt })}`,
  );
  fill(
    byId("pips", HTMLElement),
    ...Array.from({ length: TURNS }, (_, i) => make("i", { class: i < taken.length ? "on" : null })),
  );
  byId("pips", HTMLElement).setAttribute("aria-label", t("solitaire.taken", { taken: taken.length }));
}

/** How the game ended, and what can be done next. @param {Kept} game @param {Seen} seen */
export function drawEnding(game, { over, clear, slots }) {
  const left = slots.filter((card) => card !== null).length;
  const ended = clear ? t("solitaire.end.all") : t("solitaire.end.stuck", { n: left });
  byId("ending", HTMLElement).hidden = !over;
  byId("cleared", HTMLElement).hidden = !clear;
  if (!over) return;
  fill(
    byId("ended", HTMLElement),
    make("strong", {}, ended),
    " ",
    helpSentence(game),
    clear ? "" : ` ${t("solitaire.end.undo")}`,
  );
  announce(`${ended} ${helpSentence(game)}`);
}

/** The games that were played alone and with help, and which game this is. @param {Kept} game */
export function drawStatistics(game) {
  const all = statistics();
  const head = make(
    "tr",
    {},
    make("td"),
    make("th", { scope: "col" }, t("solitaire.mine.games")),
    make("th", { scope: "col" }, t("solitaire.mine.cleared")),
  );
  fill(
    byId("statistics", HTMLElement),
    make(
      "table",
      {},
      make("thead", {}, head),
      make(
        "tbody",
        {},
        row("alone", all.alone, all.aloneCleared),
        row("helped", all.games - all.alone, all.cleared - all.aloneCleared),
      ),
    ),
  );
  const which = game.game
    ? t("solitaire.mine.game", { seed: game.seed, game: game.game })
    : t("solitaire.mine.seed", { seed: game.seed });
  byId("this-game", HTMLElement).textContent = isAlone(game) ? which : `${which} ${helpSentence(game)}`;
}

/** @param {"alone" | "helped"} key @param {number} games @param {number} cleared */
function row(key, games, cleared) {
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, t(`solitaire.mine.${key}`)),
    make("td", {}, games),
    make("td", {}, cleared),
  );
}

/** Which help there was, in a sentence. @param {Kept} game */
function helpSentence(game) {
  const { undos, advised, again } = game;
  if (isAlone(game)) return t("solitaire.helped.alone");
  const kinds = [
    advised && t("solitaire.helped.advice"),
    undos && t("solitaire.helped.undo", { n: undos }),
    again && t("solitaire.helped.again"),
  ];
  return t("solitaire.helped.with", { what: kinds.filter(Boolean).join(", ") });
}
