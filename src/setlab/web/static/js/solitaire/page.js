// Solitaire: take all 27 SETs. The page leads from game to game, and to the review of each.
import { prepare } from "../core/core.js";
import { post } from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { forPage } from "../shared/keyboard.js";
import { announce, ready } from "../shared/page.js";
import { t } from "../shared/words.js";
import { REVIEW, linkTo, readGame, write } from "./address.js";
import { Game } from "./game.js";
import { count, freshSeed, keep, keptGame, lastGame, newGame } from "./kept.js";
import { Past } from "./past.js";
import { drawStatistics } from "./report.js";

/** @typedef {import("./types").Kept} Kept */

const COPIED = 2400; // milliseconds for which the button confirms it

const game = new Game();
const past = new Past();

/** Show what the address names: the game of a seed, its moves, or its review; else the last game, or a new one. */
async function follow() {
  const wanted = readGame(new URLSearchParams(location.search));
  const next = wanted ?? lastGame() ?? newGame(freshSeed());
  if (wanted?.moves.length) await open({ ...newGame(wanted.seed, wanted.game), moves: wanted.moves, again: true });
  else if (!game.shows(next)) await open(keptGame(next.seed, next.game) ?? newGame(next.seed, next.game));
  if (wanted === undefined)
    game.say.say({ tone: "wrong", strong: t("solitaire.bad-seed.heading"), text: t("solitaire.bad-seed.text") });
  await showPart(location.hash === REVIEW && (game.kept.counted !== null || Boolean(game.seen?.over)));
}

/** @param {Kept} kept */
async function open(kept) {
  write("replaceState", kept, location.hash);
  await game.open(kept);
}

/** Go to another part of the page, as by a link. @param {string} hash */
function visit(hash) {
  write("pushState", game.kept, hash);
  showPart(hash === REVIEW);
  if (hash !== REVIEW) byId(game.seen?.over ? "look-back" : "give-up", HTMLElement).focus();
}

/** The table, or the review. @param {boolean} wanted */
async function showPart(wanted) {
  byId("play", HTMLElement).hidden = wanted;
  byId("past", HTMLElement).hidden = true;
  byId("trouble", HTMLElement).hidden = true;
  if (wanted) await lookBack(game.kept);
}

/** The review of a game, unless the reader has left for another part in the meantime. @param {Kept} kept */
async function lookBack(kept) {
  const awaited = () => kept === game.kept && byId("play", HTMLElement).hidden;
  try {
    /** @type {import("./types").Review} */
    const seen = await post("/api/solitaire/review", { seed: kept.seed, game: kept.game, moves: kept.moves });
    if (!awaited()) return;
    byId("past", HTMLElement).hidden = false;
    past.show(seen);
    kept.reviewed = true;
    keep(kept);
  } catch (error) {
    if (!awaited()) return;
    byId("play", HTMLElement).hidden = false;
    game.trouble(error, () => showPart(true));
  }
}

function deal() {
  leave(newGame(freshSeed()));
}

/** The same deal from its beginning: it counts as known. */
function again() {
  const { seed, game: number } = game.kept;
  leave({ ...newGame(seed, number), again: true });
}

/** Begin another game; the way back leads to this one. @param {Kept} next */
async function leave(next) {
  const same = next.seed === game.kept.seed && next.game === game.kept.game;
  await showPart(false);
  write(same ? "replaceState" : "pushState", next, "");
  await open(next);
  game.board.table.focus();
}

/** The game ends here, and counts as not cleared. */
function giveUp() {
  count(game.kept, false);
  drawStatistics(game.kept);
  visit(REVIEW);
}

async function copyLink() {
  await navigator.clipboard.writeText(linkTo(game.kept));
  const button = byId("link", HTMLButtonElement);
  button.textContent = t("solitaire.link.copied");
  announce(t("solitaire.link.copied"));
  setTimeout(() => {
    button.textContent = t("solitaire.link.button");
  }, COPIED);
}

/** @param {KeyboardEvent} event */
function type(event) {
  if (!forPage(event) || byId("play", HTMLElement).hidden) return;
  const wish = {
    Escape: () => game.release(),
    Backspace: () => game.undo(),
    "?": () => game.toggleAdvice(),
    1: () => game.hint(),
  }[event.key];
  if (!wish) return;
  event.preventDefault();
  wish();
}

const wishes = {
  hint: () => game.hint(),
  undo: () => game.undo(),
  new: deal,
  another: deal,
  "past-new": deal,
  again,
  "past-again": again,
  link: copyLink,
  "look-back": () => visit(REVIEW),
  "give-up": giveUp,
  "back-to-table": () => visit(""),
};
byId("link", HTMLButtonElement).hidden = !navigator.clipboard; // the address is the link, too
for (const [id, wish] of Object.entries(wishes)) byId(id, HTMLButtonElement).addEventListener("click", wish);
document.addEventListener("keydown", type);
addEventListener("popstate", follow);
await follow();
ready();
prepare();
