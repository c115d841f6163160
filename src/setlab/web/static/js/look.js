// How the pages look and act, set before anything is painted: palette, theme, motion and keys, as the reader chose
// them.
// A classic script: the browser waits for it. `?theme=dark&palette=safe` overrides the choice for one visit.
"use strict";
{
  const FALLBACKS = { palette: "classic", theme: "device", motion: "device", keys: "on" };
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
    look.theme = theme === "device" ? (night.matches ? "dark" : "light") : theme;
    look.motion = motion === "device" ? (still.matches ? "still" : "lively") : motion;
  };

  wear();
  night.addEventListener("change", wear);
  still.addEventListener("change", wear);
  addEventListener("setlab:look", wear);
}
