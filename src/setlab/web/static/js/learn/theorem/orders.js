// Each SET was counted several times: once for each order of its cards. So how many SETs are there?
import { cardButton, minis } from "../../cards.js";
import { fill, make } from "../../dom.js";
import { t } from "../../words.js";
import { fillIn, numberField } from "../answers.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { inOrder } from "./choices.js";

/** @typedef {import("../steps.js").Step} Step */
/** @typedef {import("./choices.js").Counts} Counts */

/** All orders of some cards. @param {number[]} cards @returns {number[][]} */
export function orders(cards) {
  return cards.length < 2 ? [cards] : cards.flatMap((card) => orders(cards.filter((other) => other !== card)).map((rest) => [card, ...rest]));
}

/** The number of orders of the cards of a SET. */
export const ORDERS = orders([0, 1, 2]).length;

/** @param {number[]} cards @returns {Step} */
export const countOrders = (cards) => ({ at, say, solved }) => {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  /** @type {number[]} */
  let chosen = [];
  const list = make("ol", { class: "orders" });
  const add = (/** @type {number[]} */ order) => {
    found.set(order.join(), order);
    fill(list, ...[...found.values()].map((each) => make("li", {}, minis(each, D))));
  };
  const buttons = cards.map((card) => {
    const button = cardButton(card, D);
    button.addEventListener("click", () => pick(card));
    return button;
  });
  const press = () => buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(chosen.includes(cards[i]))));
  const pick = (/** @type {number} */ card) => {
    chosen = chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card];
    if (chosen.length === cards.length) {
      const known = found.has(chosen.join());
      add(chosen);
      chosen = [];
      say({ tone: known ? "" : "right", text: known ? t("theorem.orders.known") : t("theorem.orders.found", { n: found.size }) });
    }
    press();
  };
  const settle = () => {
    orders(cards).forEach(add);
    solved({ tone: "right", strong: t("theorem.orders.right", { n: ORDERS }), text: t("theorem.orders.why", { product: cards.map((_, i) => cards.length - i).join(" · "), n: ORDERS }) });
  };
  const answer = (/** @type {number} */ n) => {
    if (n === ORDERS) return settle();
    const reason = n < found.size ? t("theorem.orders.fewer", { n: found.size }) : n > ORDERS ? t("theorem.orders.more") : t("theorem.orders.try");
    return say({ tone: "wrong", strong: t("theorem.wrong", { n }), text: reason });
  };
  at.append(question(t("theorem.orders.title"), t("theorem.orders.text")), make("div", { class: "trio large", role: "group", "aria-label": t("theorem.orders.pick") }, ...buttons), list, numberField(t("theorem.orders.label"), answer, say));
  say({ tone: "", text: t("theorem.orders.pick") });
  return () => {
    fillIn(at, ORDERS);
    settle();
  };
};

/** Why a number of SETs is wrong, by what was probably counted. @param {number} n @param {Counts} counts */
export function reasonAgainst(n, counts) {
  if (n === inOrder(counts)) return t("theorem.sets.ordered", { orders: ORDERS });
  if (n === inOrder(counts) / 2) return t("theorem.sets.pairs");
  if (n === inOrder(counts) / 3) return t("theorem.sets.thirds", { orders: ORDERS });
  return t("theorem.sets.divide", { ordered: inOrder(counts), orders: ORDERS });
}

/** @param {Counts} counts @returns {Step} */
export const countSets = (counts) => ({ at, say, solved }) => {
  const settle = () => solved({ tone: "right", strong: t("theorem.sets.right", { n: counts.sets }), text: `${counts.cards} · ${counts.cards - 1} · 1 / ${ORDERS} = ${inOrder(counts) / ORDERS}` });
  const answer = (/** @type {number} */ n) => (n === counts.sets ? settle() : say({ tone: "wrong", strong: t("theorem.wrong", { n }), text: reasonAgainst(n, counts) }));
  at.append(
    question(t("theorem.sets.title"), t("theorem.sets.text")),
    make("ul", { class: "rows" },
      make("li", {}, make("strong", { class: "figure" }, inOrder(counts)), t("theorem.sets.known")),
      make("li", {}, make("strong", { class: "figure" }, ORDERS), t("theorem.sets.each"))),
    numberField(t("theorem.sets.label"), answer, say));
  return () => {
    fillIn(at, counts.sets);
    settle();
  };
};
