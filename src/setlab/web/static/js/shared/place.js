// Where pages lie: on a server at their addresses; on a site without one in folders, wherever it is published. What needs a
// server leads to the one whose address the reader has given, or to the page that asks for it.

const html = document.documentElement,
  KEPT = "setlab.server";

/** True where pages have no server. */
export const isAlone = "static" in html.dataset;

/** The path of the site: this module lies in static/VERSION/js/shared/. */
const root = new URL("../../../../", import.meta.url).pathname;

const PROTOCOL = /^https?:[/][/]/i;

/** What only a server has: three pages, the interface, and rooms by their codes. */
const SERVED = /^\/(?:new|look|print|tournament|api|[A-Z]{4,6})\b/;

/** The address of the server, with its protocol; "" if none was given. */
export function serverAddress() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/**
 * Keep the address of a server as it was typed; "" forgets it. False for a text that is no address.
 * @param {string} typed
 */
export function keepServer(typed) {
  const address = readServer(typed);
  if (address === null) return false;
  try {
    localStorage.setItem(KEPT, address);
  } catch {
    // a private window: it is asked for once more
  }
  return true;
}

/**
 * The address of a server without a path: "set.example.org" is https, "192.168.1.5:8000" and "localhost:8000" are http.
 * @param {string} typed
 * @returns {string | null}
 */
export function readServer(typed) {
  const text = typed.trim().replace(/\/+$/, "");
  if (!text) return "";
  if (!/^(?:https?:[/][/])?[\w.:[\]-]+(?:[/]|$)/i.test(text)) return null;
  const isNear = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\]|[^./]+)(?::\d+)?(?:\/|$)/i.test(text);
  try {
    const { protocol, origin } = new URL(PROTOCOL.test(text) ? text : `${isNear ? "http" : "https"}://${text}`);
    return /^https?:$/.test(protocol) ? origin : null;
  } catch {
    return null;
  }
}

/**
 * The address of a page, which is named by its address on a server: "/daily?level=basic".
 * @param {string} path
 * @returns {string}
 */
export function pageAddress(path) {
  if (!isAlone || !path.startsWith("/")) return path;
  if (SERVED.test(path)) return servedAddress(path);
  const [, place, rest] = /** @type {RegExpExecArray} */ (/^\/([^?#]*)(.*)$/.exec(path));
  return `${root}${folder()}${place && `${place}/`}${rest}`;
}

/** The address of something that only a server has. @param {string} path @returns {string} */
export function servedAddress(path) {
  const server = serverAddress();
  return server ? server + path : pageAddress(`/server?to=${encodeURIComponent(path)}`);
}

/** The folder of the pages in the reader's language. */
const folder = () => (html.lang === "en" ? "" : `${html.lang}/`);

/** This page as a server names it: "/daily?date=2026-11-16". */
export function pagePath() {
  const place = location.pathname.slice(isAlone ? root.length + folder().length : 1).replace(/\/$/, "");
  return `/${place}${location.search}${location.hash}`;
}

/** The links of the page that lead to a server lead to the one that is known now. */
export function pointLinks() {
  for (const link of document.querySelectorAll("a[data-served]"))
    link.setAttribute("href", servedAddress(link.getAttribute("data-served") ?? "/"));
}

if (isAlone) pointLinks();
