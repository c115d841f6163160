// The panel of parallels: a SET, the SET through another card with the same steps, all SETs in this direction.
import { cardImage, valuesOf, valueWord } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { digits, subtract } from "../shared/space.js";
import { t } from "../shared/words.js";
import { countDirections } from "./counts.js";
import { directionOf, directions, parallelClass } from "./directions.js";
import { inDirection, parallel, setOf } from "./figure.js";
import { D } from "./maps.js";
import { button, fact, opening, row, stepper } from "./parts.js";
import { turnTo } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Acts} Acts */

const PROPERTIES = /** @type {const} */ (["number", "colour", "filling", "shape"]);

/** @param {State} state @param {Acts} acts */
export function parallelsPanel(state, acts) {
  const [a, b, p] = state.cards;
  const head = opening(t("explore.parallels.title"), t("explore.parallels.intro"));
  if (b === undefined) return [...head, steps(state, acts), fact(t("explore.parallels.facts", byChanges()))];
  const other = p !== undefined && table(parallel(a, b, p), t("explore.parallels.parallel"));
  return [
    ...head,
    table(setOf(a, b), t("explore.parallels.set")),
    other,
    steps(state, acts),
    more(state, acts),
    fact(t("explore.parallels.facts", byChanges())),
  ];
}

/** Through all directions, one by one. @param {State} state @param {Acts} acts */
function steps(state, acts) {
  const all = directions(D),
    [a, b] = state.cards;
  const index = b === undefined ? null : all.indexOf(directionOf(a, b, D));
  const text =
    index === null
      ? t("explore.parallels.directions", { n: all.length })
      : t("explore.parallels.direction", { i: index + 1, n: all.length });
  return stepper("direction", text, index, all.length, (next) =>
    acts.to({ ...state, cards: inDirection(state, all[next]) }),
  );
}

/** @param {State} state @param {Acts} acts */
function more(state, acts) {
  const [a, b, p] = state.cards,
    n = parallelClass(directionOf(a, b, D), D).length;
  const all = button("all", t("explore.parallels.all", { n }), () => acts.to({ ...state, all: !state.all }), {
    "aria-pressed": String(state.all),
  });
  return row(
    all,
    p !== undefined && button("to-plane", t("explore.parallels.plane"), () => acts.to(turnTo(state, "plane"))),
  );
}

/**
 * A SET card by card, with the values of each property below it: what changes in one SET changes alike in a parallel
 * one.
 * @param {readonly number[]} three
 * @param {string} name
 */
function table(three, name) {
  const steps = digits(subtract(three[1], three[0], D), D);
  const rows = PROPERTIES.map((property, i) =>
    make(
      "tr",
      { class: steps[i] ? "" : "quiet" },
      make("th", { scope: "row" }, t(`card.property.${property}`)),
      make("td", { class: "step" }, steps[i]),
      ...three.map((card) => make("td", {}, valueWord(property, valuesOf(card, D)[property] ?? ""))),
    ),
  );
  const pictures = three.map((card) => make("td", {}, cardImage(card, D)));
  return make(
    "table",
    { class: "steps" },
    make("caption", { class: "hide" }, name),
    make(
      "thead",
      {},
      make("tr", {}, make("td"), make("th", { class: "step", scope: "col" }, t("explore.parallels.step")), ...pictures),
    ),
    make("tbody", {}, ...rows),
  );
}

/** How many directions change one, two, three, four properties. */
function byChanges() {
  const changes = directions(D).map((v) => digits(v, D).filter(Boolean).length);
  const counts = [1, 2, 3, 4].map((k) => changes.filter((each) => each === k).length);
  return { n: countDirections(1, D), one: counts[0], two: counts[1], three: counts[2], four: counts[3] };
}
