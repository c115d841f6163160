// Three cards from which a square can be made.
import { isSet } from "../../shared/space.js";
import { below } from "../random.js";
import { D } from "../values.js";

/** Three cards that are not a SET. @param {() => number} random @returns {[number, number, number]} */
export function threeCards(random) {
  const card = () => below(random, 3 ** D);
  let three = [card(), card(), card()];
  while (new Set(three).size < 3 || isSet(three, D)) three = [card(), card(), card()];
  return [three[0], three[1], three[2]];
}
