// What a browser can compute itself instead of asking the server: each request with the module that answers and its function.
// Modules are loaded when they are first needed. Answers and refusals are those of src/setlab/web/http, to the last digit.

import { isAlone } from "../shared/place.js";

/** @typedef {(url: URL, body: any) => Promise<any>} Handler the JSON that the server would give, or an error */
/** @typedef {{ [request: string]: [string, string] }} Answers */

/**
 * Faster than the way to a server and back: a browser that has the core answers although there is a server, and a class of thirty
 * costs the server nothing.
 * @type {Answers}
 */
const FASTER = {
  "GET /api/lessons/hidden": ["lessons", "hidden"],
  "GET /api/lessons/mistakes": ["lessons", "mistakes"],
  "POST /api/explore/cap": ["cap", "cap"],
  "POST /api/antiset": ["antiset", "play"],
  "POST /api/antiset/proof": ["antiset", "proof"],
  "POST /api/solitaire": ["solitaire", "table"],
  "POST /api/solitaire/advice": ["solitaire", "advice"],
  "POST /api/solitaire/position": ["solitaire", "position"],
  "POST /api/solitaire/review": ["solitaire", "review"],
};

/** Where there is a server, it answers these: it keeps the runs whose data and figures can be taken home. @type {Answers} */
const OTHERS = {
  "GET /api/lab/comparison": ["lab", "comparison"],
  "GET /api/lab/run": ["lab", "run"],
  "GET /api/practice": ["practice", "practice"],
};

/** Where there is no server, files hold several of these; a request begins so. @type {Answers} */
const PACKED = {
  "GET /api/puzzles": ["packed", "puzzles"],
  "GET /api/lab/exact/": ["packed", "exact"],
};

/** The answers of a page without a server to everything else: those that were recorded. */
const RECORDED = ["records", "answer"];

/**
 * What answers a request in this browser; undefined if the server does.
 * @param {string} method
 * @param {string} path
 * @param {boolean} [always] also where the server would be asked
 * @returns {Handler | undefined}
 */
export function find(method, path, always = false) {
  const request = `${method} ${new URL(path, location.origin).pathname}`;
  const all = always || isAlone;
  const isHere = all || document.documentElement.dataset.core === "here";
  const computed = (isHere ? FASTER[request] : undefined) ?? (all ? OTHERS[request] : undefined);
  const packed = Object.keys(PACKED).find((start) => request.startsWith(start)) ?? "";
  const [module, name] = computed ?? (isAlone ? (PACKED[packed] ?? RECORDED) : []);
  return name ? async (url, body) => (await import(`./${module}.js`))[name](url, body) : undefined;
}
