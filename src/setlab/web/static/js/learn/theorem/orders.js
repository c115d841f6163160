// Each SET was counted several times: once for each order of its cards.
import { minis } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { fillIn, numberField } from "../answers.js";
import { Choosing } from "../choosing.js";
import { question } from "../steps.js";
import { D } from "../values.js";

/** @typedef {import("../steps.js").Step} Step */

/** All orders of some cards. @param {number[]} cards @returns {number[][]} */
export function orders(cards) {
  return cards.length < 2
    ? [cards]
    : cards.flatMap((card) => orders(cards.filter((other) => other !== card)).map((rest) => [card, ...rest]));
}

/** The number of orders of the cards of a SET. */
export const ORDERS = orders([0, 1, 2]).length;

/** Why a number of orders is wrong. @param {number} n @param {number} found how many the visitor has found */
function reasonAgainst(n, found) {
  if (n < found) return t("theorem.orders.fewer", { n: found });
  return n > ORDERS ? t("theorem.orders.more") : t("theorem.orders.try");
}

/** @param {number[]} cards @returns {Step} */
export const countOrders =
  (cards) =>
  ({ at, say, solved }) => {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    const list = make("ol", { class: "orders" });
    const add = (/** @type {number[]} */ order) => {
      found.set(order.join(), order);
      fill(list, ...[...found.values()].map((each) => make("li", {}, minis(each, D))));
    };
    const trio = new Choosing(cards, {
      label: t("theorem.orders.pick"),
      kind: "trio large",
      enough: cards.length,
      whole: (order) => {
        const known = found.has(order.join());
        add(order);
        say({
          tone: known ? "" : "right",
          text: known ? t("theorem.orders.known") : t("theorem.orders.found", { n: found.size }),
        });
      },
    });
    const settle = () => {
      orders(cards).forEach(add);
      solved({
        tone: "right",
        strong: t("theorem.orders.right", { n: ORDERS }),
        text: t("theorem.orders.why", { product: cards.map((_, i) => cards.length - i).join(" · "), n: ORDERS }),
      });
    };
    const answer = (/** @type {number} */ n) =>
      n === ORDERS
        ? settle()
        : say({ tone: "wrong", strong: t("theorem.wrong", { n }), text: reasonAgainst(n, found.size) });
    at.append(
      question(t("theorem.orders.title"), t("theorem.orders.text")),
      trio.root,
      list,
      numberField(t("theorem.orders.label"), answer, say),
    );
    say({ tone: "", text: t("theorem.orders.pick") });
    return () => {
      fillIn(at, ORDERS);
      settle();
    };
  };
