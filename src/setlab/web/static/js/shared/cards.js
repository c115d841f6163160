// Cards: from a number to a face, a name, and the marks of its properties. Glyphs come from the page's sprite.
import { draw, make } from "./dom.js";
import { capital, onCard, t, wording } from "./words.js";

/** @typedef {import("./types").Property} Property */
/** @typedef {import("./types").Judged} Judged */

/** The values of each property in the order of its digits. */
const VALUES = Object.freeze({
  number: ["one", "two", "three", "four"],
  colour: ["red", "green", "purple", "pink"],
  filling: ["solid", "striped", "open"],
  shape: ["oval", "diamond", "squiggle", "star"],
  background: ["white", "black", "grey"],
});

/**
 * The properties of a deck, the first the most significant digit. Decks with four values of each property have 40 added
 * to the number of properties, as `deckOf` says.
 * @type {{ [dimension: number]: Property[] }}
 */
const PROPERTIES = {
  2: ["colour", "shape"],
  3: ["number", "colour", "shape"],
  4: ["number", "colour", "filling", "shape"],
  5: ["number", "colour", "filling", "shape", "background"],
  42: ["colour", "shape"],
  43: ["number", "colour", "shape"],
};

/**
 * The deck of a room: the number of properties, and ten times the number of values if it is not three.
 * @template {{ dimension: number, values?: number }} T
 * @param {T} state
 * @returns {T}
 */
export const withDeck = (state) =>
  state.values === undefined || state.values === 3 || state.dimension > 10
    ? state
    : { ...state, dimension: 10 * state.values + state.dimension };

const WIDTH = 186,
  HEIGHT = 120,
  PITCH = 51,
  GLYPH = { width: 50, height: 86 };

/**
 * The value of each property of a card.
 * @param {number} card
 * @param {number} dimension
 * @returns {{ [property in Property]?: string }}
 */
export function valuesOf(card, dimension) {
  const names = PROPERTIES[dimension];
  const digits = card.toString(dimension > 10 ? Math.floor(dimension / 10) : 3).padStart(names.length, "0");
  return Object.fromEntries(names.map((property, i) => [property, VALUES[property][Number(digits[i])]]));
}

/**
 * For each property: same, different, or neither (two and one), with the values.
 * @param {number[]} cards
 * @param {number} dimension
 * @returns {Judged[]}
 */
export function judge(cards, dimension) {
  const faces = cards.map((card) => valuesOf(card, dimension));
  return PROPERTIES[dimension].map((property) => {
    const values = faces.map((face) => face[property] ?? "");
    const kinds = new Set(values).size;
    return { property, values, verdict: kinds === 1 ? "same" : kinds === values.length ? "different" : "neither" };
  });
}

/** In how many properties three cards that are a SET differ; 0 if they are none. @param {number[]} cards @param {number} dimension */
export function differing(cards, dimension) {
  const judged = judge(cards, dimension);
  return fits(cards, dimension) ? judged.filter(({ verdict }) => verdict === "different").length : 0;
}

/** True if every property is all the same or all different. @param {number[]} cards @param {number} dimension */
export const fits = (cards, dimension) => brokenProperty(cards, dimension) === undefined;

/** The first property that is two and one. @param {number[]} cards @param {number} dimension */
export const brokenProperty = (cards, dimension) =>
  judge(cards, dimension).find(({ verdict }) => verdict === "neither");

/**
 * The name that a screen reader says: "two red striped ovals", "zwei rote gestreifte Ovale".
 * @param {number} card
 * @param {number} dimension
 */
export const nameOf = (card, dimension) => phrases(card, dimension).join(" ");

/** The card that completes a SET with two others. @param {number} a @param {number} b @param {number} dimension */
export function third(a, b, dimension) {
  const [x, y] = [a, b].map((card) => card.toString(3).padStart(dimension, "0"));
  return parseInt([...x].map((digit, i) => (6 - Number(digit) - Number(y[i])) % 3).join(""), 3);
}

/** "Filling: two striped, one solid." @param {Judged} judged */
export function complaint({ property, values }) {
  const twice = values.find((value, i) => values.indexOf(value) !== i) ?? values[0];
  const once = values.find((value) => value !== twice) ?? twice;
  const key = property === "number" ? "card.complaint.number" : "card.complaint.other";
  const two = t(`card.value.${property}.${twice}.two`),
    one = t(`card.value.${property}.${once}.one`);
  return t(key, { property: capital(t(`card.property.${property}`)), two, one });
}

/** The word of one value, short enough for a flag: "striped". @param {Property} property @param {string} value */
export const valueWord = (property, value) => t(`card.value.${property}.${value}.one`);

/**
 * A card that can be chosen.
 * @param {number} card
 * @param {number} dimension
 * @param {{ key?: string, label?: string, small?: boolean }} [extra]
 * @returns {HTMLButtonElement}
 */
