// The reader's own finds in a room, for My progress: only of rounds that this page saw from their beginning, without a gap.
import { Finds } from "../shared/finds.js";

/** @typedef {import("../shared/types").Happening} Happening */
/** @typedef {import("../shared/types").State} State */

/** The games in which the SETs on the table compete for the next find. */
const GAMES = ["standard", "timed", "junior", "five", "find-all"];
const SIXTY = 60;

export class RoundRecord {
  /** @type {Finds | null} */ #finds = null;
  /** Seconds of search in this round, by the server's clock. */ #seconds = 0;
  #at = 0;
  #seq = 0;

  /** The connection is there again: a round whose events were missed is not kept. @param {State} state */
  welcome(state) {
    if (state.seq !== this.#seq) this.#finds = null;
    this.#seq = state.seq;
  }

  /**
   * @param {Happening} happening
   * @param {State | null} before
   * @param {number | null} seat the reader's
   */
  note({ event, at, seq, state }, before, seat) {
    if (before?.phase === "playing" && !before.called) this.#seconds += at - this.#at;
    this.#at = at;
    this.#seq = seq;
    if (!state || seat === null) this.#finds = null;
    else if (event.event === "start") this.#begin(state, at);
    else if (event.event === "over") this.#finds?.close();
    else this.#follow(event, state, seat);
  }

  /** @param {State} state @param {number} at */
  #begin({ game, dimension, options, players }, at) {
    const alone = game === "timed" && options.seconds === SIXTY && players.length === 1;
    this.#seconds = 0;
    this.#finds = GAMES.includes(game) ? new Finds(alone ? "sixty" : game, dimension, () => this.#seconds, at) : null;
  }

  /** @param {import("../shared/types").RoomEvent} event @param {State} state @param {number} seat */
  #follow(event, { game, options, slots }, seat) {
    const copies = game === "find-all" && options.together === false;
    if (event.event === "claim" && event.cards) {
      if (event.seat === seat) this.#finds?.find(event.cards);
      else if (!copies) this.#finds?.gone(event.cards);
    }
    this.#finds?.lay(slots);
  }
}
