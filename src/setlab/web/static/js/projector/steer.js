// The teacher's bar: what can be done now, three switches, the list of players, and the choice of the next round.
import { deleteBox, deleteButton } from "../room/delete.js";
import { handicapFields } from "../room/handicap.js";
import { byId, fill, make } from "../shared/dom.js";
import { popover } from "../shared/page.js";
import { People } from "../room/people.js";
import { isRanked } from "../room/players.js";
import { RoundForm } from "./round-form.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Player} Player */
/** @typedef {(type: string, fields?: object) => Promise<void>} Ask */

export class Steer {
  #drawn = "";
  #people = "";
  /** @type {State | null} */ #state = null;

  /** @param {string} room @param {Ask} ask @param {() => number} now the server's time */
  constructor(room, ask, now) {
    this.ask = ask;
    this.people = new People(room, ask, now, () => this.#redraw());
    byId("do-more-switches", HTMLElement).hidden = false;
    this.form = new RoundForm((game, options) => this.ask("next", { game, options }));
    document.body.append(
      this.form.box,
      deleteBox(room),
      popover("people", t("room.players"), make("div", { id: "people-rows" }), deleteButton()),
    );
  }

  /** Follow the state. @param {State} state */
  draw(state) {
    this.form.follow(state);
    this.#sheet(state);
    const seen = JSON.stringify([
      state.phase,
      state.locked,
      state.options,
      state.undealt > 0,
      state.own_tables,
      state.game,
      state.round,
      state.waiting.length,
    ]);
    if (seen === this.#drawn) return;
    this.#drawn = seen;
    const focused = document.activeElement?.id;
    fill(byId("steer", HTMLElement), ...this.#actions(state));
    fill(byId("switches", HTMLElement), ...this.#switches(state));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {State} state */
  #actions({ phase, undealt, game, own_tables: own, room, round, waiting }) {
    const running = phase === "playing" || phase === "paused";
    return [
      waiting.length > 0 &&
        make(
          "button",
          { class: "btn main", id: "do-admit", type: "button", popovertarget: "people" },
          t("door.bar", { n: waiting.length }),
        ),
      phase === "waiting" && this.#button("start", "main"),
      phase === "playing" && this.#button("pause", "main"),
      phase === "paused" && this.#button("resume", "main"),
      phase === "over" && this.#button("next", "main"),
      phase === "playing" && undealt > 0 && game !== "find-all" && !own && this.#button("more", "", { force: true }),
      running && this.#button("stop"),
      !running &&
        make("button", { class: "btn", id: "do-choose", type: "button", popovertarget: "choose" }, t("class.choose")),
      phase === "over" && make("a", { class: "btn", href: `/${room}/review?round=${round}` }, t("class.review")),
    ];
  }

  /** @param {string} type @param {string} [kind] @param {object} [fields] */
  #button(type, kind = "", fields = {}) {
    return make(
      "button",
      { class: `btn ${kind}`, id: `do-${type}`, type: "button", onclick: () => this.ask(type, fields) },
      t(`room.host.${type}`),
    );
  }

  /** @param {State} state */
  #switches({ locked, options }) {
    return [
      this.#switch("lock", t("class.lock"), locked, () => this.ask("lock", { locked: !locked })),
      this.#switch("scores", t("class.hide"), options.scores === false, () =>
        this.ask("set", { options: { scores: options.scores === false } }),
      ),
      this.#switch("quiet", t("class.quiet"), options.quiet === true, () =>
        this.ask("set", { options: { quiet: options.quiet !== true } }),
      ),
      make("button", { class: "btn", id: "do-people", type: "button", popovertarget: "people" }, t("room.players")),
    ];
  }

  /** @param {string} id @param {string} text @param {boolean} on @param {() => void} change */
  #switch(id, text, on, change) {
    return make(
      "button",
      { class: "btn", id: `do-${id}`, type: "button", "aria-pressed": String(on), onclick: change },
      text,
    );
  }

  /**
   * The list of players: who waits, who is here, how much they found, out of the room, into another team.
   * @param {State} state
   */
  #sheet(state) {
    this.#state = state;
    const seen = JSON.stringify([
      state.players,
      state.waiting,
      state.projector,
      state.teams,
      state.phase,
      state.options,
    ]);
    if (seen === this.#people) return;
    this.#people = seen;
    this.#redraw();
  }

  #redraw() {
    const state = this.#state;
    if (!state) return;
    const list = byId("people-rows", HTMLElement),
      focused = document.activeElement?.id;
    const rows = state.players.map((player) => this.#person(player, state));
    fill(
      list,
      this.people.waiting(state),
      make("h2", {}, t("room.players")),
      make("ul", { class: "rows people" }, ...rows, !rows.length && make("li", { class: "quiet" }, t("class.nobody"))),
      this.people.door(state, true),
    );
    if (focused && list.querySelector(`#${focused}`) instanceof HTMLElement) document.getElementById(focused)?.focus();
  }

  /** @param {Player} player @param {State} state */
  #person(player, state) {
    const between = state.phase === "waiting" || state.phase === "over";
    return this.people.row(
      player,
      make("small", { class: "quiet" }, statusOf(player, state)),
      between && state.teams.length > 0 && this.#teamChoice(player, state),
      between &&
        !state.teams.length &&
        handicapFields(player, (seat, fields) => this.ask("handicap", { seat, ...fields })),
    );
  }

  /** @param {Player} player @param {State} state */
  #teamChoice({ seat, name, team }, state) {
    const choices = state.teams.map((each) =>
      make("option", { value: each.team, selected: each.team === team }, each.name),
    );
    const choose = (/** @type {Event} */ event) =>
      this.ask("move", { seat, team: Number(/** @type {HTMLSelectElement} */ (event.target).value) });
    return make(
      "select",
      { id: `team-${seat}`, "aria-label": t("class.teamOf", { name }), onchange: choose },
      ...choices,
    );
  }
}

/** "here, 3 SETs, 5 in all rounds" @param {Player} player @param {State} state */
function statusOf({ present, kind, score, total }, state) {
  const here = kind === "opponent" ? t("room.note.opponent") : present ? t("class.present") : t("room.note.away");
  const scores =
    state.round && isRanked(state)
      ? [t("class.score", { n: score }), ...(state.round > 1 ? [t("class.total", { n: total })] : [])]
      : [];
  return [here, ...scores].join(", ");
}
