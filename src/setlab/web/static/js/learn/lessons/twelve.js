// Lesson 7: do 12 cards guarantee a SET? A guess, an attempt, the exact curve, and the number that does.
import { load } from "../../shared/words.js";
import { runSteps } from "../steps.js";
import { findCertain } from "../twelve/certain.js";
import { seeCurve } from "../twelve/curve.js";
import { guess } from "../twelve/guess.js";
import { layTwelve } from "../twelve/lay.js";

/** @typedef {import("../twelve/table.js").NoSetTable} NoSetTable */

/** @type {import("../types").Start} */
export default async function start(root, frame) {
  /** @type {[NoSetTable, void]} */
  const [table] = await Promise.all([frame.get("/api/lessons/no-set"), load("trick")]);
  /** @type {import("../twelve/table.js").Guess} */
  const guessed = { always: null, cards: null };
  runSteps(root, frame, [
    guess(guessed, frame.random),
    layTwelve(table, frame.random),
    seeCurve(table, guessed),
    findCertain(table, guessed),
  ]);
}
