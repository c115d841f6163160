// So how many SETs are there? The ordered ones, divided by the orders of each.
import { make } from "../../shared/dom.js";
import { t, whole } from "../../shared/words.js";
import { fillIn, numberField } from "../answers.js";
import { question } from "../steps.js";
import { choicesFor, inOrder } from "./choices.js";
import { ORDERS } from "./orders.js";

/** @typedef {import("../steps.js").Step} Step */
/** @typedef {import("./choices.js").Counts} Counts */

/** The reason why a number of SETs is wrong: the probable miscount. @param {number} n @param {Counts} counts */
export function reasonAgainst(n, counts) {
  const ordered = inOrder(counts);
  if (n === ordered) return t("theorem.sets.ordered", { orders: ORDERS });
  if (n === ordered / 2) return t("theorem.sets.pairs");
  if (n === ordered / 3) return t("theorem.sets.thirds", { orders: ORDERS });
  return t("theorem.sets.divide", { ordered: whole(ordered), orders: ORDERS });
}

/** @param {Counts} counts @returns {Step} */
export const countSets =
  (counts) =>
  ({ at, say, solved }) => {
    const known = (/** @type {number} */ n, /** @type {string} */ text) =>
      make("li", {}, make("strong", { class: "figure" }, whole(n)), text);
    const settle = () =>
      solved({
        tone: "right",
        strong: t("theorem.sets.right", { n: whole(counts.sets) }),
        text: `${choicesFor(counts).join(" · ")} ${t("learn.over")} ${ORDERS} = ${whole(inOrder(counts) / ORDERS)}`,
      });
    const answer = (/** @type {number} */ n) =>
      n === counts.sets
        ? settle()
        : say({ tone: "wrong", strong: t("theorem.wrong", { n }), text: reasonAgainst(n, counts) });
    at.append(
      question(t("theorem.sets.title"), t("theorem.sets.text")),
      make(
        "ul",
        { class: "rows" },
        known(inOrder(counts), t("theorem.sets.known")),
        known(ORDERS, t("theorem.sets.each")),
      ),
      numberField(t("theorem.sets.label"), answer, say),
    );
    return () => {
      fillIn(at, counts.sets);
      settle();
    };
  };
