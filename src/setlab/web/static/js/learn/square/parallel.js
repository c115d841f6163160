// A SET and a card beside it: exactly one SET through the card has no card in common with the first one.
import { brokenProperty, complaint, valueWord } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { formatList, t } from "../../shared/words.js";
import { below } from "../random.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { Board } from "./board.js";
import { LINES, directionWord, knots, lineOf } from "./lines.js";

/** @typedef {import("./lines.js").PlacedSet} PlacedSet */
/** @typedef {import("../steps.js").Step} Step */

/** @param {number[]} square @param {() => number} random @returns {Step} */
export const findParallel =
  (square, random) =>
  ({ at, frame, say, solved }) => {
    const diagonals = LINES.filter(({ direction }) => direction === "falling" || direction === "rising");
    const given = diagonals[below(random, diagonals.length)];
    const others = square.map((_, i) => i).filter((place) => !given.places.includes(place));
    const card = others[below(random, others.length)];
    const wanted = LINES.find(({ direction, places }) => direction === given.direction && places.includes(card));
    /** @type {number[]} */
    let chosen = [];
    const board = new Board(pick);
    const after = make("div", { class: "why" });
    board.lay(square);

    const base = (/** @type {number} */ i) => (given.places.includes(i) ? "in" : i === card ? "right" : "");

    /** @param {number} place */
    function pick(place) {
      if (place === card) return say({ tone: "", text: t("square.parallel.card") });
      if (chosen.length === 2) chosen = [];
      chosen = chosen.includes(place) ? chosen.filter((each) => each !== place) : [...chosen, place];
      board.mark(base);
      board.press(chosen);
      if (chosen.length === 2) claim([card, ...chosen]);
      return undefined;
    }

    /** @param {number[]} places */
    function claim(places) {
      const fault = brokenProperty(
          places.map((place) => square[place]),
          D,
        ),
        line = lineOf(places);
      board.press([]);
      if (fault || !line) {
        board.mark(
          (i) => (places.includes(i) ? "wrong" : base(i)),
          (i) => (fault && places.includes(i) ? valueWord(fault.property, fault.values[places.indexOf(i)]) : ""),
        );
        return say({ tone: "wrong", strong: t("square.parallel.wrong"), text: fault ? complaint(fault) : "" });
      }
      if (line.direction === given.direction) return settle(line, t("trick.right"));
      const common = given.places.filter((place) => line.places.includes(place));
      board.mark((i) => (common.includes(i) ? "wrong" : line.places.includes(i) ? "hint" : base(i)));
      return say({
        tone: "wrong",
        strong: t("square.parallel.meets"),
        text: t("square.parallel.common", { card: formatList(common.map((place) => board.name(place))) }),
      });
    }

    /** @param {PlacedSet} line @param {string} strong */
    function settle(line, strong) {
      board.mark((i) => (line.places.includes(i) ? "right" : given.places.includes(i) ? "in" : ""));
      if (!after.firstChild) fill(after, knots(null), make("p", { class: "note-box" }, t("square.parallel.note")));
      for (const button of after.querySelectorAll("button"))
        button.replaceWith(make("span", { class: "still" }, ...button.childNodes));
      solved({ tone: "right", strong, text: t("square.parallel.right", { direction: directionWord(line.direction) }) });
    }

    at.append(
      question(t("square.parallel.title"), t("square.parallel.text")),
      make("div", { class: "square-desk" }, board.root, after),
    );
    board.mark(base);
    fill(frame.aside, make("p", { class: "quiet" }, t("square.parallel.aside")));
    say({ tone: "", text: t("square.parallel.start") });
    return () => {
      if (wanted) settle(wanted, t("trick.shown"));
    };
  };
