// Lesson 5: a card is laid aside unseen, the game is played, and the cards that are left name it.
import { prepare } from "../../core/core.js";
import { load } from "../../shared/words.js";
import { playOut } from "../hidden/play.js";
import { nameIt } from "../hidden/named.js";
import { addUp } from "../hidden/arithmetic.js";
import { findAlone } from "../hidden/alone.js";
import { whyItWorks } from "../hidden/why.js";
import { below } from "../random.js";
import { runSteps } from "../steps.js";

/** @typedef {import("../hidden/game.js").Game} Game */

const SEEDS = 2 ** 31;

/** @type {import("../types").Start} */
export default async function start(root, frame) {
  const seeds = [below(frame.random, SEEDS), below(frame.random, SEEDS)];
  const [first, second] = await Promise.all([
    frame.get(`/api/lessons/hidden?seed=${seeds[0]}&play=end-game`),
    frame.get(`/api/lessons/hidden?seed=${seeds[1]}&play=all`),
    load("trick"),
  ]);
  /** The first game as it is now; the steps after the first see how it ended. @type {{ seed: number, now: Game }} */
  const game = { seed: seeds[0], now: first };
  prepare();
  runSteps(root, frame, [playOut(game), nameIt(game), addUp(game), findAlone(second), ...whyItWorks()]);
}
