// The waiting room: the invitation, the game, the teams, the reader's choice of cards, and the start.
import { cardImage } from "../shared/cards.js";
import { fill, make, redraw } from "../shared/dom.js";
import { handicaps } from "./handicap.js";
import { alone, copyButton, qrCode, shortLink } from "../shared/invite.js";
import { picks, wear, currentLook } from "../shared/page.js";
import { longDay, localDay } from "../daily/days.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").You} You */
/** @typedef {import("./handicap.js").GiveHandicap} GiveHandicap */
/** @typedef {{ start: () => void, team: (team: number) => void, handicap: GiveHandicap }} Wishes */

const SAMPLE = [0, 30, 53]; // one of each colour, filling and shape

export class Lobby {
  #drawn = "";

  /** @param {HTMLElement} panel @param {Wishes} wishes */
  constructor(panel, wishes) {
    this.panel = panel;
    this.wishes = wishes;
  }

  /** Draw what has changed; what has the focus keeps it. @param {State} state @param {You} you */
  draw(state, you) {
    const seen = JSON.stringify([
      state.game,
      state.options,
      you,
      state.teams,
      state.players.map(({ name, team, handicap }) => [name, team, handicap]),
    ]);
    if (seen === this.#drawn && this.panel.querySelector(".lobby")) return;
    this.#drawn = seen;
    const draw = this.panel.querySelector(".lobby") ? redraw : fill;
    draw(this.panel, this.#compose(state, you));
  }

  /** @param {State} state @param {You} you */
  #compose(state, you) {
    return make(
      "div",
      { class: "lobby" },
      this.#enter(state.room),
      state.teams.length ? this.#teams(state, you) : this.#looks(),
      handicaps(state, you, this.wishes.handicap),
      this.#start(state, you),
    );
  }

  /** The invitation; the reason, if nobody else can join. @param {string} room */
  #enter(room) {
    return make(
      "section",
      { class: alone ? "enter local" : "enter" },
      qrCode(room),
      make(
        "div",
        {},
        !alone && make("p", { class: "quiet" }, t("lobby.code")),
        make("p", { class: "code-large" }, room),
        make("p", { class: "link" }, shortLink(room)),
        !alone && copyButton(room),
      ),
    );
  }

  #looks() {
    const choices = /** @type {[string, string][]} */ (
      ["classic", "safe", "words"].map((value) => [value, t(`display.palette.${value}`)])
    );
    return make(
      "section",
      { class: "looks" },
      make("div", { class: "samples", "aria-hidden": "true" }, ...SAMPLE.map((card) => cardImage(card, 4))),
      picks("cards", t("lobby.cards"), choices, currentLook("palette"), (value) => wear("palette", value)),
    );
  }

  /** @param {State} state @param {You} you */
  #teams(state, you) {
    const name = (/** @type {number} */ seat) => state.players.find((player) => player.seat === seat)?.name ?? "";
    return make(
      "section",
      { class: "choose-team", "aria-label": t("team.choose") },
      ...state.teams.map((team) => {
        const mine = team.members.includes(you.seat ?? -1);
        return make(
          "button",
          {
            class: "btn",
            type: "button",
            id: `team-${team.team}`,
            "aria-pressed": String(mine),
            disabled: you.seat === null,
            onclick: () => this.wishes.team(team.team),
          },
          make("b", {}, team.name),
          make("small", { class: "quiet" }, team.members.map(name).join(", ") || t("team.empty")),
        );
      }),
    );
  }

  /** @param {State} state @param {You} you */
  #start(state, you) {
    const button =
      you.host &&
      make("button", { class: "btn main", id: "start", type: "button", onclick: this.wishes.start }, t("lobby.start"));
    return make(
      "section",
      { class: "begin" },
      make(
        "p",
        {},
        make("b", {}, t(`game.${state.game}.name`)),
        " ",
        make("span", { class: "quiet" }, puzzleOf(state) ?? t(`game.${state.game}.how`)),
      ),
      make(
        "div",
        { class: "row" },
        button || make("p", { class: "quiet" }, t(you.seat === null ? "lobby.watching" : "lobby.wait")),
      ),
    );
  }
}

/** Which puzzle will be played, if it is one. @param {State} state */
function puzzleOf({ options: { puzzle, deal } }) {
  if (typeof deal === "string" && deal) return t("puzzle.of.cards", { n: deal.split(".").length });
  if (typeof puzzle !== "string" || !puzzle) return null;
  const [date, level] = [puzzle.slice(0, 10), puzzle.slice(11)];
  return t(`puzzle.of.${level}`, { date: longDay(date, localDay()) });
}
