// The core for browsers in Node: `node ask.mjs CORE.wasm` reads questions, a line of JSON each, and answers them.
// Numbers beyond 2^53, and arrays of 64 bits, travel as text.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { CoreError, start } from "../../src/setlab/web/static/js/core/engines.js";

const core = await start(await WebAssembly.compile(await readFile(process.argv[2])));

const revive = (key, value) => {
  if (typeof value?.whole === "string") return BigInt(value.whole);
  return Array.isArray(value?.words) ? BigUint64Array.from(value.words, BigInt) : value;
};
const shown = (key, value) => {
  if (typeof value === "bigint") return { whole: String(value) };
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
};

for await (const line of createInterface({ input: process.stdin })) {
  const { name, asked } = JSON.parse(line, revive);
  let answer;
  try {
    answer = { found: core[name](asked) ?? null };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    answer = { refused: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer, shown)}\n`);
}
