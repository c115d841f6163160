// What this browser keeps between visits: values by their keys in one IndexedDB database, the same in all tabs. Where it
// is refused, as in some private windows, the page remembers. Nothing leaves the browser but as a file that the reader saves.

const DATABASE = "setlab",
  VALUES = "values",
  FORMAT = 1;

/** The keys whose values lay in localStorage, as "setlab.puzzles" and "setlab.solitaire.games", in earlier versions. */
const FORMER = ["puzzles", "sixty", "solitaire-games", "solitaire-statistics", "sprints", "triples", "lessons"];

/** @typedef {{ [key: string]: unknown }} Values */
/** @typedef {{ [key: string]: (here: any, there: any) => unknown }} Merges how a value of a file joins the one that is here */

/** @type {Map<string, unknown>} */
const remembered = new Map();
/** @type {Map<string, Set<(value: any) => void>>} */
const heard = new Map();
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(DATABASE) : null;
tabs?.addEventListener("message", ({ data }) => tell(data));

/** @type {Promise<IDBDatabase | null> | undefined} */
let opening;

/** True while the reader leaves the page: there is no time to read a value before it is written. */
let leaving = false;
globalThis.addEventListener?.("pagehide", () => (leaving = true));
globalThis.addEventListener?.("pageshow", () => (leaving = false));

/** The value of a key; undefined if there is none. The reader checks it: a file may have brought anything. @param {string} key @returns {Promise<any>} */
export async function read(key) {
  const answer = await within("readonly", (values) => values.get(key));
  return answer ? answer.result : remembered.get(key);
}

/** Keep a value; false if it lives only as long as the page. @param {string} key @param {unknown} value @returns {Promise<boolean>} */
export async function write(key, value) {
  await update(key, () => value);
  return keeps();
}

/**
 * Change a value while no other tab does, and return it; undefined removes it.
 * @template T
 * @param {string} key
 * @param {(value: any) => T} change
 * @returns {Promise<T>}
 */
export async function update(key, change) {
  /** @type {T} */
  let value;
  const answer = await within("readwrite", (values) => {
    const asked = values.get(key);
    asked.onsuccess = guard(values, () => {
      value = change(asked.result);
      put(values, key, value);
    });
    return asked;
  });
  if (!answer) remembered.set(key, (value = change(remembered.get(key))));
  await announce([key]);
  // @ts-ignore the transaction is over
  return value;
}

/** True if values outlive the page. @returns {Promise<boolean>} */
export const keeps = async () => Boolean(await database());

/** All values as the text of a file. @returns {Promise<string>} */
export async function exportAll() {
  return JSON.stringify({ setlab: FORMAT, written: new Date().toISOString(), values: await all() }, null, 1);
}

/**
 * Take the values of a file, all or none: each joins the one that is here by its function of `merges`, or else replaces it.
 * Returns their keys; a text that is no such file is a `SyntaxError`.
 * @param {string} text
 * @param {Merges} [merges]
 * @returns {Promise<string[]>}
 */
export async function importAll(text, merges = {}) {
  const values = valuesOf(text);
  const joined = (/** @type {string} */ key, /** @type {unknown} */ here) =>
    here === undefined || !merges[key] ? values[key] : merges[key](here, values[key]);
  const answer = await within("readwrite", (store) => {
    for (const key of Object.keys(values)) {
      const asked = store.get(key);
      asked.onsuccess = guard(store, () => put(store, key, joined(key, asked.result)));
    }
    return store.count();
  });
  if (!answer) for (const key of Object.keys(values)) remembered.set(key, joined(key, remembered.get(key)));
  await announce(Object.keys(values));
  return Object.keys(values);
}

/**
 * Hear the value of a key whenever it changes, in this tab or in another one. Returns a function that ends it.
 * @param {string} key
 * @param {(value: any) => void} listener
 * @returns {Promise<() => void>}
 */
export async function watch(key, listener) {
  const listeners = heard.get(key) ?? new Set();
  heard.set(key, listeners.add(listener));
  return () => listeners.delete(listener);
}

/**
 * A value that can be read at once: `now` follows the changes of all tabs. `check` makes the value from whatever is kept.
 * @template T
 * @param {string} key
 * @param {(kept: any) => T} check
 */
