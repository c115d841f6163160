// How the pages look, sound and act, set before anything is painted: palette, theme, motion, keys and more, as the reader
// chose them.
// A classic script: the browser waits for it. `?theme=dark&palette=safe` overrides the choice for one visit.
"use strict";
{
  const FALLBACKS = { palette: "classic", theme: "device", motion: "device", keys: "on" };
  const ROOM = { sound: "off", board: "fit", wording: "page", own: "" };
  const query = new URLSearchParams(location.search);
  const night = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {string} key @param {string} fallback */
  const recall = (key, fallback) => {
    try {
      return query.get(key) ?? localStorage.getItem(`setlab.${key}`) ?? fallback;
    } catch {
      return fallback; // a private window without storage
    }
  };

  const wear = () => {
    const look = document.documentElement.dataset;
    const theme = recall("theme", FALLBACKS.theme);
    const motion = recall("motion", FALLBACKS.motion);
    look.palette = recall("palette", FALLBACKS.palette);
    look.keys = recall("keys", FALLBACKS.keys);
    for (const [key, fallback] of Object.entries(ROOM)) look[key] = recall(key, fallback);
    look.theme = theme === "device" ? (night.matches ? "dark" : "light") : theme;
    look.motion = motion === "device" ? (still.matches ? "still" : "lively") : motion;
  };

  /**
   * A site without a server has the pages of each language in a folder. One that is asked for, or was chosen before, or
   * on English pages the one that the browser prefers, leads to its folder.
   */
  const speak = () => {
    const html = document.documentElement,
      here = html.lang,
      script = document.currentScript;
    if (!("static" in html.dataset) || html.dataset.page === "missing" || !(script instanceof HTMLScriptElement))
      return;
    const preferred = navigator.languages.map((name) => name.slice(0, 2).replace(/^(no|nn)$/, "nb"));
    const known = ["en", "de", "nb"];
    const wanted = [query.get("lang"), recall("language", ""), ...(here === "en" ? preferred : [])];
    const next = wanted.find((name) => name && known.includes(name));
    if (!next || next === here) return;
    const root = new URL("../../../", script.src).pathname,
      folder = (/** @type {string} */ name) => root + (name === "en" ? "" : `${name}/`);
    const to = folder(next) + location.pathname.slice(folder(here).length) + location.search + location.hash;
    location.replace(to);
  };

  speak();
  wear();
  night.addEventListener("change", wear);
  still.addEventListener("change", wear);
  addEventListener("setlab:look", wear);
}
