// A Web Worker with the engines: it answers questions one after the other.
import { CoreError, start } from "./engines.js";

/** @typedef {import("./types").Question} Question */

/** @type {Promise<import("./engines.js").Engines> | undefined} */
let starting;

addEventListener("message", async (/** @type {MessageEvent<{ module: WebAssembly.Module } | Question>} */ { data }) => {
  if ("module" in data) {
    starting = start(data.module);
    return;
  }
  const { id, name, asked } = data;
  try {
    const engines = /** @type {any} */ (await starting);
    postMessage({ id, found: engines[name](asked) });
  } catch (error) {
    postMessage({ id, reason: String(/** @type {Error} */ (error).message), refused: error instanceof CoreError });
  }
});
