// One run, watched: on the server through a WebSocket, or on all cores of this machine where there is no server. Closing the
// channel, as a page that is left does, ends the run.
import { isAlone } from "../shared/place.js";

/** @typedef {import("./types").Asked} Asked */
/** @typedef {import("./types").Progress} Progress */
/** @typedef {import("./types").Phase} Phase */

/**
 * A way to a run: `hear` is called with its messages, and `end` when none follows.
 * @typedef {(asked: Asked, hear: (message: any) => void, end: () => void) => { close: () => void }} Open
 */

/** @type {Open} */
function openThere(asked, hear, end) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/lab/run`);
  socket.onopen = () => socket.send(JSON.stringify(asked));
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = end;
  return socket;
}

/** @type {Open} */
function openHere(asked, hear, end) {
  const ending = new AbortController();
  import("../local/lab.js").then(({ watch }) => watch(asked, hear, ending.signal)).then(end, end);
  return { close: () => ending.abort() };
}

export class Run {
  /** @type {Progress | null} */
  progress = null;
  /** @type {Phase} */
  phase = "running";
  place = 0;
  reason = "";

  /** @param {Asked} asked @param {() => void} changed */
  constructor(asked, changed) {
    this.asked = asked;
    this.changed = changed;
    const open = isAlone ? openHere : openThere;
    this.channel = open(
      asked,
      (message) => this.#hear(message),
      () => this.#end(),
    );
  }

  /** The trials that are shown. */
  get trials() {
    return this.progress?.trials ?? 0;
  }

  get isRunning() {
    return this.phase === "running";
  }

  /** The same run, as far as it is shown. @returns {Asked} */
  get shown() {
    return { ...this.asked, trials: this.trials };
  }

  /** End the run and keep its results. */
  stop() {
    if (this.isRunning) this.phase = "stopped";
    this.channel.close();
    this.changed();
  }

  /** Forget the run: another takes its place. */
  drop() {
    this.changed = () => {};
    this.channel.close();
  }

  /** @param {any} message */
  #hear(message) {
    if (!this.isRunning) return;
    if (message.type === "queued") this.place = message.place;
    if (message.type === "refused") [this.phase, this.reason] = ["refused", message.reason];
    if (message.type === "progress" || message.type === "done") [this.progress, this.place] = [message, 0];
    if (message.type === "done") this.phase = message.complete ? "done" : "budget";
    this.changed();
  }

  /** The server has gone before the run was done. */
  #end() {
    if (!this.isRunning) return;
    this.phase = "refused";
    this.changed();
  }
}
