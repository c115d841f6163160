// One run on the server, watched through a WebSocket. Closing the socket, as a page that is left does, ends the run.

/** @typedef {import("./types").Asked} Asked */
/** @typedef {import("./types").Progress} Progress */
/** @typedef {import("./types").Phase} Phase */

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
    this.socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/lab/run`);
    this.socket.onopen = () => this.socket.send(JSON.stringify(asked));
    this.socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    this.socket.onclose = () => this.#end();
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
    this.socket.close();
    this.changed();
  }

  /** Forget the run: another takes its place. */
  drop() {
    this.changed = () => {};
    this.socket.close();
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
