// The end of a game with a hidden card: the visitor takes the SETs, or lets the page play on.
import { brokenProperty, complaint, valueWord } from "../../shared/cards.js";
import { fill, make } from "../../shared/dom.js";
import { setsAmong } from "../../shared/space.js";
import { Table } from "../../shared/table.js";
import { t } from "../../shared/words.js";
import { FaceDown } from "../facedown.js";
import { question } from "../steps.js";
import { D } from "../values.js";
import { addressOf, cardsOf } from "./game.js";

/** @typedef {import("./game.js").Course} Course */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../steps.js").Step} Step */

const HELD = 700;
const SIZE = 3;

/** @param {Course} course @returns {Step} */
export const playOut =
  (course) =>
  ({ at, frame, say, solved }) => {
    const cards = make("div", { class: "cards", "aria-label": t("hidden.table") });
    const count = make("p", { class: "quiet" });
    const rest = make("button", { class: "btn", type: "button" }, t("hidden.play.on"));
    /** @type {number[]} */
    let chosen = [];

    const table = new Table(cards, { keys: "letters", onPick: pick });
    at.append(
      question(t("hidden.play.title"), t("hidden.play.text", { n: course.now.moves.length })),
      make("div", { class: "row" }, count, make("span", { class: "grow" }), rest),
      make("div", { class: "cloth" }, make("div", { class: "table" }, cards)),
    );
    fill(
      frame.aside,
      make("div", { class: "aside-card" }, new FaceDown(0).root, make("p", { class: "quiet" }, t("hidden.play.aside"))),
      make(
        "p",
        { class: "small" },
        t("hidden.play.set"),
        " ",
        make("a", { href: "/learn/third" }, t("hidden.play.lesson")),
      ),
    );
    rest.addEventListener("click", () => ask([...course.now.moves], "all"));
    show();
    say({ tone: "", text: t("hidden.play.start") });
    if (course.now.over) end();

    /** @param {number} card */
    function pick(card) {
      if (course.now.over) return;
      if (chosen.length === SIZE) chosen = [];
      chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card];
      table.unmark();
      table.press(chosen);
      if (chosen.length === SIZE) claim();
    }

    function claim() {
      const fault = brokenProperty(chosen, D);
      if (!fault) {
        table.mark(chosen, "right");
        table.hold(chosen, HELD);
        return ask([...course.now.moves, chosen], "no");
      }
      table.press([]);
      table.mark(
        chosen,
        "wrong",
        fault.values.map((value) => valueWord(fault.property, value)),
      );
      return say({ tone: "wrong", strong: t("hidden.play.wrong"), text: complaint(fault) });
    }

    /** @param {number[][]} moves @param {"no" | "all"} play */
    async function ask(moves, play) {
      const before = course.now;
      table.locked = rest.disabled = true;
      course.now = await frame.get(addressOf(course.seed, moves, play));
      chosen = [];
      table.locked = rest.disabled = false;
      if (play === "all") table.release();
      show();
      if (course.now.over) end();
      else say({ tone: "right", strong: t("hidden.play.right"), text: dealt(before, course.now) });
    }

    function show() {
      table.show(course.now.slots, D);
      table.press(chosen);
      count.textContent = t("hidden.play.count", { taken: course.now.moves.length, undealt: course.now.undealt });
    }

    function end() {
      rest.disabled = true;
      solved({
        tone: "right",
        strong: t("hidden.play.over"),
        text: t("hidden.play.left", { n: cardsOf(course.now).length }),
      });
    }

    /** Mark a SET; if it is marked already, take it. */
    return () => {
      const [found] = setsAmong(cardsOf(course.now), D);
      if (!found || table.locked) return;
      table.release();
      if (table.slotOf(found[0])?.dataset.state === "hint") {
        chosen = [...found];
        return claim();
      }
      table.unmark();
      table.press((chosen = []));
      table.mark([...found], "hint");
      say({ tone: "", strong: t("hidden.play.here"), text: t("hidden.play.take") });
    };
  };

/** How many cards came after a SET, and why. @param {Game} before @param {Game} now */
function dealt(before, now) {
  const cards = before.undealt - now.undealt;
  if (!cards) return t("hidden.play.none");
  return cards > SIZE || cardsOf(before).length > 12
    ? t("hidden.play.more", { n: cards })
    : t("hidden.play.dealt", { n: cards });
}
