// The panel of symmetries: choose a map, apply it, read it in words and as a matrix.
import { valueWord } from "../shared/cards.js";
import { make } from "../shared/dom.js";
import { fromDigits } from "../shared/space.js";
import { capital, t, whole } from "../shared/words.js";
import { countMaps } from "./counts.js";
import { apply, D, exchange, isIdentity, kindOf, orderOf, permutation, randomMap, translation } from "./maps.js";
import { button, fact, opening, row } from "./parts.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Acts} Acts */
/** @typedef {import("./types").AffineMap} AffineMap */

const PROPERTIES = /** @type {const} */ (["number", "colour", "filling", "shape"]);
const VALUES = {
  number: ["one", "two", "three"],
  colour: ["red", "green", "purple"],
  filling: ["solid", "striped", "open"],
  shape: ["oval", "diamond", "squiggle"],
};
/** The permutations of three values other than the identity, as x ↦ factor · x + shift. */
const TURNS = [
  [1, 1],
  [1, 2],
  [2, 0],
  [2, 1],
  [2, 2],
];

/** The values of the fields, kept while the page is open. */
const wanted = { step: [0, 1, 0, 0], pair: [1, 3], property: 1, turn: 0 };

/** @param {State} state @param {Acts} acts */
export function symmetriesPanel(state, acts) {
  const move = (/** @type {AffineMap} */ map) => {
    if (!state.cards.length) acts.say({ tone: "wrong", text: t("explore.symmetries.first") });
    else if (isIdentity(map)) acts.say({ tone: "wrong", text: t("explore.symmetries.nothing") });
    else acts.to({ ...state, map, cards: state.cards.map((card) => apply(map, card)) });
  };
  return [
    ...opening(t("explore.symmetries.title"), t("explore.symmetries.intro")),
    make(
      "div",
      { class: "maps" },
      byStep(move),
      byExchange(move),
      byValues(move),
      row(
        button("random", t("explore.symmetries.random"), () => move(randomMap(Math.random))),
        state.map &&
          button("once-more", t("explore.symmetries.again"), () => move(/** @type {AffineMap} */ (state.map))),
      ),
    ),
    ...(state.map ? describeMap(state.map) : []),
    fact(t("explore.symmetries.facts", { n: whole(countMaps(D)) })),
  ];
}

/** @param {number} i @param {number} digit */
const word = (i, digit) => valueWord(PROPERTIES[i], VALUES[PROPERTIES[i]][digit]);

/** @param {number} i */
const property = (i) => t(`card.property.${PROPERTIES[i]}`);

/**
 * A field with choices.
 * @param {string} key
 * @param {string} label
 * @param {string[]} choices
 * @param {number} now
 * @param {(choice: number) => void} choose
 */
function choice(key, label, choices, now, choose) {
  const options = choices.map((text, i) => make("option", { value: i, selected: i === now }, text));
  return make(
    "select",
    {
      "aria-label": label,
      "data-key": key,
      onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).selectedIndex),
    },
    ...options,
  );
}

/** @param {string} key @param {(Node | string)[]} fields @param {() => void} act */
function control(key, fields, act) {
  const title = t(`explore.symmetries.${key}`);
  return make(
    "div",
    { class: "control", role: "group", "aria-label": title },
    make("h3", {}, title),
    button(key, t("explore.symmetries.apply"), act, { "aria-label": `${t("explore.symmetries.apply")}: ${title}` }),
    make("div", { class: "row" }, ...fields),
  );
}

/** @param {(map: AffineMap) => void} move */
function byStep(move) {
  const fields = PROPERTIES.map((_, i) =>
    make(
      "label",
      {},
      make("span", { class: "small" }, property(i)),
      choice(`step-${i}`, property(i), ["0", "1", "2"], wanted.step[i], (digit) => (wanted.step[i] = digit)),
    ),
  );
  return control("translation", fields, () => move(translation(fromDigits(wanted.step))));
}

