// A round in a headline and a line of facts.
import { withDeck } from "../shared/cards.js";
import { stopwatch } from "./race.js";
import { clock, formatList, displayName, t } from "../shared/words.js";

/** @typedef {import("../review/types").Review} Review */

const MANY = 3; // more winners than that are counted, not named

/**
 * The review with a name for everybody: whose name was forgotten is a player with a number.
 * @param {Review} review
 * @returns {Review}
 */
export const withNames = (review) => withDeck({ ...review, players: review.players.map(displayName) });

/** The winner, or the number of finds. @param {Review} review */
export function headline(review) {
  if (!claims(review).length) return t("review.none");
  if (review.quiet || !(review.winners.length || review.winning_teams.length))
    return t("review.together", { n: countDifferent(claims(review)) });
  return review.teams.length ? teamsWon(review) : playersWon(review);
}

/** "Standard game, 5 players, 8:39, 24 SETs found, 9 cards left" @param {Review} review */
export function factsOf(review) {
  const n = claims(review).length,
    own = review.game === "find-all" && review.options.together === false;
  const found = own
    ? t("review.finds", { n, all: review.players.length * Number(review.options.sets) })
    : t(review.game === "ultra" ? "review.foundUltras" : "review.foundSets", { n });
  const left = ["find-all", "sprint"].includes(review.game) ? [] : [t("review.left", { n: review.left })];
  return [
    t(`game.${review.game}.name`),
    t("review.players", { n: review.players.length }),
    clock(review.seconds),
    found,
    ...left,
  ].join(", ");
}

/** @param {Review} review */
const claims = ({ moments }) => moments.filter(({ kind }) => kind === "claim");

/**
 * The number of different SETs that were found: on own copies several players find the same one.
 * @param {{ cards: number[] }[]} found
 */
export const countDifferent = (found) => new Set(found.map(({ cards }) => String([...cards].sort()))).size;

/** @param {Review} review */
function teamsWon({ teams, winning_teams: winning }) {
  const best = teams.filter(({ team }) => winning.includes(team));
  return t("review.won", {
    n: best.length,
    names: formatList(best.map(({ name }) => name)),
    score: t("review.points", { n: best[0].score }),
  });
}

/** @param {Review} review */
function playersWon({ game, players, winners }) {
  const best = players.filter(({ seat }) => winners.includes(seat));
  const [{ name, score: n, found, through }] = best;
  if (typeof through === "number") return t("games.race.other", { name, time: stopwatch(through) });
  if (players.length === 1) return t(game === "ultra" ? "review.aloneUltra" : "review.alone", { name, n: found });
  const score = n === found ? t(game === "ultra" ? "review.ultras" : "review.sets", { n }) : t("review.points", { n });
  if (best.length > MANY) return t("review.manyWon", { n: best.length, score });
  return t("review.won", { n: best.length, names: formatList(best.map((player) => player.name)), score });
}
