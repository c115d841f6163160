// Lesson 2: two cards are given, the third is built property by property; ten pairs, each a little harder.
import { complaint, judge, minis } from "../../shared/cards.js";
import { Builder } from "../../chooser/builder.js";
import { fill, make } from "../../shared/dom.js";
import { third } from "../../shared/space.js";
import { formatList, t } from "../../shared/words.js";
import { ascendingPairs, tripleDiffering } from "../pairs.js";
import { runSteps } from "../steps.js";
import { keepTriple } from "../triples.js";
import { D, PROPERTIES, propertyWord } from "../values.js";

/** @typedef {import("../pairs.js").Pair} Pair */
/** @typedef {import("../steps.js").Step} Step */

const ENOUGH = 3; // SETs after which the rule can be guessed

/** @type {import("../types").Start} */
export default function start(root, frame) {
  const pairs = ascendingPairs(frame.random);
  const example = tripleDiffering(frame.random, 2);
  const solved = make("ol", { class: "rows" });
  const note = make("p", { class: "note-box", hidden: true }, t("third.notice"));
  fill(
    frame.aside,
    make("p", { class: "quiet" }, t("third.harder")),
    make("h3", {}, t("third.example")),
    make("ol", { class: "rows" }, row(example)),
    make("h3", {}, t("third.made")),
    solved,
    note,
  );
  runSteps(
    root,
    frame,
    pairs.map((pair) =>
      task(pair, (cards) => {
        solved.append(row(cards));
        note.hidden = solved.children.length < ENOUGH;
        keepTriple(cards);
      }),
    ),
  );
}

/** A SET with the properties that change. @param {number[]} cards */
function row(cards) {
  const changing = judge(cards, D)
    .filter(({ verdict }) => verdict === "different")
    .map(({ property }) => propertyWord(property));
  return make(
    "li",
    {},
    minis(cards, D),
    make("small", { class: "quiet" }, t("third.change", { n: changing.length, properties: formatList(changing) })),
  );
}

/** @param {Pair} pair @param {(cards: number[]) => void} made @returns {Step} */
const task =
  ([a, b], made) =>
  ({ at, say, solved }) => {
    const final = third(a, b, D);
    let open = true;
    const finish = (/** @type {string} */ key) => {
      if (open) made([a, b, final]);
      open = false;
      solved({ tone: "right", strong: t(`third.${key}.strong`), text: t(`third.${key}.text`) });
    };
    const builder = new Builder([a, b], ({ open: left, broken, judged, card }) => {
      if (card === final) return finish("right");
      if (broken.length)
        return say({
          tone: "wrong",
          strong: t("third.fit", { n: judged.length - broken.length, of: PROPERTIES.length }),
          text: broken.map(complaint).join(" "),
        });
      return say({
        tone: "right",
        strong: t("third.fit", { n: judged.length, of: PROPERTIES.length }),
        text: t("learn.open", { n: left }),
      });
    });
    at.append(builder.root);
    say({ tone: "", text: t("third.start") });
    return () => {
      builder.build(final);
      finish("shown");
    };
  };
