// Lesson 6: three cards that are not a SET make a square of nine, in which every row, column and diagonal is a SET.
import { plane } from "../../shared/space.js";
import { load } from "../../shared/words.js";
import { buildSquare } from "../square/build.js";
import { countSets } from "../square/count.js";
import { findDirections } from "../square/directions.js";
import { ownSquare } from "../square/own.js";
import { findParallel } from "../square/parallel.js";
import { threeCards } from "../square/three.js";
import { runSteps } from "../steps.js";
import { D } from "../values.js";

/** @type {import("../types").Start} */
export default async function start(root, frame) {
  await load("trick");
  const [a, b, c] = threeCards(frame.random);
  const square = plane(a, b, c, D);
  runSteps(root, frame, [
    buildSquare(square, frame.random),
    findDirections(square),
    countSets(square),
    findParallel(square, frame.random),
    ownSquare(frame.random),
  ]);
}
