// Beside the puzzle: the SETs that were found, a row for each that is still open, and the hints so far.
import { minis } from "../shared/cards.js";
import { byId, fill, make } from "../shared/dom.js";
import { clock, t } from "../shared/words.js";
import { dots } from "./result.js";
import { DIMENSION, differing } from "./search.js";

/** @param {import("./search.js").Search} search */
export function drawFound({ found, sets, hints, done }) {
  byId("count", HTMLElement).textContent = t("daily.found", { n: found.length, all: sets.length });
  fill(byId("found", HTMLElement), ...found.map(foundRow), ...sets.slice(found.length).map(openRow));
  byId("hints", HTMLElement).textContent = hints && !done ? t("daily.hints", { n: hints }) : "";
}

/** @param {import("./types").Find} find */
function foundRow({ cards, at }) {
  const n = differing(cards);
  return make(
    "li",
    {},
    minis(cards, DIMENSION),
    make("span", { class: "dots grow", role: "img", "aria-label": t("daily.differ", { n }) }, dots(n)),
    make("time", {}, clock(at)),
  );
}

function openRow() {
  const slots = Array.from({ length: 3 }, () => make("i", { class: "slot" }));
  return make(
    "li",
    { class: "open" },
    make("span", { class: "minis", role: "img", "aria-label": t("daily.open") }, ...slots),
  );
}
