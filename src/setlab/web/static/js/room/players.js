// The players, or the teams: rows beside the table, columns above it on a phone.
import { fill, make } from "../shared/dom.js";
import { progressOf } from "./race.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").Player} Player */
/** @typedef {{ seat: number, state: "right" | "called", until: number }} Recent what a player did a moment ago */
/**
 * @typedef {{
 *   name: string,
 *   state: string,
 *   note: string,
 *   score: string,
 *   you: boolean,
 *   seat: number | null,
 *   members: string | null,
 * }} Row
 */

const FIRST = 4,
  FIT = 6,
  COLUMNS = 4;

export class PlayerList {
  #drawn = "";

  /** @param {HTMLElement} title @param {HTMLElement} list */
  constructor(title, list) {
    this.title = title;
    this.list = list;
  }

  /**
   * Draw what has changed.
   * @param {State} state
   * @param {number | null} me
   * @param {Recent[]} recent
   * @param {number} now
   */
  draw(state, me, recent, now) {
    const { rows, others } = state.teams.length
      ? { rows: teamRows(state, me, recent, now), others: 0 }
      : playerRows(state, me, recent, now);
    const seen = JSON.stringify([rows, others]);
    if (seen === this.#drawn) return;
    this.#drawn = seen;
    this.title.textContent = t(state.teams.length ? "room.teams" : "room.players");
    this.list.classList.toggle("pairs", rows.length + (others ? 1 : 0) > COLUMNS); // on a phone in two rows
    fill(
      this.list,
      ...rows.map(element),
      others > 0 &&
        make("li", { class: "player others" }, make("span", { class: "name" }, t("room.others", { n: others }))),
    );
  }
}

/** Whether others' scores may be seen. @param {State} state */
export const isRanked = (state) => state.options.scores !== false && state.options.quiet !== true;

/**
 * The first four, the reader, and the number of others, unless all fit.
 * @param {State} state
 * @param {number | null} me
 * @returns {{ shown: Player[], others: number }}
 */
export function selectPlayers(state, me) {
  const all = state.players;
  if (all.length <= FIT) return { shown: all, others: 0 };
  const best = isRanked(state) ? [...all].sort((a, b) => b.score - a.score || a.seat - b.seat) : all;
  const first = best.slice(0, FIRST);
  const you = all.filter((player) => player.seat === me && !first.includes(player));
  const shown = you.length ? [...first, ...you] : best.slice(0, FIRST + 1);
  return { shown: [...shown].sort((a, b) => a.seat - b.seat), others: all.length - shown.length };
}

/**
 * @param {State} state
 * @param {number | null} me
 * @param {Recent[]} recent
 * @param {number} now
 * @returns {{ rows: Row[], others: number }}
 */
function playerRows(state, me, recent, now) {
  const { shown, others } = selectPlayers(state, me);
  const rows = shown.map((player) => {
    const you = player.seat === me;
    const score = state.round && (isRanked(state) || you) ? String(player.score) : "";
    return {
      name: player.name,
      ...noteOf(player, recent, now, state.phase, progressOf(state, player)),
      score,
      you,
      seat: player.seat,
      members: null,
    };
  });
  return { rows, others };
}

/** @param {State} state @param {number | null} me @param {Recent[]} recent @param {number} now @returns {Row[]} */
function teamRows(state, me, recent, now) {
  return state.teams.map(({ name, score, members }) => {
    const you = members.includes(me ?? -1);
    const people = state.players.filter(({ seat }) => members.includes(seat));
    const notes = people.map((player) =>
      noteOf({ ...player, present: true, kind: "player" }, recent, now, state.phase),
    );
    const note = notes.find((each) => each.state) ?? { state: "", note: "" };
    const list = people.map((player) => player.name).join(", ") || t("team.empty");
    return {
      name,
      ...note,
      score: state.round && (isRanked(state) || you) ? String(score) : "",
      you,
      seat: null,
      members: list,
    };
  });
}

/**
 * @param {Player} player
 * @param {Recent[]} recent
 * @param {number} now
 * @param {string} phase
 * @param {string} [progress] how far the player is at an own table
 * @returns {{ state: string, note: string }}
 */
function noteOf(player, recent, now, phase, progress = "") {
  const wait = Math.ceil(player.until - now);
  if (wait > 0 && phase === "playing") return { state: "wrong", note: t("room.note.wait", { n: wait }) };
  const doing = recent.filter(({ seat, until }) => seat === player.seat && until > now).at(-1);
  if (doing) return { state: doing.state, note: t(`room.note.${doing.state}`) };
  if (!player.present) return { state: "away", note: t("room.note.away") };
  return { state: "", note: progress || (player.kind === "opponent" ? t("room.note.opponent") : "") };
}

/** @param {Row} row */
function element({ name, state, note, score, you, seat, members }) {
  return make(
    "li",
    { class: "player", "data-state": state, "data-you": you, "data-seat": seat },
    make("span", { class: "name" }, name, you && make("span", { class: "hide" }, ` (${t("room.you")})`)),
    make("span", { class: "note" }, note),
    make("b", { class: "score" }, score),
    members !== null && make("small", { class: "members quiet" }, members),
  );
}
