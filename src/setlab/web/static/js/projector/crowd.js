// The players on the projector: teams with their members, or everybody in as many columns as needed, in a fixed order.
import { fill, make } from "../shared/dom.js";
import { isRanked } from "../room/players.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Player} Player */

/** Up to so many names in one column, then in two, then in three. */
const COLUMNS = [
  [9, 1, "large"],
  [16, 1, "middle"],
  [32, 2, "small"],
  [60, 3, "tiny"],
];

export class Crowd {
  #drawn = "";
  /** @type {{ seat: number, team: number, until: number }[]} */ #recent = [];

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /** Remember for a while who found the last SET. @param {number} seat @param {number} team @param {number} until */
  found(seat, team, until) {
    this.#recent = [{ seat, team, until }];
  }

  /** Draw what has changed. @param {State} state @param {number} now */
  draw(state, now) {
    this.#recent = this.#recent.filter(({ until }) => until > now);
    const rows = state.teams.length ? this.#teams(state) : this.#players(state);
    const seen = JSON.stringify(rows);
    if (seen === this.#drawn) return;
    this.#drawn = seen;
    this.list.classList.toggle("teams", state.teams.length > 0);
    const [, columns, size] = COLUMNS.find(([most]) => rows.length <= Number(most)) ?? COLUMNS[COLUMNS.length - 1];
    this.list.dataset.size = String(size);
    document.body.classList.toggle("crowded", state.teams.length > 0 || Number(columns) > 1); // a wider rail
    this.list.style.setProperty(
      "--rows",
      String(Math.max(Math.ceil(rows.length / Number(columns)), columns === 1 ? rows.length : 1, 1)),
    );
    fill(this.list, ...rows.map(element));
  }

  /** @param {State} state */
  #teams(state) {
    return state.teams.map(({ team, name, score, members }) => ({
      name,
      score: state.round && isRanked(state) ? String(score) : "",
      state: this.#recent.some((each) => each.team === team) ? "right" : "",
      members:
        state.players
          .filter(({ seat }) => members.includes(seat))
          .map((player) => player.name)
          .join(", ") || t("team.empty"),
    }));
  }

  /** @param {State} state */
  #players(state) {
    return state.players.map((player) => ({
      name: player.name,
      score: state.round && isRanked(state) ? String(player.score) : "",
      state: this.#recent.some(({ seat }) => seat === player.seat) ? "right" : player.present ? "" : "away",
      members: "",
    }));
  }
}

/** @param {{ name: string, score: string, state: string, members: string }} row */
function element({ name, score, state, members }) {
  return make(
    "li",
    { class: "player", "data-state": state },
    make(
      "span",
      { class: "name" },
      name,
      state === "away" && make("span", { class: "hide" }, ` (${t("room.note.away")})`),
    ),
    score && make("b", { class: "score" }, score),
    members && make("small", { class: "quiet" }, members),
  );
}
