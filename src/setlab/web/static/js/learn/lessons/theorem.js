// Lesson 4: two cards determine the third, and what that says about the number of SETs.
import { changeProperties, pairDiffering, tripleDiffering } from "../pairs.js";
import { below, shuffle } from "../random.js";
import { runSteps } from "../steps.js";
import { third } from "../../shared/space.js";
import { findFinal } from "../theorem/final.js";
import { countOrders } from "../theorem/orders.js";
import { countSets } from "../theorem/sets.js";
import { countThrough } from "../theorem/through.js";
import { countChoices } from "../theorem/choices.js";
import { findSecond } from "../theorem/unique.js";
import { D } from "../values.js";

const CANDIDATES = 6;

/** @type {import("../types").Start} */
export default async function start(root, frame) {
  const counts = await frame.get("/api/lessons/counts");
  const pair = pairDiffering(frame.random, 2);
  const steps = [
    findFinal(pair, candidates(frame.random, pair)),
    findSecond(pair),
    countChoices(counts),
    countOrders(tripleDiffering(frame.random, 3)),
    countSets(counts),
    countThrough(counts, below(frame.random, counts.cards)),
  ];
  runSteps(root, frame, steps);
}

/**
 * The card that fits among cards that almost do.
 * @param {() => number} random
 * @param {import("../pairs.js").Pair} pair
 */
export function candidates(random, [a, b]) {
  const found = [third(a, b, D)];
  while (found.length < CANDIDATES) {
    const card = changeProperties(random, found[0], 1 + below(random, 2));
    if (![a, b, ...found].includes(card)) found.push(card);
  }
  return shuffle(random, found);
}
