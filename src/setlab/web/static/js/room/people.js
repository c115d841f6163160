// The people of a room, for its host: who waits at the door, who is here, other names, removal; a new code, the
// projector's link.
import { post, remove } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { copy } from "../shared/invite.js";
import { announce } from "../shared/page.js";
import { linkWith, tokenIn } from "../shared/seats.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Player} Player */
/** @typedef {import("../shared/dom.js").Child} Child */
/** @typedef {(type: string, fields?: object) => unknown} Ask */

const NEW = 120; // seconds for which somebody is new before the first round, as on the server
const SURE = 4000,
  COPIED = 2000; // milliseconds for which a button asks again, or says what it did

export class People {
  /** @type {{ seat: number, form: HTMLFormElement } | null} */ #renaming = null;
  /** The button that has just copied something. */ #copied = "";

  /** @param {string} room @param {Ask} ask @param {() => number} now the server's time @param {() => void} redraw */
  constructor(room, ask, now, redraw) {
    this.room = room;
    this.ask = ask;
    this.now = now;
    this.redraw = redraw;
  }

  /** Those who wait, or nothing. @param {State} state */
  waiting({ waiting }) {
    if (!waiting.length) return null;
    const rows = waiting.map(({ seat, name }) =>
      make(
        "li",
        {},
        make("span", { class: "grow name" }, name),
        make(
          "button",
          {
            class: "btn main",
            type: "button",
            id: `admit-${seat}`,
            "aria-label": t("door.in-name", { name }),
            onclick: () => this.ask("admit", { seat }),
          },
          t("door.in"),
        ),
        this.#kick(seat, name),
      ),
    );
    const all = make(
      "button",
      { class: "btn", type: "button", id: "admit-all", onclick: () => this.ask("admit") },
      t("door.all"),
    );
    return make(
      "section",
      { class: "waiting" },
      make("h3", {}, t("door.waiting", { n: waiting.length })),
      make("ul", { class: "rows people" }, ...rows),
      waiting.length > 1 && all,
    );
  }

  /** The row of somebody who is here. @param {Player} player @param {...Child} more */
  row({ seat, name, present, left, kind }, ...more) {
    const mine = this.#renaming?.seat === seat ? this.#renaming.form : null;
    const rename = make(
      "button",
      {
        class: "btn",
        type: "button",
        id: `rename-${seat}`,
        "aria-label": t("door.rename-name", { name }),
        onclick: () => this.#rename(seat, name),
      },
      t("door.rename"),
    );
    return make(
      "li",
      { "data-state": present ? "" : "away" },
      mine ?? make("span", { class: "grow" }, make("span", { class: "name" }, name), more[0]),
      ...(mine || left ? [] : [...more.slice(1), kind === "player" && rename, this.#kick(seat, name)]),
    );
  }

  /** The host's controls for newcomers, and the links to the room. @param {State} state @param {boolean} projects */
  door(state, projects) {
    const { options, projector } = state,
      fresh = newcomers(state, this.now()).length + state.waiting.length;
    return make(
      "div",
      { class: "door" },
      this.#switch("admit", options.admit === true),
      !projects && this.#switch("watch", options.watch === true),
      this.#button(
        "new",
        t("door.new", { n: fresh }),
        (button) => this.#sure(button, () => this.ask("kick", { new: true })),
        fresh === 0,
      ),
      this.#button("code", t("door.code"), () => post(`/api/rooms/${this.room}/code`, {}, tokenIn(this.room))),
      projects && this.#button("projector", t("door.projector"), () => this.#share()),
      projects &&
        projector &&
        this.#button("revoke", t("door.revoke"), () => remove(`/api/rooms/${this.room}/projector`, tokenIn(this.room))),
      projects && this.#button("mine", t("door.mine"), () => this.#copy("mine", tokenIn(this.room))),
    );
  }

  /** @param {"admit" | "watch"} option @param {boolean} on */
  #switch(option, on) {
    return make(
      "button",
      {
        class: "btn",
        type: "button",
        id: `door-${option}`,
        "aria-pressed": String(on),
        onclick: () => this.ask("set", { options: { [option]: !on } }),
      },
      t(`door.${option}`),
    );
  }

  /**
   * @param {string} id
   * @param {string} text
   * @param {(button: HTMLButtonElement) => unknown} act
   * @param {boolean} [disabled]
   */
  #button(id, text, act, disabled = false) {
    const button = make(
      "button",
      { class: "btn", type: "button", id: `door-${id}`, disabled, onclick: () => act(button) },
      id === this.#copied ? t("room.invite.copied") : text,
    );
    return button;
  }

  /** @param {number} seat @param {string} name */
  #kick(seat, name) {
    return make(
      "button",
      {
        class: "btn",
        type: "button",
        id: `kick-${seat}`,
        "aria-label": t("room.host.kick-name", { name }),
        onclick: () => this.ask("kick", { seat }),
      },
      t("room.host.kick"),
    );
  }

  /** A field for another name in place of the row. @param {number} seat @param {string} name */
  #rename(seat, name) {
    const field = make("input", {
      type: "text",
      id: "new-name",
      maxlength: 20,
      required: true,
      autocomplete: "off",
      value: name,
      "aria-label": t("door.rename-name", { name }),
    });
    const done = () => {
      this.#renaming = null;
      this.redraw();
    };
    const form = make(
      "form",
      {
        class: "grow renaming",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          await this.ask("rename", { seat, name: field.value });
          done();
        },
      },
      field,
      make("button", { class: "btn main" }, t("door.ok")),
      make("button", { class: "btn", type: "button", onclick: done }, t("door.cancel")),
    );
    this.#renaming = { seat, form };
    this.redraw();
    field.select();
  }

  /** Act when the button is pressed again. @param {HTMLButtonElement} button @param {() => void} act */
  #sure(button, act) {
    if (button.dataset.sure) return act();
    const text = button.textContent;
    button.dataset.sure = "1";
    button.textContent = t("door.sure");
    announce(t("door.sure"));
    setTimeout(() => {
      delete button.dataset.sure;
      button.textContent = text;
    }, SURE);
  }

  /** A new link of the projector, copied; the one before is not good any more. */
  async #share() {
    const { token } = await post(`/api/rooms/${this.room}/projector`, {}, tokenIn(this.room));
    await this.#copy("projector", token);
  }

  /** Copy a link of the projector's page, and say so for a while. @param {string} id @param {string | null} token */
  async #copy(id, token) {
    await copy(linkWith(this.room, "/projector", token));
    announce(t("room.invite.copied"));
    this.#copied = id;
    this.redraw();
    setTimeout(() => {
      this.#copied = "";
      this.redraw();
    }, COPIED);
  }
}

/**
 * Newcomers: players who joined since the round began, or before the first round in the last two minutes.
 * @param {State} state
 * @param {number} now
 */
export function newcomers({ players, started, host }, now) {
  const since = started ?? now - NEW;
  return players.filter(
    ({ seat, kind, left, joined }) => kind === "player" && !left && seat !== host && joined > since,
  );
}
