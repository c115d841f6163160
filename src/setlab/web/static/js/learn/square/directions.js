// Which SETs are in the square? One of each of the four directions is to be found, also such that go on at the other
// side.
import { brokenProperty, complaint, minis, valueWord } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { third } from "../../shared/space.js";
import { t } from "../../shared/words.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { Board } from "./board.js";
import { DIRECTIONS, LINES, directionWord, knot, lineOf } from "./lines.js";

/** @typedef {import("./lines.js").Direction} Direction */
/** @typedef {import("../steps.js").Step} Step */

/** @param {number[]} square @returns {Step} */
export const findDirections =
  (square) =>
  ({ at, frame, say, solved }) => {
    /** @type {number[]} */
    let chosen = [];
    /** The first SET that was found of each direction. @type {Map<Direction, number[]>} */
    const found = new Map();
    const board = new Board(pick);
    const list = make("ul", { class: "rows" });
    board.lay(square);

    /** @param {number} place */
    function pick(place) {
      if (chosen.length === 3) chosen = [];
      board.mark(() => "");
      chosen = chosen.includes(place) ? chosen.filter((each) => each !== place) : [...chosen, place];
      board.press(chosen);
      if (chosen.length === 3) claim(chosen);
    }

    /** @param {number[]} places */
    function claim(places) {
      const cards = places.map((place) => square[place]);
      const fault = brokenProperty(cards, D),
        line = lineOf(places);
      board.press([]);
      if (fault || !line) return refuse(places);
      board.mark((i) => (places.includes(i) ? "right" : ""));
      const again = found.has(line.direction);
      found.set(line.direction, found.get(line.direction) ?? places);
      draw();
      if (found.size === DIRECTIONS.length)
        return solved({ tone: "right", strong: t("square.find.done"), text: t("square.find.all") });
      return say({
        tone: "right",
        strong: t("square.find.right"),
        text: t(again ? "square.find.again" : "square.find.new", { direction: directionWord(line.direction) }),
      });
    }

    /** @param {number[]} places */
    function refuse(places) {
      const fault = brokenProperty(
        places.map((place) => square[place]),
        D,
      );
      if (!fault) return;
      const there = square.indexOf(third(square[places[0]], square[places[1]], D));
      board.mark(
        (i) => (places.includes(i) ? "wrong" : i === there ? "hint" : ""),
        (i) => (places.includes(i) ? valueWord(fault.property, fault.values[places.indexOf(i)]) : ""),
      );
      say({ tone: "wrong", strong: t("square.find.wrong"), text: `${complaint(fault)} ${t("square.find.there")}` });
    }

    function draw() {
      fill(
        list,
        ...DIRECTIONS.map((direction) => {
          const places = found.get(direction),
            line = LINES.find((each) => (places ? lineOf(places) === each : each.direction === direction));
          return make(
            "li",
            {},
            line && places ? knot(line) : make("span", { class: "slot" }, "?"),
            make("span", {}, directionWord(direction)),
            places
              ? minis(
                  places.map((place) => square[place]),
                  D,
                )
              : make("span", { class: "quiet small" }, t("square.find.missing")),
          );
        }),
      );
    }

    at.append(question(t("square.find.title"), t("square.find.text")), board.root);
    fill(frame.aside, make("h3", {}, t("square.find.directions")), list);
    draw();
    say({ tone: "", text: t("square.find.start") });
    return () => {
      const missing = DIRECTIONS.find((direction) => !found.has(direction));
      const lines = LINES.filter(({ direction }) => direction === missing);
      const line = lines.at(-1);
      if (line) claim(line.places);
    };
  };
