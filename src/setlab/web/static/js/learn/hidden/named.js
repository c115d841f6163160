// The page names the hidden card before anybody has turned it over, and shows how: property by property.
import { cardImage, minis, nameOf } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { capital, t } from "../../shared/words.js";
import { FaceDown } from "../facedown.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { cardsOf, foundIn } from "./game.js";
import { groupTable } from "./groups.js";

/** @typedef {import("./game.js").Course} Course */
/** @typedef {import("./game.js").Found} Found */
/** @typedef {import("../steps.js").Step} Step */

/** @param {Course} course @returns {Step} */
export const nameIt =
  (course) =>
  ({ at, frame, say, solved }) => {
    const found = foundIn(course.now),
      left = cardsOf(course.now);
    const back = new FaceDown(found.card);
    const after = make("div", { class: "why" });
    const turn = make("button", { class: "btn main", type: "button", onclick: reveal }, t("hidden.named.turn"));
    const name = nameOf(found.card, D);
    at.append(
      question(t("hidden.named.title"), t("hidden.named.text", { n: left.length })),
      leftCards(left),
      make(
        "div",
        { class: "reveal" },
        back.root,
        make("p", { class: "said-card" }, t("hidden.named.card"), " ", make("strong", {}, name)),
      ),
      turn,
      after,
    );
    fill(frame.aside);
    say({ tone: "", text: t("hidden.named.start") });

    function reveal() {
      if (turn.isConnected) back.turn("right");
      turn.remove();
      if (!after.firstChild)
        fill(
          after,
          make("h3", {}, t("hidden.named.how")),
          make("p", { class: "quiet" }, t("hidden.named.groups")),
          groupTable(found.properties),
          ...partners(found, left),
        );
      solved({ tone: "right", strong: capital(`${name}.`), text: t("hidden.named.right") });
    }

    return reveal;
  };

/**
 * The cards that are left, side by side, and what stands behind them.
 * @param {number[]} cards
 * @param {...HTMLElement} more
 */
export const leftCards = (cards, ...more) =>
  make(
    "div",
    { class: "left-cards", role: "group", "aria-label": t("hidden.left") },
    ...cards.map((card) => cardImage(card, D)),
    ...more,
  );

/** The SETs that the hidden card makes with cards that are left. @param {Found} found @param {number[]} left */
export function partners({ card, partners: pairs }, left) {
  if (!pairs.length) return [make("p", { class: "quiet" }, t("hidden.partners", { n: 0 }))];
  const rows = pairs.map((pair) => make("li", {}, minis([...pair, card], D)));
  const text = left.length === 2 ? t("hidden.two") : t("hidden.partners", { n: pairs.length });
  return [make("p", {}, text), make("ol", { class: "rows" }, ...rows)];
}