export function cardButton(card, dimension, extra = {}) {
  const button = make("button", { type: "button", class: "card", "aria-pressed": "false" });
  dress(button, card, dimension, extra);
  return button;
}

/**
 * A card that is only shown.
 * @param {number} card
 * @param {number} dimension
 * @param {{ small?: boolean, mini?: boolean, key?: string }} [extra]
 * @returns {HTMLSpanElement}
 */
export function cardImage(card, dimension, extra = {}) {
  const image = make("span", { class: extra.mini ? "card mini" : "card", role: "img" });
  dress(image, card, dimension, { small: extra.mini, ...extra });
  return image;
}

/** A row of small cards. @param {number[]} cards @param {number} dimension */
export function minis(cards, dimension) {
  return make(
    "span",
    { class: cards.length > 3 ? "minis four" : "minis" },
    ...cards.map((card) => cardImage(card, dimension, { mini: true })),
  );
}

/**
 * The properties of three cards with their marks; a property that is two and one stands out.
 * @param {number[]} cards
 * @param {number} dimension
 */
export function marks(cards, dimension) {
  return make(
    "ul",
    { class: "props" },
    ...judge(cards, dimension).map(({ property, verdict }) =>
      make(
        "li",
        { "data-v": verdict },
        draw("svg", { class: "mark", "aria-hidden": "true" }, draw("use", { href: `#mark-${verdict}` })),
        `${t(`card.property.${property}`)} `,
        make("span", { class: "hide" }, t(`card.verdict.${verdict}`)),
      ),
    ),
  );
}

/**
 * Give an element the face, the name and the words of a card.
 * @param {HTMLElement} at
 * @param {number} card
 * @param {number} dimension
 * @param {{ key?: string, label?: string, small?: boolean }} extra
 */
export function dress(at, card, dimension, { key = "", label = "", small = false }) {
  const values = valuesOf(card, dimension);
  const name = nameOf(card, dimension);
  at.dataset.card = String(card);
  if (values.background) at.dataset.ground = values.background;
  else delete at.dataset.ground;
  at.setAttribute("aria-label", label ? `${label}: ${name}` : name);
  at.replaceChildren(face(values, small), labelLines(card, dimension));
  if (key) at.append(make("span", { class: "key", "aria-hidden": "true" }, key));
}

/** @param {ReturnType<typeof valuesOf>} values @param {boolean} small */
function face({ number = "one", colour = "red", filling = "solid", shape = "oval" }, small) {
  const n = VALUES.number.indexOf(number) + 1;
  const glyph = `#${shape}-${filling}${small ? "-small" : ""}`;
  const scale = n > 3 ? 0.84 : 1, // four symbols are narrower
    pitch = PITCH * scale,
    size = { width: GLYPH.width * scale, height: GLYPH.height * scale };
  const left = WIDTH / 2 - (pitch * (n - 1) + size.width) / 2;
  const uses = Array.from({ length: n }, (_, i) =>
    draw("use", { href: glyph, x: left + pitch * i, y: (HEIGHT - size.height) / 2, ...size }),
  );
  return draw("svg", { class: `face ${colour}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...uses);
}

/**
 * The words on the card, in parts that stand below each other on a narrow card; the background always has its own line.
 * @param {number} card
 * @param {number} dimension
 */
function labelLines(card, dimension) {
  const [, colour, ...rest] = phrases(card, dimension, onCard),
    values = valuesOf(card, dimension);
  const digit = VALUES.number.indexOf(values.number ?? "one") + 1,
    ground = values.background ? rest.pop() : null;
  return make(
    "span",
    { class: "words", "aria-hidden": "true", lang: wording },
    make("span", {}, `${digit} ${colour} `),
    make("span", {}, rest.join(" ")),
    ground && make("span", {}, ground),
  );
}

/**
 * The name in parts, each in the form that the noun asks for: number, colour, filling, shape, background.
 * @param {number} card
 * @param {number} dimension
 * @param {(key: string) => string} [say]
 */
function phrases(card, dimension, say = t) {
  const values = valuesOf(card, dimension);
  const shape = values.shape ?? "oval",
    count = values.number ?? "one";
  const form = count === "one" ? shape : "many";
  const number = form === "many" ? say(`card.name.number.${count}`) : say(`card.name.one.${shape}`);
  const adjectives = /** @type {const} */ (["colour", "filling"]).filter((property) => values[property]);
  return [
    number,
    ...adjectives.map((property) => say(`card.name.${property}.${values[property]}.${form}`)),
    say(`card.name.shape.${shape}.${form === "many" ? "many" : "one"}`),
    ...(values.background ? [say(`card.name.background.${values.background}`)] : []),
  ];
}
