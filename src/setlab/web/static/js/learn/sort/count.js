// How many cards are there, and how do you know? The groups on the page are the reason.
import { fill, make } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { fillIn, numberField } from "../answers.js";
import { Field, Grouping, groupCards } from "../field.js";
import { question, talkAbout } from "../steps.js";
import { PROPERTIES, valuesFor } from "../values.js";

/** @typedef {import("../../shared/types").Property} Property */
/** @typedef {import("../steps.js").Step} Step */

/**
 * The sizes of the groups by one and by two properties, and the number of values of each property.
 * @param {number[]} cards
 */
export function sizes(cards) {
  const [one, two] = [groupCards(cards, [PROPERTIES[0]]), groupCards(cards, [PROPERTIES[0], PROPERTIES[1]])];
  const values = PROPERTIES.map((property) => valuesFor(property).length);
  return {
    total: cards.length,
    groups: one.length,
    inGroup: one[0].cards.length,
    boxes: two.length,
    inBox: two[0].cards.length,
    values,
  };
}

/**
 * The reason why a number is wrong: the probable miscount.
 * @param {number} n
 * @param {ReturnType<typeof sizes>} deck
 * @param {number} by
 */
export function reasonAgainst(n, deck, by) {
  const added = deck.values.reduce((sum, each) => sum + each, 0);
  if (n === added) return t("sort.count.added", { sum: deck.values.join(" + ") });
  if (n === deck.inGroup) return t("sort.count.group", { n });
  if (n === deck.inBox) return t("sort.count.box", { n });
  if (n === deck.values.length ** deck.values[0]) return t("sort.count.swapped", { n: deck.values.length });
  if (by === 1) return t("sort.count.by.one", { groups: deck.groups });
  return by === 2 ? t("sort.count.by.two", { boxes: deck.boxes }) : t("sort.count.by.none");
}

/** @param {number[]} cards @returns {Step} */
export const countCards =
  (cards) =>
  ({ at, frame, say, solved }) => {
    talkAbout(frame, t("sort.talk.count"));
    const deck = sizes(cards);
    const field = new Field(cards, t("sort.deck"));
    const grouping = new Grouping(field);
    const why = make("div", { class: "why" });
    const explain = () => {
      const ways = [`${deck.groups} · ${deck.inGroup}`, `${deck.boxes} · ${deck.inBox}`, deck.values.join(" · ")];
      const keys = /** @type {const} */ (["one", "two", "each"]);
      const rows = keys.map((key, i) =>
        make(
          "li",
          {},
          make("strong", {}, `${ways[i]} = ${deck.total}`),
          " ",
          t(`sort.count.way.${key}`, {
            groups: deck.groups,
            inGroup: deck.inGroup,
            boxes: deck.boxes,
            inBox: deck.inBox,
          }),
        ),
      );
      fill(why, make("ul", { class: "rows" }, ...rows), make("p", { class: "note-box" }, t("sort.count.principle")));
      solved({ tone: "right", strong: t("sort.count.right", { n: deck.total }), text: t("sort.count.know") });
    };
    const answer = (/** @type {number} */ n) =>
      n === deck.total
        ? explain()
        : say({ tone: "wrong", strong: t("sort.count.wrong", { n }), text: reasonAgainst(n, deck, field.by.length) });
    at.append(
      question(t("sort.count.title"), t("sort.count.text")),
      grouping.root,
      field.root,
      numberField(t("sort.count.label"), answer, say),
      why,
    );
    return () => {
      grouping.group([PROPERTIES[0], PROPERTIES[1]]);
      fillIn(at, deck.total);
      explain();
    };
  };
