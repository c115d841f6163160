// The panels of SET, plane and cube.
import { cardImage, marks, minis, nameOf } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { setsAmong, setsThrough } from "../shared/space.js";
import { formatList, t, whole } from "../shared/words.js";
import { countDirections, countFlats } from "./counts.js";
import { byDirection, planesAmong } from "./directions.js";
import { figureOf, litCards } from "./figure.js";
import { D } from "./maps.js";
import { button, dots, fact, opening, row, square, stepper } from "./parts.js";
import { turnTo } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Acts} Acts */
/** @typedef {import("./types").Lit} Lit */

const WAYS = /** @type {const} */ (["across", "down", "falling", "rising"]);

/** @param {State} state @param {Acts} acts */
export function setPanel(state, acts) {
  if (state.cards.length === 1) return pairsPanel(state.cards[0], acts);
  const three = figureOf(state);
  const facts = fact(
    t("explore.set.facts", {
      cards: whole(countFlats(0, D)),
      sets: whole(countFlats(1, D)),
      through: countDirections(1, D),
    }),
  );
  const head = opening(t("explore.set.title"), t("explore.set.intro"));
  if (!three.length) return [...head, facts];
  const more = row(
    button("to-plane", t("explore.set.plane"), () => acts.to(turnTo(state, "plane"))),
    button("to-parallels", t("explore.set.parallels"), () => acts.to(turnTo(state, "parallels"))),
  );
  return [...head, square(three, [], []), marks(three, D), more, facts];
}

/** The SETs through one card: the others lie in pairs. @param {number} card @param {Acts} acts */
function pairsPanel(card, acts) {
  const sets = setsThrough(card, D);
  const buttons = sets.map(([, b, c], i) =>
    make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          class: "pair",
          "aria-label": t("explore.set.pair", { n: i + 1, a: nameOf(b, D), b: nameOf(c, D) }),
          onclick: () => acts.pick(b),
        },
        make("span", { class: "nth", "aria-hidden": "true" }, i + 1),
        minis([b, c], D),
      ),
    ),
  );
  const text = t("explore.set.pairs", { n: sets.length, others: countFlats(0, D) - 1 });
  return [
    ...opening(t("explore.set.through", { n: sets.length }), text),
    make("div", { class: "square one" }, cardImage(card, D)),
    make("ol", { class: "pairs" }, ...buttons),
  ];
}

/** @param {State} state @param {Acts} acts */
export function planePanel(state, acts) {
  const nine = figureOf(state);
  const head = opening(t("explore.plane.title"), t("explore.plane.intro"));
  const facts = fact(t("explore.plane.facts", { planes: whole(countFlats(2, D)), directions: countDirections(2, D) }));
  if (!nine.length) return [...head, facts];
  const lines = setsAmong(nine, D),
    ways = byDirection(nine, lines, D);
  return [
    ...head,
    square(nine, litCards(state), state.lit ? [] : state.cards),
    make("h3", {}, t("explore.plane.sets", { n: lines.length, ways: ways.length })),
    make("div", { class: "dirs" }, ...ways.map((way, k) => direction(state, acts, nine, lines, way, WAYS[k]))),
    row(button("to-cube", t("explore.plane.cube"), () => acts.to(turnTo(state, "cube")))),
    facts,
  ];
}

/**
 * The SETs of one direction, each a button that lights it.
 * @param {State} state @param {Acts} acts @param {number[]} nine
 * @param {import("../shared/space.js").Line[]} lines
 * @param {import("../shared/space.js").Line[]} way
 * @param {typeof WAYS[number]} name
 */
function direction(state, acts, nine, lines, way, name) {
  const knots = way.map((three) => {
    const index = lines.indexOf(three),
      isLit = state.lit?.index === index;
    return make(
      "button",
      {
        type: "button",
        class: "knot",
        "aria-pressed": String(isLit),
        "data-key": `knot-${index}`,
        "aria-label": t("explore.plane.knot", { cards: formatList(three.map((card) => nameOf(card, D))) }),
        onclick: () => acts.to({ ...state, lit: isLit ? null : { kind: "set", index } }),
      },
      dots(nine, three),
    );
  });
  return make(
    "div",
    { role: "group", "aria-label": t(`explore.plane.${name}`) },
    make("span", { class: "small quiet", "aria-hidden": "true" }, t(`explore.plane.${name}`)),
    ...knots,
  );
}

/** @param {State} state @param {Acts} acts */
export function cubePanel(state, acts) {
  const all = figureOf(state);
  const head = opening(t("explore.cube.title"), t("explore.cube.intro"));
  const facts = fact(t("explore.cube.facts", { cubes: whole(countFlats(3, D)), properties: 3 * D }));
  if (!all.length) return [...head, facts];
  const layers = [0, 9, 18].map((first) =>
    square(all.slice(first, first + 9), litCards(state), state.lit ? [] : state.cards),
  );
  return [
    ...head,
    make("div", { class: "layers" }, ...layers),
    lights(state, acts, "set", setsAmong(all, D).length),
    lights(state, acts, "plane", planesAmong(all, D).length),
    facts,
  ];
}

/**
 * Steps through the SETs or the planes of the cube.
 * @param {State} state
 * @param {Acts} acts
 * @param {Lit["kind"]} kind
 * @param {number} n
 */
function lights(state, acts, kind, n) {
  const index = state.lit?.kind === kind ? state.lit.index : null;
  const text = index === null ? t(`explore.cube.${kind}s`, { n }) : t(`explore.cube.${kind}`, { i: index + 1, n });
  return stepper(kind, text, index, n, (next) => acts.to({ ...state, lit: { kind, index: next } }));
}
