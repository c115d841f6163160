// Before the room, and after it: the name, only watching, and clear words where there is no way in.
import { get, post, Refusal } from "../shared/api.js";
import { fill, make } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { dropSeat, isClass, keepName, keepSeat, lastName, seatIn } from "../shared/seats.js";
import { hasText, t } from "../shared/words.js";

/** @typedef {import("../shared/types").Seat} Seat */

// Pseudonyms, an adjective and an animal in the reader's language: nobody needs to give a real name.

/** @param {string} words @returns {string} */
function draw(words) {
  const all = words.split(" ");
  return all[Math.floor(Math.random() * all.length)];
}

/** "Brave Otter" @returns {string} */
const pseudonym = () => `${draw(t("pseudonym.first"))} ${draw(t("pseudonym.second"))}`;

/**
 * `lost`: the seat was given up while this browser was away.
 * @typedef {"kicked" | "lost" | "replaced" | "unknown" | "refused" | "left"} Ending
 */

export class Gate {
  /** @param {string} room @param {HTMLElement} panel @param {(seat: Seat | null) => void} enter */
  constructor(room, panel, enter) {
    this.room = room;
    this.panel = panel;
    this.enter = enter;
  }

  /** Ask for a name, if the room exists; a class room tells strangers nothing about itself. */
  async ask() {
    if (isClass(this.room)) return this.#form(null);
    try {
      const about = await get(`/api/rooms/${this.room}`);
      if (about.full) this.#shut("full", true);
      else this.#form(about);
    } catch (error) {
      this.#shut(error instanceof Refusal && error.status === 404 ? "unknown" : "offline", false);
    }
  }

  /** Somebody had a seat in this class room on this device: is it the same person? @param {Seat} seat */
  goOn(seat) {
    const other = () => {
      dropSeat(this.room);
      this.ask();
    };
    this.#show(
      "shared",
      make(
        "button",
        { class: "btn main", id: "go-on", onclick: () => this.enter(seat) },
        t("gate.go-on", { name: seat.name }),
      ),
      make("button", { class: "btn", id: "somebody-else", onclick: other }, t("gate.somebody-else")),
    );
  }

  /** The room is closed to this browser, and why. @param {Ending} why */
  close(why) {
    document.body.dataset.phase = "gate";
    if (why === "left") return location.assign("/");
    if (why === "lost") return location.reload();
    if (why === "replaced")
      return this.#show(why, make("button", { class: "btn main", onclick: () => location.reload() }, t("gate.here")));
    return this.#shut(why, false);
  }

  /** The host has not let the reader in yet. */
  wait() {
    this.#show("waiting");
  }

  /** @param {{ game: string, phase: string, players: unknown[] } | null} about null of a class room */
  #form(about) {
    document.body.dataset.phase = "gate";
    const name = make("input", {
      type: "text",
      id: "name",
      name: "name",
      maxlength: 20,
      required: true,
      autocomplete: about ? "nickname" : "off",
      placeholder: t("join.placeholder"),
      value: about ? lastName() : pseudonym(),
      autofocus: true,
    });
    const trouble = make("p", { class: "warn", role: "alert" });
    const form = make(
      "form",
      { class: "joining", onsubmit: (/** @type {Event} */ event) => this.#join(event, name, trouble) },
      make("h2", { class: "title-large" }, t("join.heading", { room: this.room })),
      make(
        "p",
        { class: "quiet" },
        about
          ? `${t(`game.${about.game}.name`)}. ${t(`join.phase.${about.phase}`)} ${t("join.here", { n: about.players.length })}`
          : t("join.pseudonym"),
      ),
      make("div", { class: "field" }, make("label", { for: "name" }, t("join.name")), name),
      trouble,
      make(
        "div",
        { class: "row" },
        make("button", { class: "btn main" }, t("join.enter")),
        about
          ? make("button", { class: "btn", type: "button", onclick: () => this.enter(null) }, t("join.watch"))
          : make(
              "button",
              { class: "btn", type: "button", id: "another", onclick: () => (name.value = pseudonym()) },
              t("join.another"),
            ),
      ),
    );
    fill(this.panel, form);
  }

  /** @param {Event} event @param {HTMLInputElement} input @param {HTMLElement} trouble */
  async #join(event, input, trouble) {
    event.preventDefault();
    const name = input.value.trim();
    try {
      const mine = seatIn(this.room),
        host = mine?.host ? { host: mine.token } : {};
      const { seat: number, token } = await post(`/api/rooms/${this.room}/seats`, { name, ...host }, mine?.token);
      const seat = { seat: number, token, name, host: "host" in host };
      if (!isClass(this.room)) keepName(name);
      keepSeat(this.room, seat);
      this.enter(seat);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "offline";
      if (code === "locked" || code === "full") this.#shut(code, false);
      else if (code === "unknown-room") this.#shut("unknown", false);
      else if (code === "removed") this.#shut("kicked", false);
      else trouble.textContent = hasText(`gate.${code}.text`) ? t(`gate.${code}.text`) : t("gate.offline.text");
    }
  }

  /** @param {string} why @param {boolean} watch whether watching is a way on */
  #shut(why, watch) {
    if (seatIn(this.room) && why === "unknown") dropSeat(this.room);
    this.#show(
      why,
      why === "offline" && make("button", { class: "btn main", onclick: () => location.reload() }, t("gate.again")),
      watch && make("button", { class: "btn main", onclick: () => this.enter(null) }, t("join.watch")),
      make("a", { class: watch || why === "offline" ? "btn" : "btn main", href: "/new" }, t("gate.new")),
      make("a", { class: "btn", href: "/" }, t("gate.home")),
    );
  }

  /** @param {string} why @param {...(Node | false)} ways */
  #show(why, ...ways) {
    document.body.dataset.phase = "gate";
    const heading = t(`gate.${why}.heading`, { room: this.room }),
      text = t(`gate.${why}.text`, { room: this.room });
    fill(
      this.panel,
      make(
        "div",
        { class: "joining" },
        make("h2", { class: "title-large" }, heading),
        make("p", { class: "quiet" }, text),
        make("div", { class: "row" }, ...ways),
      ),
    );
    announce(`${heading}. ${text}`);
  }
}
