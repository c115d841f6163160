// Until the module of a page has run, what needs it is inert; if it does not come, the page says so.
// A classic script, because it must also run where a module is missing. If it is missing itself, the style sheet speaks.
"use strict";
{
  const html = document.documentElement;
  const entry = document.querySelector("script[type=module]");

  const open = () => {
    for (const at of document.querySelectorAll("[data-waits]")) {
      for (const name of ["data-waits", "inert", "aria-busy"]) at.removeAttribute(name);
    }
    html.dataset.ready = "";
    const first = document.querySelector("[autofocus]");
    if (first instanceof HTMLElement) first.focus();
  };

  const fail = () => {
    html.dataset.failed = "";
    document.getElementById("late")?.setAttribute("role", "alert");
  };

  addEventListener("setlab:ready", open, { once: true }); // a page that must ask the reader before its module is through
  if (entry instanceof HTMLScriptElement) import(entry.src).then(open, fail);
}
