// The service worker: it keeps pages, words and core in a cache of its version, and answers with them where there is no network.
// A classic script, which `sw.js` runs after it has said what belongs to the version: `self.build`.
//
// A page comes from the network first, and names its version; the files of a version never change, so they come from the
// cache. Every file that is kept is compared with its hash whenever it is used: one that is broken or missing is fetched again.
"use strict";
{
  /** @typedef {{ [path: string]: string }} Hashes by the path below the scope; "" if the content depends on the reader */
  /** @typedef {{ version: string, pause: number, always: Hashes, languages: { [language: string]: Hashes }, later: Hashes }} Build */

  const worker = /** @type {any} */ (self);
  /** @type {Build} */
  const build = worker.build;
  const SCOPE = new URL("./", location.href);
  const FAMILY = `setlab${SCOPE.pathname}`,
    NAME = `${FAMILY} ${build.version}`;
  const PATIENCE = 4000, // milliseconds after which a page is taken from the cache
    AT_ONCE = 6;

  /** @type {Hashes} */
  const known = Object.assign({}, build.always, build.later, ...Object.values(build.languages));

  /** The path below the scope as the build names it. @param {URL} url */
  const pathOf = ({ pathname }) => pathname.slice(SCOPE.pathname.length).replace(/(^|\/)index\.html$/, "$1");

  /** The path of a page: `daily` and `daily/` are the same. @param {URL} url */
  function pageOf(url) {
    const path = pathOf(url);
    return [path, `${path}/`, path.replace(/\/$/, "")].find((each) => each in known && !each.startsWith("static/"));
  }

  /** @param {ArrayBuffer} body */
  async function hashOf(body) {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /**
   * The answer with a body that was read whole; null if it is not what the build says.
   * @param {Response | undefined} answer
   * @param {string} path
   */
  async function check(answer, path) {
    if (!answer?.ok) return null;
    const body = await answer.arrayBuffer().catch(() => null);
    if (!body || (known[path] && (await hashOf(body)) !== known[path])) return null;
    const kind = answer.headers.get("Content-Type") ?? "application/octet-stream";
    const headers = { "Content-Type": kind, "Content-Language": answer.headers.get("Content-Language") ?? "" };
    return new Response(body, { headers });
  }

  /** What is kept of a path, if it is whole. @param {string} path @returns {Promise<Response | null>} */
  async function kept(path) {
    const cache = await caches.open(NAME);
    return check(await cache.match(new URL(path, SCOPE)), path);
  }

  /** The same file of an older version, if it has not changed. @param {string} path */
  async function inherited(path) {
    const name = path.replace(/^static\/\w+\//, "");
    for (const older of (await caches.keys()).filter((each) => each.startsWith(FAMILY) && each !== NAME)) {
      const place = name === path ? path : `static/${older.split(" ").pop()}/${name}`;
      const found = known[path] && (await check(await (await caches.open(older)).match(new URL(place, SCOPE)), path));
      if (found) return found;
    }
    return null;
  }

  /** A file from the network, kept if it is the right one; one that an HTTP cache has kept too long is asked for again. @param {string} path */
  async function fetchFile(path) {
    const url = new URL(path, SCOPE);
    for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
      const answer = await check(await fetch(url, { cache }), path);
      if (answer) {
        await (await caches.open(NAME)).put(url, answer.clone());
        return answer;
      }
    }
    return null;
  }

  /** A file of this version. @param {string} path @param {Request} request */
  async function file(path, request) {
    return (await kept(path)) ?? (await fetchFile(path).catch(() => null)) ?? fetch(request);
  }

  /** A page: of the network if it answers in time, else as it is kept here, or by an older version. @param {string} path @param {Request} request */
  async function page(path, request) {
    const here = async () => (await kept(path)) ?? (await caches.match(new URL(path, SCOPE)));
    /** @type {Promise<Response | null>} */
    const there = fetch(request).catch(() => null);
    const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
    const answer = await Promise.race([there, late]);
    if (answer && answer.status < 500) return answer;
    return (await here()) ?? (await there) ?? Response.error();
  }

  /** A file of another version, for a page that is still open. @param {Request} request */
  const other = async (request) => (await caches.match(request)) ?? fetch(request);

  /** The paths to be kept for a language, with those of this month, the last and the next in their names. @param {string} language */
  function wanted(language) {
    const now = new Date();
    const months = [-1, 0, 1].map((n) =>
      new Date(Date.UTC(now.getFullYear(), now.getMonth() + n)).toISOString().slice(0, 7),
    );
    const soon = Object.keys(build.later).filter((path) => months.some((month) => path.includes(month)));
    return [...Object.keys({ ...build.always, ...build.languages[language] }), ...soon];
  }

  /**
   * Keep what is missing or broken, some files at a time. True if all is there.
   * @param {string} language
   */
  async function keep(language) {
    const paths = wanted(language);
    let missing = 0;
    const work = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        const here = await kept(path);
        if (here && (known[path] || here.headers.get("Content-Language") === language)) continue;
        const older = await inherited(path);
        if (older) await (await caches.open(NAME)).put(new URL(path, SCOPE), older);
        else if (!(await fetchFile(path).catch(() => null))) missing += 1;
        if (build.pause) await new Promise((resolve) => setTimeout(resolve, build.pause));
      }
    };
    await Promise.all(Array.from({ length: build.pause ? 1 : AT_ONCE }, work));
    return !missing;
  }

  /** Older versions go once this one is complete. */
  async function forgetOlder() {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(FAMILY) && name !== NAME).map((name) => caches.delete(name)),
    );
  }

  /** @type {Map<string, Promise<boolean>>} */
  const keeping = new Map();

  /** @param {string} language @param {{ postMessage: (message: object) => void }} client */
  async function answerKeep(language, client) {
    const begun = keeping.get(language) ?? keep(language).finally(() => keeping.delete(language));
    keeping.set(language, begun);
    if (!(await begun)) return;
    await forgetOlder();
    client.postMessage({ kind: "kept", version: build.version });
  }

  /** Take over at once if the page that asks is the only one: an older page may still need the worker before this one. */
  async function takeOver() {
    const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (open.length <= 1) await worker.skipWaiting();
  }

  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener("message", (/** @type {any} */ event) => {
    if (event.data?.kind === "take over") event.waitUntil(takeOver());
    if (event.data?.kind === "keep") event.waitUntil(answerKeep(event.data.language, event.source));
  });
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event,
      url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
    const path = pathOf(url),
      shown = request.mode === "navigate" ? pageOf(url) : undefined;
    if (shown !== undefined) event.respondWith(page(shown, request));
    else if (request.mode !== "navigate" && path in known && known[path]) event.respondWith(file(path, request));
    else if (path.startsWith("static/")) event.respondWith(other(request));
  });
}
