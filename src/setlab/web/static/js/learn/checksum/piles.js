// Which pile is wrong? The cards that are left have told in which property to look.
import { complaint, judge, marks, minis, nameOf } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { question } from "../steps.js";
import { D, propertyWord } from "../values.js";
import { spoilt } from "./game.js";

/** @typedef {import("./game.js").Mistaken} Mistaken */
/** @typedef {import("../steps.js").Step} Step */

/**
 * The piles of a game, in the order in which they were taken; each can be chosen.
 * @param {number[][]} piles
 * @param {(i: number) => void} choose
 */
export function pileList(piles, choose) {
  const buttons = piles.map((pile, i) => {
    const names = pile.map((card) => nameOf(card, D)).join(", ");
    return make(
      "button",
      {
        type: "button",
        class: "pile",
        "aria-label": `${t("checksum.pile", { n: i + 1 })}: ${names}`,
        "aria-pressed": "false",
        onclick: () => choose(i),
      },
      make("span", { class: "small quiet", "aria-hidden": "true" }, i + 1),
      minis(pile, D),
    );
  });
  return make("div", { class: "piles", role: "group", "aria-label": t("checksum.piles") }, ...buttons);
}

/** Mark piles. @param {HTMLElement} list @param {(i: number) => "right" | "wrong" | "off" | ""} state */
export function markPiles(list, state) {
  for (const [i, pile] of [...list.children].entries()) {
    const now = state(i);
    if (now) pile.setAttribute("data-state", now);
    else pile.removeAttribute("data-state");
  }
}

/** @param {Mistaken} game @returns {Step} */
export const findPile =
  (game) =>
  ({ at, frame, say, solved }) => {
    const [property] = spoilt(game.checksum),
      [wrong] = game.wrong;
    /** @type {Set<number>} */
    const seen = new Set();
    const shown = make("div", { class: "why" });
    const list = pileList(game.piles, choose);

    /** @param {number} i @param {string} [strong] */
    function choose(i, strong) {
      const judged = judge(game.piles[i], D);
      const fault = judged.find(({ verdict }) => verdict === "neither");
      fill(shown, marks(game.piles[i], D));
      if (!fault) {
        seen.add(i);
        draw();
        const about = judged.find((each) => each.property === property);
        return say({
          tone: "wrong",
          strong: t("checksum.find.set", { n: i + 1 }),
          text: t("checksum.find.look", {
            property: propertyWord(property),
            verdict: t(`card.verdict.${about?.verdict ?? "same"}`),
          }),
        });
      }
      markPiles(list, (k) => (k === wrong ? "wrong" : ""));
      return solved({
        tone: "right",
        strong: strong ?? t("trick.right"),
        text: `${t("checksum.find.right", { n: i + 1 })} ${complaint(fault)}`,
      });
    }

    const draw = () => markPiles(list, (i) => (seen.has(i) ? "off" : ""));

    at.append(
      question(
        t("checksum.find.title"),
        t("checksum.find.text", { property: propertyWord(property), n: game.piles.length }),
      ),
      list,
      shown,
    );
    fill(frame.aside, make("p", { class: "note-box" }, t("checksum.find.note", { property: propertyWord(property) })));
    say({ tone: "", text: t("checksum.find.start") });
    return () => choose(wrong, t("trick.shown"));
  };
