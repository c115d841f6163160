// The whole deck laid out: in any order, in groups by one property, or in a grid by two.
import { cardImage, valueWord, valuesOf } from "../shared/cards.js";
import { fill, make } from "../shared/dom.js";
import { picks } from "../shared/page.js";
import { t } from "../shared/words.js";
import { D, PROPERTIES, propertyWord, valuesFor } from "./values.js";

/** @typedef {import("../shared/types").Property} Property */
/** @typedef {{ title: string, cards: number[] }} Group */

/**
 * The cards in groups, one for each combination of values of the properties.
 * @param {number[]} cards
 * @param {Property[]} by
 * @returns {Group[]}
 */
export function groupCards(cards, by) {
  const [first, ...rest] = by;
  if (!first) return [{ title: "", cards }];
  return valuesFor(first).flatMap((value) =>
    groupCards(
      cards.filter((card) => valuesOf(card, D)[first] === value),
      rest,
    ).map((group) => ({
      title: [valueWord(first, value), group.title].filter(Boolean).join(", "),
      cards: group.cards,
    })),
  );
}

export class Field {
  /** @type {Property[]} */
  by = [];

  #boxes;

  /** @param {number[]} cards in the order in which they lie at first @param {string} label */
  constructor(cards, label) {
    this.cards = cards;
    this.#boxes = make("div", { class: "field-81", role: "group", "aria-label": label });
    this.root = make("div", { class: "field-space" }, this.#boxes);
    this.#draw();
  }

  /** Lay the cards in groups by no, one or two properties. @param {Property[]} by */
  group(by) {
    this.by = by;
    this.#draw();
  }

  /** Mark cards. @param {(card: number) => "right" | "off" | ""} state */
  mark(state) {
    for (const image of this.root.querySelectorAll(".card")) {
      if (!(image instanceof HTMLElement)) continue;
      const now = state(Number(image.dataset.card));
      if (now) image.dataset.state = now;
      else delete image.dataset.state;
    }
  }

  /** The groups as they lie now. */
  get groups() {
    return groupCards(this.cards, this.by);
  }

  #draw() {
    this.#boxes.dataset.by = String(this.by.length);
    fill(this.#boxes, ...this.groups.map((group) => box(group, this.by.length)));
  }
}

/** @param {Group} group @param {number} by */
function box({ title, cards }, by) {
  const sorted = by ? [...cards].sort((a, b) => a - b) : cards;
  const small = make(
    "figcaption",
    {},
    title,
    " ",
    make("span", { class: "quiet" }, t("learn.cards", { n: cards.length })),
  );
  return make(
    "figure",
    { class: "box" },
    by > 0 && small,
    make("div", { class: "cells" }, ...sorted.map((card) => cardImage(card, D, { small: true }))),
  );
}

/** Choices of how a field is grouped: by one property, and by another within it. */
export class Grouping {
  #chosen = ["", ""];

  /** @param {Field} field */
  constructor(field) {
    /** @type {[string, string][]} */
    const options = [
      ["", t("learn.nothing")],
      ...PROPERTIES.map((property) => /** @type {[string, string]} */ ([property, propertyWord(property)])),
    ];
    this.field = field;
    this.root = make(
      "div",
      { class: "grouping" },
      ...[t("learn.by"), t("learn.then")].map((legend, k) =>
        picks(`by-${k}`, legend, options, "", (property) => this.#choose(k, property)),
      ),
    );
  }

  /** Group by these properties, as if they were chosen. @param {Property[]} by */
  group(by) {
    by.forEach((property, k) => {
      const input = this.root.querySelector(`input[name="by-${k}"][value="${property}"]`);
      if (input instanceof HTMLInputElement) input.checked = true;
      this.#choose(k, property);
    });
  }

  /** @param {number} k @param {string} property */
  #choose(k, property) {
    this.#chosen[k] = property;
    this.field.group([...new Set(this.#chosen)].flatMap((each) => PROPERTIES.filter((known) => known === each)));
  }
}
