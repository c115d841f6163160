// Lesson 3: the rule is said, tested on triples, and only then told.
import { judge } from "../../shared/cards.js";
import { almostSet, tableWithOneSet, tripleDiffering } from "../pairs.js";
import { runSteps } from "../steps.js";
import { sayRule } from "../rule/say.js";
import { tellRule } from "../rule/told.js";
import { testTriple } from "../rule/test.js";
import { madeTriples } from "../triples.js";
import { D } from "../values.js";

/**
 * The tests, in ascending difficulty: SETs by the number of properties that differ, others by how many spoil it.
 * @type {["set" | "other", number][]}
 */
const TESTS = [
  ["set", 1],
  ["other", 1],
  ["other", 1],
  ["set", 3],
  ["other", 2],
  ["set", 4],
  ["other", 1],
  ["set", 2],
];

/** @type {import("../types").Start} */
export default function start(root, frame) {
  const words = { own: "" };
  const tests = testTriples(frame.random);
  runSteps(root, frame, [
    sayRule(specimens(frame.random), words),
    ...tests.map(testTriple),
    tellRule(tableWithOneSet(frame.random), words),
  ]);
}

/** The triples to test. @param {() => number} random */
export const testTriples = (random) =>
  TESTS.map(([kind, n]) => (kind === "set" ? tripleDiffering(random, n) : almostSet(random, n)));

/**
 * A SET for each number of properties that differ: the visitor's own where there is one.
 * @param {() => number} random
 */
function specimens(random) {
  const made = madeTriples().reverse();
  const differing = (/** @type {number[]} */ cards) =>
    judge(cards, D).filter(({ verdict }) => verdict === "different").length;
  return [1, 2, 3, 4].map((n) => {
    const fresh = tripleDiffering(random, n);
    return made.find((cards) => differing(cards) === n) ?? fresh;
  });
}
