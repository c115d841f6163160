// Seconds of search: they pass only while the page is visible and not paused. The clock of the computer plays no part.

export class Stopwatch {
  #before;
  /** @type {number | null} */ #since = null;
  #stopped = new Set();

  /**
   * @param {number} seconds the time at which the game was left
   * @param {() => number} [now] milliseconds that only grow
   */
  constructor(seconds, now = () => performance.now()) {
    this.#before = seconds;
    this.now = now;
  }

  get seconds() {
    return this.#before + (this.#since === null ? 0 : (this.now() - this.#since) / 1000);
  }

  /** Begin, unless there is a reason to stand still. */
  start() {
    if (!this.#stopped.size) this.#since ??= this.now();
  }

  /** Stand still for a reason, or go on once there is none. @param {string} reason @param {boolean} still */
  hold(reason, still) {
    if (still) this.#stopped.add(reason);
    else this.#stopped.delete(reason);
    if (!this.#stopped.size) return this.start();
    this.#before = this.seconds;
    this.#since = null;
    return undefined;
  }
}