export async function mirror(key, check) {
  let waiting = 0;
  const seen = {
    now: check(await read(key)),
    /** @param {(value: T) => T} change */
    async change(change) {
      seen.now = change(seen.now);
      if (leaving) return overwrite(key, seen.now);
      waiting += 1;
      try {
        await update(key, (kept) => change(check(kept)));
      } finally {
        waiting -= 1;
      }
      if (!waiting) seen.now = check(await read(key));
    },
  };
  await watch(key, (value) => !waiting && (seen.now = check(value)));
  return seen;
}

/** Keep a value by the last act of a page. @param {string} key @param {unknown} value */
async function overwrite(key, value) {
  const transaction = (await database())?.transaction(VALUES, "readwrite");
  if (!transaction) return;
  put(transaction.objectStore(VALUES), key, value);
  transaction.commit();
  tabs?.postMessage([key]);
}

/** @param {string} text @returns {Values} */
function valuesOf(text) {
  const file = JSON.parse(text);
  const isFile =
    file?.setlab === FORMAT && file.values && typeof file.values === "object" && !Array.isArray(file.values);
  if (!isFile) throw new SyntaxError("this is no file of results of setlab");
  return file.values;
}

/** @returns {Promise<Values>} */
async function all() {
  const keys = await within("readonly", (values) => values.getAllKeys()),
    kept = await within("readonly", (values) => values.getAll());
  if (!keys || !kept) return Object.fromEntries(remembered);
  return Object.fromEntries(keys.result.map((key, i) => [String(key), kept.result[i]]));
}

/** The keys have other values: tell the listeners of all tabs. @param {string[]} keys */
async function announce(keys) {
  tabs?.postMessage(keys);
  await tell(keys);
}

/** @param {string[]} keys */
async function tell(keys) {
  for (const key of keys) {
    const listeners = heard.get(key);
    if (!listeners?.size) continue;
    const value = await read(key);
    for (const listener of listeners) listener(value);
  }
}

/**
 * The answered request of a transaction that is over; null if the browser keeps nothing.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(values: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<IDBRequest<T> | null>}
 */
async function within(mode, work) {
  const opened = await database();
  if (!opened) return null;
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(VALUES, mode);
    const request = work(transaction.objectStore(VALUES));
    transaction.oncomplete = () => resolve(request);
    transaction.onabort = () => reject(faults.get(transaction) ?? transaction.error);
  });
}

/** @type {WeakMap<IDBTransaction, unknown>} */
const faults = new WeakMap();

/** A step of a transaction, which keeps nothing if the step fails. @param {IDBObjectStore} values @param {() => void} step */
function guard({ transaction }, step) {
  return () => {
    try {
      step();
    } catch (error) {
      faults.set(transaction, error);
      transaction.abort();
    }
  };
}

/** @param {IDBObjectStore} values @param {string} key @param {unknown} value */
function put(values, key, value) {
  if (value === undefined) values.delete(key);
  else values.put(value, key);
}

/** The database, opened once; null if the browser refuses it. */
function database() {
  opening ??= open()
    .then(adoptFormer)
    .catch(() => null);
  return opening;
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(VALUES);
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const forget = () => (opening = undefined); // deleted by the reader: the next one is another one
      asked.result.onclose = forget;
      asked.result.onversionchange = () => {
        asked.result.close();
        forget();
      };
      resolve(asked.result);
    };
  });
}

/** Move what earlier versions kept into the database; what is there already stays. @param {IDBDatabase} opened @returns {Promise<IDBDatabase>} */
function adoptFormer(opened) {
  const former = formerValues();
  if (!former.length) return Promise.resolve(opened);
  return new Promise((resolve) => {
    const transaction = opened.transaction(VALUES, "readwrite"),
      values = transaction.objectStore(VALUES);
    for (const [key, value] of former) {
      const asked = values.getKey(key);
      asked.onsuccess = () => asked.result === undefined && values.put(value, key);
    }
    transaction.oncomplete = () => {
      for (const [key] of former) localStorage.removeItem(formerName(key));
      resolve(opened);
    };
    transaction.onabort = () => resolve(opened); // they stay where they are
  });
}

/** @param {string} key */
const formerName = (key) => `setlab.${key.replace("-", ".")}`;

/** @returns {[string, unknown][]} */
function formerValues() {
  return FORMER.flatMap((key) => {
    try {
      const value = JSON.parse(localStorage.getItem(formerName(key)) ?? "null");
      return value === null ? [] : [/** @type {[string, unknown]} */ ([key, value])];
    } catch {
      return [];
    }
  });
}
