// Lesson 8: somebody took three cards that are no SET; the cards that are left tell it, unless two mistakes cancel.
import { load } from "../../shared/words.js";
import { findCancelled } from "../checksum/cancelled.js";
import { estimateEscapes } from "../checksum/escapes.js";
import { findProperty } from "../checksum/left.js";
import { findPile } from "../checksum/piles.js";
import { sumOfThree } from "../checksum/three.js";
import { almostSet, tripleDiffering } from "../pairs.js";
import { below } from "../random.js";
import { runSteps } from "../steps.js";

const SEEDS = 2 ** 31;

/** @type {import("../types").Start} */
export default async function start(root, frame) {
  const seeds = [below(frame.random, SEEDS), below(frame.random, SEEDS)];
  const [one, two, escapes] = await Promise.all([
    frame.get(`/api/lessons/mistakes?seed=${seeds[0]}`),
    frame.get(`/api/lessons/mistakes?seed=${seeds[1]}&slips=2`),
    frame.get("/api/lessons/escapes"),
    load("trick"),
  ]);
  const triples = [tripleDiffering(frame.random, 3), almostSet(frame.random, 1)];
  runSteps(root, frame, [
    ...triples.map(sumOfThree),
    findProperty(one),
    findPile(one),
    findCancelled(two),
    ...estimateEscapes(escapes),
  ]);
}
