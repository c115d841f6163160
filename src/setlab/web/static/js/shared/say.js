// The say line: one message at a time, read aloud once by the live region.
import { fill, make, style } from "./dom.js";
import { announce, readAloud } from "./page.js";

/** @typedef {"" | "right" | "wrong" | "call"} Tone */
/**
 * `aloud`: what is read instead of the line.
 * @typedef {{
 *   tone: Tone,
 *   strong?: string,
 *   text?: string,
 *   before?: Node | null,
 *   after?: Node | null,
 *   aloud?: string,
 * }} Saying
 */

const STAYS = 6000;

/** Play the sound of a name, if the reader wants sounds; only then the module is loaded. @param {string} name */
export function sound(name) {
  if (document.documentElement.dataset.sound === "on") import(`./sound.js`).then(({ play }) => play(name));
}

export class SayLine {
  #timer = 0;
  #said = "";

  /** @param {HTMLElement} root @param {() => Saying} idle what the line says when nothing has happened lately */
  constructor(root, idle) {
    this.root = root;
    this.idle = idle;
  }

  /** Say something; it stays a while, then the line is idle again. @param {Saying} saying @param {boolean} [lasting] */
  say(saying, lasting = false) {
    clearTimeout(this.#timer);
    this.#draw(saying);
    sound(saying.tone);
    announce(saying.aloud ?? readAloud(this.root));
    if (!lasting) this.#timer = setTimeout(() => this.rest(), STAYS);
  }

  /** Go back to the idle words, unless they stand there already. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#draw(this.idle());
  }

  /** The idle words may have changed: show them if nothing else is being said. */
  refresh() {
    if (!this.#timer) this.rest();
  }

  /** Move the meter of a call. @param {number} share */
  measure(share) {
    const meter = this.root.querySelector(".meter");
    if (meter instanceof HTMLElement) style(meter, { "--v": Math.max(0, Math.min(1, share)).toFixed(3) });
  }

  /** @param {Saying} saying */
  #draw({ tone, strong = "", text = "", before = null, after = null }) {
    const key = `${tone}|${strong}|${text}|${Boolean(before)}|${after?.textContent ?? ""}`;
    if (key === this.#said && !before) return;
    this.#said = key;
    this.root.dataset.tone = tone;
    fill(
      this.root,
      before,
      make(
        "p",
        { class: strong ? "" : "quiet" },
        strong && make("strong", {}, strong),
        strong && text ? " " : "",
        text,
      ),
      after,
    );
  }
}
