// Any three cards will do, unless they are a SET: the visitor chooses them, and the square follows.
import { minis } from "../../shared/cards.js";
import { DeckField } from "../../chooser/deckfield.js";
import { fill, make } from "../../shared/dom.js";
import { isSet, plane, setsAmong } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { Board } from "./board.js";
import { threeCards } from "./three.js";

/** @typedef {import("../steps.js").Step} Step */

/** @param {() => number} random @returns {Step} */
export const ownSquare =
  (random) =>
  ({ at, frame, say, solved }) => {
    /** @type {number[]} */
    let chosen = [];
    const board = new Board(null, true);
    const field = new DeckField(
      make("div", { class: "deck-field", role: "group", "aria-label": t("square.own.deck") }),
      pick,
    );
    const list = make("ol", { class: "rows" }),
      made = make("h3", { hidden: true }, t("square.own.made"));

    /** @param {number} card */
    function pick(card) {
      if (chosen.length === 3) chosen = [];
      chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card];
      if (chosen.length < 3) {
        show([]);
        return say({ tone: "", text: t("square.own.chosen", { n: chosen.length }) });
      }
      if (!isSet(chosen, D)) return lay(chosen);
      show([]);
      return say({ tone: "wrong", strong: t("square.own.set"), text: t("square.own.line") });
    }

    /** @param {number[]} three */
    function lay(three) {
      const square = plane(three[0], three[1], three[2], D);
      show(square);
      made.hidden = false;
      list.prepend(make("li", {}, minis(three, D)));
      solved({
        tone: "right",
        strong: t("square.own.done"),
        text: t("square.own.sets", { n: setsAmong(square, D).length }),
      });
    }

    /** @param {number[]} square */
    function show(square) {
      board.lay(
        square.length
          ? square
          : Array(9)
              .fill(null)
              .map((_, i) => chosen[[0, 1, 3].indexOf(i)] ?? null),
      );
      board.mark((i) => (board.cards[i] === null || !chosen.includes(board.cards[i] ?? -1) ? "" : "right"));
      field.show(chosen, (card) => ({
        state:
          square.includes(card) && !chosen.includes(card) ? "in" : square.length && !square.includes(card) ? "off" : "",
      }));
    }

    at.append(question(t("square.own.title"), t("square.own.text")), field.root);
    fill(frame.aside, board.root, made, list, make("a", { class: "btn", href: "/explore" }, t("square.own.explore")));
    show([]);
    say({ tone: "", text: t("square.own.start") });
    return () => {
      chosen = threeCards(random);
      lay(chosen);
    };
  };
