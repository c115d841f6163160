// The compiled core in the browser, as promises: a worker for questions, and one per core of the visitor's machine for
// simulations, whose parts add up because every trial has an address.
import { CoreError } from "./engines.js";

/** @typedef {import("./types").Question} Question */
/** @typedef {import("./types").Tally} Tally */

const CORE = new URL("../../core.wasm", import.meta.url);

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;

/** The compiled module, fetched once; a fetch that failed is tried again. */
function compiled() {
  compiling ??= fetch(CORE)
    .then((answer) => {
      if (!answer.ok) throw new CoreError(`the core did not come: ${answer.status}`);
      return answer.arrayBuffer();
    })
    .then((bytes) => WebAssembly.compile(bytes));
  compiling.catch(() => (compiling = undefined));
  return compiling;
}

/** One thread with the core. */
export class CoreWorker {
  /** @type {Worker | null} */ #worker = null;
  #asked = 0;
  /** @type {Map<number, { resolve: (found: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * The answer of an engine.
   * @param {Question["name"]} name
   * @param {object} asked
   * @returns {Promise<any>}
   */
  async ask(name, asked) {
    const module = await compiled();
    const worker = (this.#worker ??= this.#start(module));
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, asked });
    });
  }

  /** End the thread; what it was asked fails. @param {string} [why] */
  end(why = "the work was ended") {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  /** @param {WebAssembly.Module} module */
  #start(module) {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = () => this.end("the core stopped");
    worker.postMessage({ module });
    return worker;
  }

  /** @param {{ id: number, found?: any, reason?: string, refused?: boolean }} answer */
  #hear({ id, found, reason, refused }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (reason === undefined) waiting?.resolve(found);
    else waiting?.reject(refused ? new CoreError(reason) : new Error(reason));
    if (reason !== undefined && !refused) this.end(reason); // its memory is no longer to be trusted
  }
}

const answering = new CoreWorker();

/** The answer of an engine, from a worker that is kept. @param {Question["name"]} name @param {object} asked */
export const ask = (name, asked) => answering.ask(name, asked);

/** Fetch the core, which is larger than a page: best when the page has been shown. Then the browser answers for itself. */
export async function prepare() {
  try {
    await ask("count_lines", { masks: new BigUint64Array(2), dimension: 4 });
    document.documentElement.dataset.core = "here";
  } catch {
    // the server goes on
  }
}

const PIECES = 8; // per worker: the last ones end at about the same time
const MOST_AT_ONCE = 1 << 20;

/**
 * The tally of trials first … first + trials − 1 of an engine, by all cores of this machine; SETs on tables (`count_sets`)
 * are not counted.
 * @param {Question["name"]} name an engine that takes a range of trials
 * @param {{ seed: bigint | number, [parameter: string]: any }} asked
 * @param {{ first?: number, trials: number, threads?: number, signal?: AbortSignal }} how
 * @param {(tally: Tally, trials: number) => void} [progress] the tally of the first trials, and their number
 * @returns {Promise<Tally>}
 */
export async function simulate(name, asked, how, progress = () => {}) {
  const { first = 0, trials, threads = navigator.hardwareConcurrency || 1, signal } = how;
  const size = Math.max(1, Math.min(MOST_AT_ONCE, Math.ceil(trials / (threads * PIECES))));
  const workers = Array.from({ length: Math.min(threads, Math.ceil(trials / size) || 1) }, () => new CoreWorker());
  let over = false;
  const end = () => {
    over = true;
    workers.forEach((worker) => worker.end());
  };
  /** @type {Tally | null} */
  let total = null;
  let [begun, done] = [0, 0];
  /** @type {Map<number, Tally>} the parts that wait for earlier ones, by their first trial */
  const early = new Map();
  const work = async (/** @type {CoreWorker} */ worker) => {
    do {
      const [from, count] = [begun, Math.min(size, trials - begun)];
      begun += count;
      early.set(
        from,
        named(await worker.ask(name, { ...asked, count_sets: false, first: first + from, trials: count })),
      );
      for (let part = early.get(done); part && !over; part = early.get(done)) {
        early.delete(done);
        total = total ? added(total, part) : part;
        done = Math.min(done + size, trials);
        progress(total, done);
      }
    } while (begun < trials && !over);
  };
  signal?.addEventListener("abort", end);
  try {
    signal?.throwIfAborted();
    await Promise.all(workers.map(work));
  } finally {
    end();
    signal?.removeEventListener("abort", end);
  }
  return /** @type {Tally} */ (/** @type {unknown} */ (total));
}

/** A histogram alone has no name. @param {Tally | BigInt64Array} found @returns {Tally} */
const named = (found) => (found instanceof BigInt64Array ? { histogram: found } : found);

/** The sum of two tallies of different trials. @param {Tally} a @param {Tally} b @returns {Tally} */
export function added(a, b) {
  return Object.fromEntries(
    Object.keys(a).map((name) => [name, ADDED[name]?.(a[name], b[name]) ?? sum(a[name], b[name])]),
  );
}

/** How the parts of a tally are added that are no sums. @type {Record<string, (a: any, b: any) => any>} */
const ADDED = {
  least: (a, b) => a.map((/** @type {number} */ x, /** @type {number} */ i) => Math.min(x, b[i])),
  most: (a, b) => a.map((/** @type {number} */ x, /** @type {number} */ i) => Math.max(x, b[i])),
  rare: (a, b) => BigUint64Array.from([...a, ...b]).sort(),
};

/** @param {any} a @param {any} b @returns {any} */
const sum = (a, b) =>
  a.map((/** @type {any} */ x, /** @type {number} */ i) => (ArrayBuffer.isView(x) ? sum(x, b[i]) : x + b[i]));
