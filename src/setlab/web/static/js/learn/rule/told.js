// The rule is told, and the first SET is found among six cards.
import { broken, cardButton, complaint, fits, valueWord } from "../../cards.js";
import { make } from "../../dom.js";
import { setsAmong } from "../../space.js";
import { t } from "../../words.js";
import { question, talkAbout } from "../steps.js";
import { D } from "../values.js";

/** @typedef {import("../steps.js").Step} Step */

/** @param {number[]} cards six cards with one SET @param {{ own: string }} words @returns {Step} */
export const tellRule = (cards, words) => ({ at, frame, say, solved }) => {
  talkAbout(frame, t("rule.talk.told"));
  /** @type {number[]} */
  let chosen = [];
  const buttons = new Map(cards.map((card) => [card, cardButton(card, D)]));
  const paint = (/** @type {number[]} */ which, /** @type {"right" | "wrong" | ""} */ state, /** @type {string[]} */ flags = []) => {
    for (const [card, button] of buttons) {
      const marked = state && which.includes(card);
      button.setAttribute("aria-pressed", String(!state && which.includes(card)));
      if (marked) button.dataset.state = state;
      else delete button.dataset.state;
      const flag = flags[which.indexOf(card)];
      if (marked && flag) button.dataset.flag = flag;
      else delete button.dataset.flag;
    }
  };
  const pick = (/** @type {number} */ card) => {
    chosen = chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card];
    if (chosen.length < 3) {
      paint(chosen, "");
      return say({ tone: "", text: t("rule.told.chosen", { n: chosen.length }) });
    }
    const three = chosen;
    chosen = [];
    const fault = broken(three, D);
    if (!fault) return finish(three, t("rule.told.right"));
    paint(three, "wrong", fault.values.map((value) => valueWord(fault.property, value)));
    return say({ tone: "wrong", strong: t("rule.told.wrong"), text: complaint(fault) });
  };
  const finish = (/** @type {readonly number[]} */ three, /** @type {string} */ strong) => {
    paint([...three], fits([...three], D) ? "right" : "wrong");
    solved({ tone: "right", strong, text: t("rule.told.play") });
  };
  for (const [card, button] of buttons) button.addEventListener("click", () => pick(card));
  at.append(
    question(t("rule.told.title"), t("rule.told.text")),
    make("blockquote", { class: "note-box" }, t("rule.told.rule")),
    words.own.trim() ? make("p", { class: "quiet" }, t("rule.told.own", { own: words.own.trim() })) : "",
    make("p", {}, t("rule.told.find")),
    make("div", { class: "six", role: "group", "aria-label": t("rule.told.find") }, ...buttons.values()));
  return () => finish(setsAmong(cards, D)[0], t("rule.told.shown"));
};
