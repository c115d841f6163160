// One card fits. Does another one fit, too? Each attempt shows the property that forbids it.
import { broken, cardButton, cardImage, complaint, fits, minis, valueWord } from "../../cards.js";
import { fill, make } from "../../dom.js";
import { digits, fromDigits, third } from "../../space.js";
import { capital, t } from "../../words.js";
import { choices } from "../answers.js";
import { Builder } from "../builder.js";
import { question } from "../steps.js";
import { D, PROPERTIES, propertyWord, wordOf } from "../values.js";

/** @typedef {import("../../types").Property} Property */
/** @typedef {import("../pairs.js").Pair} Pair */
/** @typedef {import("../steps.js").Step} Step */

const TRIES = 3;

/** @param {Pair} pair @param {number[]} candidates @returns {Step} */
export const findFinal = ([a, b], candidates) => ({ at, say, solved }) => {
  const slot = make("span", { class: "card slot", role: "img", "aria-label": t("learn.unbuilt") }, "?");
  const given = make("div", { class: "trio large" }, cardImage(a, D), cardImage(b, D), slot);
  const show = (/** @type {number} */ card, /** @type {"right" | "wrong"} */ state) => {
    const image = cardImage(card, D);
    image.dataset.state = state;
    given.lastElementChild?.replaceWith(image);
  };
  const choose = (/** @type {number} */ card) => {
    const fault = broken([a, b, card], D);
    show(card, fault ? "wrong" : "right");
    if (!fault) return solved({ tone: "right", strong: t("theorem.final.right"), text: t("theorem.final.next") });
    const image = given.lastElementChild;
    if (image instanceof HTMLElement) image.dataset.flag = valueWord(fault.property, fault.values[2]);
    return say({ tone: "wrong", strong: t("theorem.final.wrong"), text: complaint(fault) });
  };
  const buttons = candidates.map((card) => {
    const button = cardButton(card, D);
    button.addEventListener("click", () => choose(card));
    return button;
  });
  at.append(question(t("theorem.final.title"), t("theorem.final.text")), given, make("div", { class: "six", role: "group", "aria-label": t("theorem.final.title") }, ...buttons));
  return () => choose(candidates.find((card) => fits([a, b, card], D)) ?? third(a, b, D));
};

/** Why the third card can have only one value. @param {Pair} pair @param {Property} property */
export function forcedBy([a, b], property) {
  const [first, second, last] = [a, b, third(a, b, D)].map((card) => wordOf(card, property));
  return t(first === second ? "theorem.forced.same" : "theorem.forced.different", { property: capital(propertyWord(property)), first, second, last });
}

/** @param {Pair} pair @returns {Step} */
export const findSecond = (pair) => ({ at, frame, say, solved }) => {
  const final = third(...pair, D);
  /** @type {Set<number>} */
  const tried = new Set();
  const list = make("ol", { class: "rows" });
  const proof = make("div", { class: "why" });
  fill(frame.aside, make("h3", {}, t("theorem.second.tried")), list);

  const attempt = (/** @type {number} */ card, /** @type {Property[]} */ properties) => {
    if (!tried.has(card)) list.append(make("li", {}, minis([...pair, card], D), make("small", { class: "warn" }, properties.map(propertyWord).join(", "))));
    tried.add(card);
    say({ tone: "wrong", strong: t("theorem.second.not"), text: properties.map((property) => forcedBy(pair, property)).join(" ") });
  };
  const builder = new Builder(pair, ({ card, broken: faults }) => {
    if (card === null || card === final) return say({ tone: "", text: t("theorem.second.same") });
    return attempt(card, faults.map(({ property }) => property));
  });
  const settle = () => {
    fill(proof, make("ul", {}, ...PROPERTIES.map((property) => make("li", {}, forcedBy(pair, property)))), make("blockquote", { class: "note-box" }, t("theorem.second.theorem")));
    solved({ tone: "right", strong: t("theorem.second.right"), text: t("theorem.second.why") });
  };
  const answer = (/** @type {string} */ n) => {
    if (tried.size < TRIES) return say({ tone: "wrong", strong: t("theorem.second.try", { n: TRIES - tried.size }), text: t("theorem.second.how") });
    return n === "one" ? settle() : say({ tone: "wrong", strong: t("theorem.second.wrong"), text: t(`theorem.second.no.${n}`) });
  };
  const options = ["none", "one", "two", "depends"].map((key) => /** @type {[string, string]} */ ([key, t(`theorem.second.many.${key}`)]));
  builder.build(final);
  at.append(question(t("theorem.second.title"), t("theorem.second.text")), builder.root, make("p", { class: "under" }, t("theorem.second.ask")), choices(t("theorem.second.ask"), options, answer), proof);
  say({ tone: "", text: t("theorem.second.how") });
  return () => {
    for (const [i, property] of PROPERTIES.entries()) attempt(fromDigits(digits(final, D).map((x, k) => (k === i ? x + 1 : x))), [property]);
    settle();
  };
};
