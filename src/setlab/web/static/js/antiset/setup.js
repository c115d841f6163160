// Which game: the board, who you are, the opponent's strategy, and the number that its chances come from.
import { judge } from "../shared/cards.js";
import { fill, make } from "../shared/dom.js";
import { picks } from "../shared/page.js";
import { formatList, t } from "../shared/words.js";

/** @typedef {import("./types").Wanted} Wanted */
/** @typedef {import("./types").Boards} Boards */
/** @typedef {import("./types").Player} Player */

const LARGEST_SEED = 999_999;

/** A new number for a game. */
export const newSeed = () => Math.floor(Math.random() * LARGEST_SEED) + 1;

/** @param {Player} player @returns {Player} */
export const otherOf = (player) => (player === "xavier" ? "olivia" : "xavier");

/**
 * The strategy that an opponent plays: the one that was chosen, or one that can be beaten.
 * @param {Boards} boards
 * @param {number} cards
 * @param {Player} you
 * @param {string} chosen
 */
export const strategyFor = (boards, cards, you, chosen) =>
  offeredTo(boards, cards, you).includes(chosen) ? chosen : "forgetful";

/** The opponent's strategy that gets furthest in theory: Xavier's wins, Olivia's lasts longest. @param {Player} you */
export const strongestAgainst = (you) => (you === "olivia" ? "theorem7" : "max-cap");

/** @param {Boards} boards @param {number} cards @param {Player} you */
const offeredTo = ({ boards }, cards, you) => boards.find((board) => board.cards === cards)?.[otherOf(you)] ?? [];

/**
 * Draw the choices; each of them begins a new game.
 * @param {HTMLElement} root
 * @param {Boards} boards
 * @param {Wanted} wanted
 * @param {(wanted: Wanted) => void} begin
 */
export function drawSetup(root, boards, wanted, begin) {
  const { cards, you, strategy, seed } = wanted;
  /** @param {Partial<Wanted>} change */
  const change = (change) => {
    begin({ ...wanted, ...change, moves: [] });
  };
  const focused =
    document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLSelectElement
      ? document.activeElement
      : null;
  const again =
    focused && root.contains(focused)
      ? `[name="${focused.name}"]${focused.type === "radio" ? `[value="${focused.value}"]` : ""}`
      : "";
  fill(
    root,
    picks(
      "cards",
      t("antiset.cards"),
      boards.boards.map((board) => [String(board.cards), String(board.cards)]),
      String(cards),
      (value) => change({ cards: Number(value) }),
    ),
    picks(
      "you",
      t("antiset.you"),
      [
        ["xavier", t("antiset.seat.xavier")],
        ["olivia", t("antiset.seat.olivia")],
      ],
      you,
      (value) => change({ you: value === "xavier" ? "xavier" : "olivia" }),
    ),
    make(
      "div",
      { class: "field-of" },
      make("label", { for: "against" }, t("antiset.against", { name: t(`antiset.name.${otherOf(you)}`) })),
      opponents(offeredTo(boards, cards, you), strategy, (name) => change({ strategy: name })),
    ),
    make(
      "div",
      { class: "field-of number" },
      make("label", { for: "seed" }, t("antiset.seed")),
      make("input", {
        id: "seed",
        name: "seed",
        type: "number",
        min: 0,
        max: LARGEST_SEED,
        value: seed,
        title: t("antiset.seedHow"),
        onchange: (event) => change({ seed: within(event.target) }),
      }),
    ),
    make("p", { class: "quiet how", id: "how" }, t(`antiset.strategy.${strategy}.how`), slowness(boards, cards)),
  );
  const kept = again && root.querySelector(again);
  if (kept instanceof HTMLElement) kept.focus();
}

/** Which properties the cards of a board have: "colour and shape". @param {number} dimension */
export const propertiesOf = (dimension) =>
  formatList(judge([0], dimension).map(({ property }) => t(`card.property.${property}`)));

/** @param {string[]} names @param {string} now @param {(name: string) => void} choose */
function opponents(names, now, choose) {
  const options = names.map((name) =>
    make("option", { value: name, selected: name === now }, t(`antiset.strategy.${name}.name`)),
  );
  return make(
    "select",
    { id: "against", name: "against", "aria-describedby": "how", onchange: (event) => choose(event.target.value) },
    ...options,
  );
}

/** Which strategies are missing because they are too slow here. @param {Boards} boards @param {number} cards */
function slowness({ boards }, cards) {
  const slow = boards.find((board) => board.cards === cards)?.slow ?? [];
  return slow.length
    ? ` ${t("antiset.slow", { name: slow.map((name) => t(`antiset.strategy.${name}.name`)).join(", ") })}`
    : "";
}

/** @param {HTMLInputElement} input */
const within = (input) => Math.max(0, Math.min(LARGEST_SEED, Math.round(Number(input.value) || 0)));
