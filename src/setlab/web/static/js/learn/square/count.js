// How many SETs are in the square, and why? Then all of them can be lit up.
import { fill, make } from "../../shared/dom.js";
import { setsAmong } from "../../shared/space.js";
import { capital, t } from "../../shared/words.js";
import { fillIn, numberField } from "../answers.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { Board } from "./board.js";
import { LINES, directionWord, knots } from "./lines.js";

/** @typedef {import("../steps.js").Step} Step */

/** @param {number[]} square @returns {Step} */
export const countSets =
  (square) =>
  ({ at, frame, say, solved }) => {
    const sets = setsAmong(square, D).length,
      through = setsAmong(square, D).filter((line) => line.includes(square[4])).length;
    const board = new Board(null);
    const after = make("div", { class: "why" });
    board.lay(square);
    fill(frame.aside);
    const light = (/** @type {import("./lines.js").PlacedSet} */ line) => {
      board.mark((i) => (line.places.includes(i) ? "right" : "off"));
      for (const button of after.querySelectorAll("[data-places]"))
        button.setAttribute("aria-pressed", String(button.getAttribute("data-places") === line.places.join()));
      say({
        tone: "right",
        strong: `${capital(directionWord(line.direction))}:`,
        text: line.places.map((place) => board.name(place)).join(", "),
      });
    };
    const settle = (/** @type {string} */ strong) => {
      if (!after.firstChild)
        fill(after, knots(light), make("p", {}, t("square.count.why", { through, times: 9 * through, sets })));
      solved({ tone: "right", strong, text: t("square.count.right", { n: sets }) });
    };
    const answer = (/** @type {number} */ n) =>
      n === sets
        ? settle(t("trick.right"))
        : say({ tone: "wrong", strong: t("trick.wrong"), text: reasonAgainst(n, sets) });
    at.append(
      question(t("square.count.title"), t("square.count.text")),
      make("div", { class: "square-desk" }, board.root, after),
      numberField(t("square.count.label"), answer, say),
    );
    say({ tone: "" });
    return () => {
      fillIn(at, sets);
      settle(t("trick.shown"));
    };
  };

/** The reason why a number is wrong: the probable miscount. @param {number} n @param {number} sets */
export function reasonAgainst(n, sets) {
  const straight = LINES.filter(({ direction }) => direction === "across" || direction === "down").length;
  if (n === straight) return t("square.count.straight", { n });
  if (n === straight + 2) return t("square.count.whole", { n });
  return t(n < sets ? "square.count.few" : "square.count.many", { n, pairs: (9 * 8) / 2 });
}
