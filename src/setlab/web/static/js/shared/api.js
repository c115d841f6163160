// Requests to the server. A refusal is an error that carries the server's code, its sentence and its status.

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
  return request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...bearing(token) },
    body: JSON.stringify(body),
  });
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
async function ask(path, init) {
  try {
    return await fetch(path, init);
  } catch {
    throw new Refusal("the server does not answer", "offline", 0);
  }
}

/** @param {string} path @param {RequestInit} init */
async function request(path, init) {
  const answer = await ask(path, init);
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(body.reason ?? answer.statusText, body.code ?? "unknown", answer.status);
  return body;
}
