// The sheet as it will be printed: one page at a time, from the server.
import { byId, make } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { SayLine } from "../shared/say.js";
import { t } from "../shared/words.js";

/** @typedef {import("./questions.js").What} What */

export class Preview {
  #sheet = byId("sheet", HTMLImageElement);
  #desktop = byId("desktop", HTMLElement);
  #back = byId("back", HTMLButtonElement);
  #on = byId("on", HTMLButtonElement);
  /** @type {What} */ #what = "deck";
  #options = new URLSearchParams();
  #page = 1;
  #pages = 0;
  #waiting = new AbortController();

  /** @param {(works: boolean) => void} settled told whether the document can be made */
  constructor(settled) {
    this.settled = settled;
    this.say = new SayLine(byId("say", HTMLElement), () => ({ tone: "" }));
    this.#back.addEventListener("click", () => this.#turn(-1));
    this.#on.addEventListener("click", () => this.#turn(1));
  }

  /** Show the first page of a document. @param {What} what @param {URLSearchParams} options */
  async show(what, options) {
    this.#what = what;
    this.#options = options;
    this.#page = 1;
    if (await this.#load()) announce(t("print.pages", { n: this.#pages }));
  }

  /** @param {number} by */
  async #turn(by) {
    const page = this.#page + by;
    if (page < 1 || page > this.#pages) return;
    this.#page = page;
    if (await this.#load()) announce(t("print.page", { n: this.#page, of: this.#pages }));
  }

  /** Show the page; false if it cannot be made, or if another one was wanted in the meantime. */
  async #load() {
    this.#waiting.abort(); // the server need not go on with what nobody will see
    const waiting = (this.#waiting = new AbortController());
    this.#desktop.setAttribute("aria-busy", "true");
    const address = `/api/print/${this.#what}.png?${this.#options}&page=${this.#page}`;
    const answer = await fetch(address, { signal: waiting.signal }).catch(() => null);
    const reason = answer?.ok ? "" : ((await answer?.json().catch(() => null))?.reason ?? "");
    if (waiting.signal.aborted) return false;
    if (!answer?.ok) return this.#fail(reason);
    this.#pages = Number(answer.headers.get("X-Pages"));
    this.#sheet.src = address; // the browser has the picture already
    this.#sheet.alt = t(`print.alt.${this.#what}`, { n: this.#page, of: this.#pages });
    await this.#sheet.decode().catch(() => null);
    return !waiting.signal.aborted && this.#done();
  }

  #done() {
    this.#desktop.setAttribute("aria-busy", "false");
    this.say.rest();
    this.#count();
    this.settled(true);
    return true;
  }

  /** @param {string} reason */
  #fail(reason) {
    this.#desktop.setAttribute("aria-busy", "false");
    this.#pages = 0;
    this.#sheet.removeAttribute("src");
    this.#sheet.alt = "";
    this.#count();
    this.settled(false);
    const again = make("button", { type: "button", class: "btn", onclick: () => this.#load() }, t("print.again"));
    this.say.say(
      {
        tone: "wrong",
        strong: t("print.failed"),
        text: reason ? t("print.reason", { reason }) : t("print.offline"),
        after: again,
      },
      true,
    );
    return false;
  }

  #count() {
    byId("pages", HTMLElement).textContent = this.#pages ? t("print.page", { n: this.#page, of: this.#pages }) : "";
    byId("turning", HTMLElement).hidden = this.#pages < 2;
    disable(this.#back, this.#page <= 1);
    disable(this.#on, this.#page >= this.#pages);
  }
}

/** A button keeps its focus when there is no further page. @param {HTMLButtonElement} button @param {boolean} off */
function disable(button, off) {
  button.setAttribute("aria-disabled", String(off));
}
