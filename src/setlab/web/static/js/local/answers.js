// What a browser can compute itself instead of asking the server: each request with the module that answers. Modules are
// loaded when they are first needed. Answers and refusals are those of src/setlab/web/http, to the last digit.

/** @typedef {(url: URL, body: any) => Promise<any>} Handler the JSON that the server would give, or an error */
/** @typedef {{ [request: string]: () => Promise<Handler> }} Answers by method and path */

/**
 * Faster than the way to a server and back: a browser that has the core answers although there is a server, and a class of thirty
 * costs the server nothing.
 * @type {Answers}
 */
const FASTER = {
  "GET /api/lessons/hidden": async () => (await import("./lessons.js")).hidden,
  "GET /api/lessons/mistakes": async () => (await import("./lessons.js")).mistakes,
  "POST /api/explore/cap": async () => (await import("./cap.js")).cap,
  "POST /api/antiset": async () => (await import("./antiset.js")).play,
  "POST /api/antiset/proof": async () => (await import("./antiset.js")).proof,
  "POST /api/solitaire": async () => (await import("./solitaire.js")).table,
  "POST /api/solitaire/advice": async () => (await import("./solitaire.js")).advice,
  "POST /api/solitaire/position": async () => (await import("./solitaire.js")).position,
  "POST /api/solitaire/review": async () => (await import("./solitaire.js")).review,
};

/** Where there is a server, it answers these. @type {Answers} */
const OTHERS = {
  "GET /api/practice": async () => (await import("./practice.js")).practice,
};

/** Where there is no server, files hold several of these; a request begins so. @type {Answers} */
const PACKED = {
  "GET /api/puzzles": async () => (await import("./packed.js")).puzzles,
  "GET /api/lab/exact/": async () => (await import("./packed.js")).exact,
};

/** True where pages have no server. */
export const isAlone = () => "static" in document.documentElement.dataset;

/**
 * What answers a request in this browser; undefined if the server does.
 * @param {string} method
 * @param {string} path
 * @param {boolean} [always] also where the server would be asked
 * @returns {Handler | undefined}
 */
export function find(method, path, always = isAlone()) {
  const request = `${method} ${new URL(path, location.origin).pathname}`;
  const here = always || document.documentElement.dataset.core === "here";
  const packed = Object.keys(PACKED).find((start) => request.startsWith(start)) ?? "";
  const load = (here ? FASTER[request] : undefined) ?? (always ? (OTHERS[request] ?? PACKED[packed]) : undefined);
  return load && (async (url, body) => (await load())(url, body));
}
