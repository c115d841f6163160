// Requests to the server. A refusal is an error that carries the server's code, its sentence and its status.

export class Refusal extends Error {
  /** @param {string} reason @param {string} code @param {number} status */
  constructor(reason, code, status) {
    super(reason);
    this.code = code;
    this.status = status;
  }
}

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => request(path, {});

/** @param {string} path @param {object} body @returns {Promise<any>} */
export function post(path, body) {
  return request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** @param {string} path @param {string | null} token of the room @returns {Promise<any>} */
export const remove = (path, token) => request(path, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });

/** @param {string} path @param {RequestInit} init */
async function request(path, init) {
  let answer;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refusal("the server does not answer", "offline", 0);
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(body.reason ?? answer.statusText, body.code ?? "unknown", answer.status);
  return body;
}
