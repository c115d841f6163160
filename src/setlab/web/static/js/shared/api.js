// Requests, answered by this browser where it can, else by the server. A refusal is an error that carries the server's code,
// its sentence and its status.
import { find } from "../local/answers.js";

export class Refusal extends Error {
  /** @param {string} reason @param {string} code @param {number} status */
  constructor(reason, code, status) {
    super(reason);
    this.code = code;
    this.status = status;
  }
}

/**
 * The header of a request with a room's token.
 * @param {string | null | undefined} token
 * @returns {{ [name: string]: string }}
 */
const bearing = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/** @param {string} path @param {string | null} [token] of the room @returns {Promise<any>} */
export const get = (path, token) => request(path, { headers: bearing(token) });

/** @param {string} path @param {object} body @param {string | null} [token] of the room @returns {Promise<any>} */
export function post(path, body, token) {
  const headers = { "Content-Type": "application/json", ...bearing(token) };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) }, body);
}

/** @param {string} path @param {Blob} blob @param {AbortSignal} signal @returns {Promise<any>} */
export const upload = (path, blob, signal) =>
  request(path, { method: "POST", headers: { "Content-Type": blob.type }, body: blob, signal });

/** @param {string} path @param {string | null} token of the room @returns {Promise<any>} */
export const remove = (path, token) => request(path, { method: "DELETE", headers: bearing(token) });

/**
 * Save what a request answers as a file: a plain link would carry no token.
 * @param {string} path
 * @param {string | null} token
 * @param {string} name
 */
export async function save(path, token, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await ask(path, { headers: bearing(token) })).blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} path @param {RequestInit} init */
export async function ask(path, init) {
  try {
    return await fetch(path, init);
  } catch {
    throw new Refusal("the server does not answer", "offline", 0);
  }
}

/** @param {string} path @param {RequestInit} init @param {object} [body] @returns {Promise<any>} */
async function request(path, init, body) {
  const handler = find(init.method ?? "GET", path);
  try {
    if (handler) return await handler(new URL(path, location.origin), body);
  } catch (error) {
    if (error instanceof Refusal) throw error; // else the server says what is wrong
  }
  return answered(await ask(path, init));
}

/** What a response says, or the refusal. @param {Response} answer @returns {Promise<any>} */
export async function answered(answer) {
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(found.reason ?? answer.statusText, found.code ?? "unknown", answer.status);
  return found;
}
