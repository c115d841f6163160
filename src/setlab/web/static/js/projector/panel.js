// The panel in place of the table: how to join, and after a round the results of the class.
import { get } from "../shared/api.js";
import { fill, make } from "../shared/dom.js";
import { origin, qrCode } from "../shared/invite.js";
import { figures } from "../review/numbers.js";
import { announce } from "../shared/page.js";
import { isClass, tokenIn } from "../shared/seats.js";
import { factsOf, headline, withNames } from "../room/summary.js";
import { hasText, t } from "../shared/words.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../review/types").Review} Review */

export class Panel {
  #drawn = "";

  /** @param {HTMLElement} root @param {string} room */
  constructor(root, room) {
    this.root = root;
    this.room = room;
  }

  /** Follow the state. @param {State} state */
  draw(state) {
    const kind = state.phase === "waiting" ? `join ${state.game}` : state.phase === "over" ? `over ${state.round}` : "";
    if (kind === this.#drawn) return;
    this.#drawn = kind;
    if (state.phase === "over") this.#summary(state, kind);
    else fill(this.root, state.phase === "waiting" && this.#joining(state));
  }

  /** There is no room to show, and why. @param {string} why */
  close(why) {
    const key = `gate.${why}.heading`,
      needsLink = why === "unknown" && isClass(this.room);
    fill(
      this.root,
      make(
        "div",
        { class: "ending" },
        make(
          "h2",
          { class: "title-large" },
          needsLink ? t("class.needsLink") : hasText(key) ? t(key, { room: this.room }) : t("room.lost.heading"),
        ),
        needsLink && make("p", { class: "quiet" }, t("class.needsLinkText")),
        make("p", {}, make("a", { class: "btn", href: "/" }, t("gate.home"))),
      ),
    );
  }

  /** @param {State} state */
  #joining(state) {
    return make(
      "div",
      { class: "joining" },
      qrCode(this.room),
      make(
        "div",
        {},
        make("p", { class: "step" }, t(`game.${state.game}.name`)),
        make(
          "ol",
          { class: "steps" },
          make("li", {}, t("class.open"), " ", make("b", { class: "host" }, new URL(origin).host)),
          make("li", {}, t("class.type"), make("b", { class: "code" }, this.room)),
          make("li", {}, t("class.name")),
        ),
      ),
    );
  }

  /** Class statistics at the end of a round. @param {State} state @param {string} kind */
  async #summary(state, kind) {
    const step = make("p", { class: "step" }, t("result.round", { n: state.round }));
    fill(this.root, step);
    try {
      /** @type {Review} */
      const review = withNames(await get(`/api/rooms/${this.room}/review?round=${state.round}`, tokenIn(this.room)));
      if (kind !== this.#drawn) return;
      const quiet = review.quiet || state.options.scores === false,
        title = headline({ ...review, quiet });
      fill(
        this.root,
        make(
          "div",
          { class: "ending" },
          step,
          make("h2", { class: "title-large" }, title),
          make("p", { class: "quiet" }, factsOf(review)),
          make("div", { class: "figures" }, ...figures(review.statistics, quiet)),
        ),
      );
      announce(title);
    } catch {
      this.#drawn = ""; // the next state tries again
    }
  }
}
