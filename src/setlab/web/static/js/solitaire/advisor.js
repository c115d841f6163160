// The advisor: on request, each SET on the table with its chance of clearing, and the curve of the chance so far.
import { post } from "../shared/api.js";
import { byId, fill, make } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { t } from "../shared/words.js";
import { fraction, Lights, percent } from "./choices.js";
import { Curve } from "./curve.js";

/** @typedef {import("./types").Advice} Advice */
/** @typedef {import("./types").Kept} Kept */

export class Advisor {
  #open = false;
  #asked = 0;
  #button = byId("advise", HTMLButtonElement);
  #panel = byId("advice", HTMLElement);
  #rows = byId("choices", HTMLElement);
  #how = byId("how", HTMLElement);
  #course = byId("course", HTMLElement);
  #curve = new Curve(byId("curve", SVGSVGElement));
  #lights;

  /** @param {(cards: number[] | null) => void} light marks a SET on the table @param {() => void} toggled */
  constructor(light, toggled) {
    this.#lights = new Lights(light);
    this.#button.addEventListener("click", toggled);
  }

  get open() {
    return this.#open;
  }

  set open(open) {
    this.#open = open;
    this.#panel.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    fill(this.#button, t(open ? "solitaire.advice.hide" : "solitaire.advice.show"), " ", make("kbd", {}, "?"));
  }

  /** Nothing that was said about the table holds any more. */
  forget() {
    this.#asked += 1;
    this.#panel.removeAttribute("aria-busy");
    this.#lights.forget();
    fill(this.#rows);
    fill(this.#how);
    this.#course.hidden = true;
  }

  /**
   * Ask about the table as it is now; late answers are discarded.
   * @param {Pick<Kept, "seed" | "game" | "moves">} kept
   * @param {boolean} [aloud]
   */
  async ask({ seed, game, moves }, aloud = false) {
    this.#asked += 1;
    const asked = this.#asked;
    this.#lights.forget();
    this.#panel.setAttribute("aria-busy", "true");
    try {
      /** @type {Advice} */
      const advice = await post("/api/solitaire/advice", { seed, game, moves });
      if (asked === this.#asked) this.#show(advice, aloud);
    } catch (error) {
      if (asked === this.#asked) this.#trouble(error, () => this.ask({ seed, game, moves }, aloud));
    }
    if (asked === this.#asked) this.#panel.removeAttribute("aria-busy");
  }

  /** @param {Advice} advice @param {boolean} aloud */
  #show({ choices, how, path }, aloud) {
    fill(this.#rows, ...choices.map((choice) => this.#lights.row(choice, choices[0], exactly(choice))));
    fill(this.#how, choices.length ? t(`solitaire.how.${how}`) : t("solitaire.advice.none"));
    this.#course.hidden = false;
    this.#curve.show(path, path.length - 1);
    if (aloud && choices.length)
      announce(t("solitaire.advice.aloud", { n: choices.length, chance: percent(choices[0].chance ?? 0) }));
  }

  /** @param {unknown} error @param {() => void} retry */
  #trouble(error, retry) {
    fill(this.#rows);
    fill(
      this.#how,
      make("p", { class: "warn" }, reasonOf(error)),
      make("button", { class: "btn", onclick: retry }, t("solitaire.retry")),
    );
  }
}

/** @param {import("./types").Choice} choice */
function exactly(choice) {
  const text = fraction(choice);
  return text ? make("small", { class: "quiet exactly" }, t("solitaire.advice.exactly", { fraction: text })) : null;
}
