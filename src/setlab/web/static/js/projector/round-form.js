// The choice of the next round: game, time, and the options of the game, as the server offers them.
import { get } from "../shared/api.js";
import { fill, make } from "../shared/dom.js";
import { popover } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { clock, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Options} Options */
/**
 * @typedef {{
 *   kind: "switch" | "number" | "choice",
 *   default: any,
 *   least?: number,
 *   most?: number,
 *   choices?: string[],
 * }} Option
 */
/** @typedef {{ game: string, options: { [name: string]: Option } }} Offer */

const OFFERED = ["seconds", "teams", "rule", "cards", "sets", "together", "dimension", "until"];
const TIMES = [0, 60, 90, 120, 180, 300, 600, 900];

export class RoundForm {
  /** @type {Offer[]} */ #offers = [];
  /** @type {State | null} */ #state = null;
  #game = make("select", { id: "next-game", onchange: () => this.#draw() });
  #fields = make("div", { class: "fields" });
  #trouble = make("p", { class: "warn", role: "alert" });

  /** @param {(game: string, options: Options) => Promise<void>} start */
  constructor(start) {
    this.start = start;
    const form = make(
      "form",
      { onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      make("h2", {}, t("class.nextRound")),
      make("div", { class: "field" }, make("label", { for: "next-game" }, t("class.game")), this.#game),
      make("p", { class: "small quiet", id: "next-how" }),
      this.#fields,
      this.#trouble,
      make("button", { class: "btn main", id: "next-start" }, t("class.startRound")),
    );
    this.box = popover("choose", t("class.nextRound"), form);
    this.box.addEventListener(
      "toggle",
      (event) => /** @type {ToggleEvent} */ (event).newState === "open" && this.#open(),
    );
  }

  /** @param {State} state */
  follow(state) {
    this.#state = state;
  }

  async #open() {
    if (!this.#offers.length) this.#offers = (await get("/api/games")).games;
    fill(
      this.#game,
      ...this.#offers.map(({ game }) =>
        make("option", { value: game, selected: game === this.#state?.game }, t(`game.${game}.name`)),
      ),
    );
    this.#draw();
  }

  #draw() {
    const offer = this.#offers.find(({ game }) => game === this.#game.value);
    if (!offer) return;
    this.#trouble.textContent = "";
    this.box.querySelector("#next-how")?.replaceChildren(t(`game.${offer.game}.how`));
    fill(this.#fields, ...OFFERED.filter((name) => offer.options[name]).map((name) => this.#field(name, offer)));
  }

  /** @param {string} name @param {Offer} offer */
  #field(name, offer) {
    const option = offer.options[name];
    const now = offer.game === this.#state?.game ? (this.#state.options[name] ?? option.default) : option.default;
    const id = `next-${name}`;
    if (option.kind === "switch")
      return make(
        "label",
        { class: "check" },
        make("input", { type: "checkbox", id, checked: Boolean(now) }),
        t(`class.option.${name}`),
      );
    return make(
      "div",
      { class: "field" },
      make("label", { for: id }, t(`class.option.${name}`)),
      make(
        "select",
        { id },
        ...choicesOf(name, option).map(([value, text]) =>
          make("option", { value, selected: String(value) === String(now) }, text),
        ),
      ),
    );
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const offer = this.#offers.find(({ game }) => game === this.#game.value);
    if (!offer) return;
    const chosen = OFFERED.filter((name) => offer.options[name]).map((name) => [
      name,
      this.#value(name, offer.options[name]),
    ]);
    try {
      await this.start(offer.game, Object.fromEntries(chosen));
      this.box.hidePopover();
    } catch (error) {
      this.#trouble.textContent = reasonOf(error);
    }
  }

  /** @param {string} name @param {Option} option */
  #value(name, option) {
    const field = this.box.querySelector(`#next-${name}`);
    if (field instanceof HTMLInputElement) return field.checked;
    const value = field instanceof HTMLSelectElement ? field.value : String(option.default);
    return option.kind === "number" ? Number(value) : value;
  }
}

/** @param {string} name @param {Option} option @returns {[number | string, string][]} */
function choicesOf(name, { choices, least = 0, most = 0 }) {
  if (name === "seconds")
    return TIMES.map((time) => [time, time ? t("class.minutes", { clock: clock(time) }) : t("class.noLimit")]);
  if (choices)
    return choices.map((choice) => [
      choice,
      t(name === "rule" ? `class.rule.${choice}` : `new.answer.${name}.${choice}`),
    ]);
  return Array.from({ length: most - least + 1 }, (_, i) => [least + i, String(least + i)]);
}
