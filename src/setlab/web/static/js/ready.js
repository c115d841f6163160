// Until the module of a page says that it is through, what needs it is inert; if a part does not come, the page says
// so.
// A classic script before all others, because it must also hear what becomes of them. If it is missing itself, the
// style sheet speaks.
// `import(…)` is no way to learn when a module is through: in WebKit it does not wait for a module that waits (WebKit
// bug 242740).
"use strict";
{
  const html = document.documentElement;

  const open = () => {
    for (const at of document.querySelectorAll("[data-waits]")) {
      for (const name of ["data-waits", "inert", "aria-busy"]) at.removeAttribute(name);
    }
    html.dataset.ready = "";
    const first = document.querySelector("[autofocus]");
    if (first instanceof HTMLElement) first.focus();
  };

  const fail = () => {
    if ("ready" in html.dataset) return;
    html.dataset.failed = "";
    if (document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", alarm); // WebKit misses a module before the page is read
    else alarm();
  };

  const alarm = () => document.getElementById("late")?.setAttribute("role", "alert");

  addEventListener("setlab:ready", open, { once: true });
  addEventListener("setlab:failed", fail);
  // A missing script does not bubble.
  addEventListener("error", ({ error, target }) => (error || target instanceof HTMLScriptElement) && fail(), true);
}
