// Lesson 1: look at the deck, name its properties, sort it, find the card that is missing, and say how many cards there
// are.
import { deck } from "../../shared/space.js";
import { shuffle } from "../random.js";
import { sortCards } from "../sort/bins.js";
import { countCards } from "../sort/count.js";
import { findProperties } from "../sort/discover.js";
import { look } from "../sort/look.js";
import { findMissing } from "../sort/missing.js";
import { findValues } from "../sort/values.js";
import { runSteps } from "../steps.js";
import { D } from "../values.js";

/** @type {import("../types").Start} */
export default function start(root, frame) {
  const cards = shuffle(frame.random, deck(D));
  runSteps(root, frame, [
    look(cards),
    findProperties(cards),
    findValues(cards),
    sortCards(frame.random),
    findMissing(cards),
    countCards(cards),
  ]);
}
