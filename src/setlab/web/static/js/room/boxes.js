// The boxes of a room: invite, the rules, leave, the menu of small windows, and the host's.
import { deleteBox, deleteButton, yesOrNo } from "./delete.js";
import { byId, fill, make } from "../shared/dom.js";
import { copyButton, qrCode, shortLink } from "../shared/invite.js";
import { popover, toggleBox } from "../shared/page.js";
import { People } from "./people.js";
import { drawRules, rulesBox } from "./rules.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").You} You */
/** @typedef {(type: string, fields?: object) => void} Ask */

const HELD = ["start", "pause", "resume", "next", "stop", "more"];

export class Boxes {
  #drawn = "";
  /** @type {(() => void)} */ #redraw = () => {};

  /** @type {Ask} */ ask = () => {};
  /** @type {() => void} */ leave = () => location.assign("/");
  /** @type {() => number} */ now = () => Date.now() / 1000;

  /** @param {string} room */
  constructor(room) {
    document.body.append(
      inviteBox(room),
      rulesBox(),
      leaveBox(() => this.leave()),
      menuBox(),
      popover("host", t("room.host.button")),
      deleteBox(room),
    );
    this.people = new People(
      room,
      (type, fields) => this.ask(type, fields),
      () => this.now(),
      () => this.#redraw(),
    );
  }

  /**
   * The room handles the wishes entered in the boxes.
   * @param {{ leave: () => void, ask: Ask, now: () => number }} wishes
   */
  serve({ leave, ask, now }) {
    this.leave = leave;
    this.ask = ask;
    this.now = now;
  }

  /** The rules and the host's box follow the state. @param {State} state @param {You} you */
  draw(state, you) {
    drawRules(state);
    byId("leave-forget", HTMLElement).hidden = you.seat === null;
    byId("host-button", HTMLElement).hidden = byId("menu-host", HTMLElement).hidden = !you.host;
    byId("host-button", HTMLElement).classList.toggle("main", you.host && state.waiting.length > 0);
    const seen = JSON.stringify([
      you,
      state.phase,
      state.locked,
      state.host,
      state.options,
      state.waiting,
      state.players.map(({ seat, name, left }) => [seat, name, left]),
    ]);
    if (!you.host || seen === this.#drawn) return;
    this.#drawn = seen;
    this.#redraw = () =>
      fill(
        byId("host", HTMLElement),
        this.people.waiting(state),
        this.#steering(state),
        this.#people(state, you),
        this.people.door(state, false),
        deleteButton(),
      );
    this.#redraw();
  }

  /** Whether the room shall forget the name of a player who leaves. */
  get forgets() {
    return byId("leave-forget", HTMLElement).querySelector("input")?.checked === true;
  }

  /** @param {State} state */
  #steering(state) {
    const playing = state.phase === "playing",
      paused = state.phase === "paused";
    const can = {
      start: state.phase === "waiting",
      pause: playing,
      resume: paused,
      next: state.phase === "over",
      stop: playing || paused,
      more: playing && state.undealt > 0 && state.game !== "find-all" && !state.own_tables,
    };
    const buttons = HELD.filter((type) => can[/** @type {keyof typeof can} */ (type)]).map((type) =>
      this.#button(type, type === "more" ? { force: true } : {}),
    );
    const lock = make(
      "button",
      {
        class: "btn",
        type: "button",
        "aria-pressed": String(state.locked),
        onclick: () => this.ask("lock", { locked: !state.locked }),
      },
      t("room.host.lock"),
    );
    return make("div", { class: "steer" }, ...buttons, lock);
  }

  /** @param {string} type @param {object} fields */
  #button(type, fields) {
    return make(
      "button",
      {
        class: "btn",
        type: "button",
        onclick: () => {
          toggleBox("host", false);
          this.ask(type, fields);
        },
      },
      t(`room.host.${type}`),
    );
  }

  /** @param {State} state @param {You} you */
  #people(state, you) {
    const others = state.players.filter(({ seat, kind, left }) => seat !== you.seat && kind === "player" && !left);
    return make("ul", { class: "rows people" }, ...others.map((player) => this.people.row(player, null)));
  }
}

/** @param {string} room */
function inviteBox(room) {
  return popover(
    "invite",
    t("room.invite.button"),
    qrCode(room),
    make("p", { class: "code-large" }, room),
    make("p", { class: "link" }, shortLink(room)),
    copyButton(room),
  );
}

/** @param {() => void} leave */
function leaveBox(leave) {
  return popover(
    "leave",
    t("room.leave.button"),
    make("p", {}, t("room.leave.ask")),
    make(
      "label",
      { class: "check", id: "leave-forget" },
      make("input", { type: "checkbox" }),
      make("span", {}, t("room.leave.forget")),
    ),
    yesOrNo("leave", leave, t("room.leave.yes"), t("room.leave.no")),
  );
}

function menuBox() {
  const items = [
    ["host", t("room.host.button")],
    ["invite", t("room.invite.button")],
    ["rules", t("rules.button")],
    ["look", t("display.title")],
    ["leave", t("room.leave.button")],
  ];
  return popover(
    "menu",
    t("room.menu"),
    ...items.map(([box, text]) =>
      make(
        "button",
        {
          class: "btn bare",
          type: "button",
          id: `menu-${box}`,
          onclick: () => {
            toggleBox("menu", false);
            toggleBox(box, true);
          },
        },
        text,
      ),
    ),
  );
}
