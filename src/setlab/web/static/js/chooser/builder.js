// A card built property by property, alone or beside two given cards with a verdict for each property.
import { cardImage, judge, valueWord } from "../shared/cards.js";
import { draw, fill, make } from "../shared/dom.js";
import { D, PROPERTIES, propertyWord, valuesFor, wordOf } from "../learn/values.js";
import { digits, fromDigits } from "../shared/space.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").Judged} Judged */
/** @typedef {import("../shared/types").Property} Property */

let made = 0;

export class Builder {
  /** The digits that were chosen so far. @type {(number | null)[]} */
  #digits = PROPERTIES.map(() => null);
  #group = `build-${++made}`;
  #given;
  #change;

  /** @param {number[]} given no cards, or two @param {(builder: Builder) => void} change called after each choice */
  constructor(given, change) {
    this.#given = given;
    this.#change = change;
    this.#tops = [...given, null].map(() => make("td"));
    this.#verdicts = PROPERTIES.map(() => make("td", { class: "verdict" }));
    this.root = make(
      "table",
      { class: given.length ? "build" : "build alone" },
      this.#head(),
      make("tbody", {}, ...PROPERTIES.map((property, i) => this.#row(property, i))),
    );
    this.#draw();
  }

  /** The cells above the properties, in which the cards lie. @type {HTMLElement[]} */
  #tops;
  /** @type {HTMLElement[]} */
  #verdicts;

  /** The card, once every property is chosen. @returns {number | null} */
  get card() {
    return this.#digits.includes(null) ? null : fromDigits(this.#digits.map(Number));
  }

  /** The number of properties that are not chosen yet. */
  get open() {
    return this.#digits.filter((digit) => digit === null).length;
  }

  /** The verdicts on the properties that are chosen: same, different, or two and one. @returns {Judged[]} */
  get judged() {
    const card = fromDigits(this.#digits.map((digit) => digit ?? 0));
    return this.#given.length ? judge([...this.#given, card], D).filter((_, i) => this.#digits[i] !== null) : [];
  }

  /** The properties that are two and one. */
  get broken() {
    return this.judged.filter(({ verdict }) => verdict === "neither");
  }

  /** Build this card. @param {number} card */
  build(card) {
    this.#digits = digits(card, D);
    for (const [i, digit] of this.#digits.entries()) this.#radio(i, Number(digit)).checked = true;
    this.#draw();
  }

  #head() {
    const [...tops] = this.#tops;
    return make("thead", {}, make("tr", {}, make("td"), ...tops, this.#given.length > 0 && make("td")));
  }

  /** @param {Property} property @param {number} i */
  #row(property, i) {
    const options = valuesFor(property).map((value, digit) =>
      make(
        "label",
        {},
        make("input", {
          type: "radio",
          name: `${this.#group}-${property}`,
          value: digit,
          onchange: () => this.#choose(i, digit),
        }),
        make("span", {}, valueWord(property, value)),
      ),
    );
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, propertyWord(property)),
      ...this.#given.map((card) => make("td", {}, wordOf(card, property))),
      make(
        "td",
        { class: "choices" },
        make("span", { class: "pick", role: "radiogroup", "aria-label": propertyWord(property) }, ...options),
      ),
      this.#given.length > 0 && this.#verdicts[i],
    );
  }

  /** @param {number} i @param {number} digit */
  #radio(i, digit) {
    const found = this.root.querySelectorAll("tbody tr")[i]?.querySelector(`input[value="${digit}"]`);
    if (!(found instanceof HTMLInputElement)) throw new Error(`there is no value ${digit} in row ${i}`);
    return found;
  }

  /** @param {number} i @param {number} digit */
  #choose(i, digit) {
    this.#digits[i] = digit;
    this.#draw();
    this.#change(this);
  }

  #draw() {
    const cards = [...this.#given, this.card];
    const fault = this.broken[0];
    for (const [i, top] of this.#tops.entries())
      fill(
        top,
        this.#shown(
          cards[i] ?? null,
          fault?.values[i] && valueWord(fault.property, fault.values[i]),
          i < this.#given.length,
        ),
      );
    for (const cell of this.#verdicts) fill(cell);
    for (const { property, verdict } of this.judged) {
      fill(
        this.#verdicts[PROPERTIES.indexOf(property)],
        make(
          "span",
          { "data-v": verdict },
          draw("svg", { class: "mark", "aria-hidden": "true" }, draw("use", { href: `#mark-${verdict}` })),
          t(`card.verdict.${verdict}`),
        ),
      );
    }
  }

  /**
   * A card above its column, with the value that does not fit.
   * @param {number | null} card
   * @param {string | undefined} flag
   * @param {boolean} given
   */
  #shown(card, flag, given) {
    if (card === null) return make("span", { class: "card slot", role: "img", "aria-label": t("card.unbuilt") }, "?");
    const image = cardImage(card, D);
    if (flag) image.dataset.flag = flag;
    if (flag) image.dataset.state = given ? "point" : "wrong";
    else if (!given && this.#given.length) image.dataset.state = "right";
    return image;
  }
}