/** @param {(map: AffineMap) => void} move */
function byExchange(move) {
  const names = PROPERTIES.map((_, i) => property(i));
  const fields = [0, 1].map((k) =>
    choice(`pair-${k}`, t("explore.symmetries.nth", { n: k + 1 }), names, wanted.pair[k], (i) => (wanted.pair[k] = i)),
  );
  return control("exchange", [fields[0], "↔", fields[1]], () => move(exchange(wanted.pair[0], wanted.pair[1])));
}

/** @param {(map: AffineMap) => void} move */
function byValues(move) {
  const turns = make("span", { class: "wide-choice" });
  const redraw = () =>
    turns.replaceChildren(
      choice(
        "turn",
        t("explore.symmetries.values"),
        TURNS.map(([factor, shift]) => turnWords(wanted.property, factor, shift)),
        wanted.turn,
        (i) => (wanted.turn = i),
      ),
    );
  const properties = choice(
    "property",
    t("explore.symmetries.which"),
    PROPERTIES.map((_, i) => property(i)),
    wanted.property,
    (i) => {
      wanted.property = i;
      redraw();
    },
  );
  redraw();
  return control("values", [properties, turns], () => {
    const [factor, shift] = TURNS[wanted.turn];
    move(permutation(wanted.property, factor, shift));
  });
}

/** "red → green → purple", or "red ↔ green". @param {number} i @param {number} factor @param {number} shift */
function turnWords(i, factor, shift) {
  const images = [0, 1, 2].map((x) => (factor * x + shift) % 3);
  if (factor === 1) return [0, images[0], images[images[0]], 0].map((x) => word(i, x)).join(" → ");
  return [0, 1, 2]
    .filter((x) => images[x] !== x)
    .map((x) => word(i, x))
    .join(" ↔ ");
}

/** The map in words and as a matrix. @param {AffineMap} map */
function describeMap(map) {
  const changed = PROPERTIES.flatMap((_, i) =>
    isKept(map, i) ? [] : [make("li", {}, make("b", {}, `${capital(property(i))}: `), rowWords(map, i))],
  );
  const kept = PROPERTIES.flatMap((_, i) => (isKept(map, i) ? [property(i)] : []));
  return [
    make("h3", { class: "kind" }, t(`explore.symmetries.kind.${kindOf(map)}`)),
    make(
      "ul",
      { class: "words-of-map" },
      ...changed,
      kept.length > 0 && make("li", { class: "quiet" }, t("explore.symmetries.stays", { what: kept.join(", ") })),
    ),
    matrix(map),
    make("p", { class: "small quiet" }, t("explore.symmetries.order", { n: orderOf(map) })),
  ];
}

/** @param {AffineMap} map @param {number} i */
const isKept = ({ rows, shift }, i) => !shift[i] && rows[i].every((m, j) => m === Number(i === j));

/**
 * The new value of one property: by values if it depends on one property, else as a sum.
 * @param {AffineMap} map
 * @param {number} i
 */
function rowWords({ rows, shift }, i) {
  const used = [0, 1, 2, 3].filter((j) => rows[i][j]);
  if (used.length === 1)
    return [0, 1, 2].map((x) => `${word(used[0], x)} → ${word(i, (rows[i][used[0]] * x + shift[i]) % 3)}`).join(", ");
  const terms = used.map((j) => (rows[i][j] === 1 ? property(j) : `2 · ${property(j)}`));
  return [...terms, ...(shift[i] ? [shift[i]] : [])].join(" + ");
}

/** @param {AffineMap} map */
function matrix({ rows, shift }) {
  const label = t("explore.symmetries.matrix", {
    rows: rows.map((each) => each.join(" ")).join("; "),
    shift: shift.join(" "),
  });
  const grid = (/** @type {number[][]} */ numbers) =>
    make("span", { class: "matrix" }, ...numbers.map((line) => make("span", {}, ...line.map((n) => make("i", {}, n)))));
  return make(
    "div",
    { class: "formula", role: "img", "aria-label": label },
    "x ↦ ",
    grid(rows),
    " x + ",
    grid(shift.map((n) => [n])),
  );
}
