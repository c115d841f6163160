// Pages without a network: on a secure origin a service worker keeps them. It is told which language to keep after each visit.
import { isAlone } from "../shared/place.js";

const ROOT = new URL("../../../../", import.meta.url);

/**
 * Let the worker take over if no older page needs the one before it, and keep what it lacks; the page says when it is done.
 * @param {ServiceWorkerRegistration} registration
 */
async function keepPages(registration) {
  registration.waiting?.postMessage({ kind: "take over" });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ kind: "keep", language: document.documentElement.lang });
}

/** @param {MessageEvent} event */
function hear({ data }) {
  if (data?.kind === "kept") document.documentElement.dataset.offline = data.version;
}

const isRoom = "room" in document.body.dataset,
  isSparing = /** @type {any} */ (navigator).connection?.saveData;
if (navigator.serviceWorker && !isRoom && (isAlone || isSecureContext)) {
  navigator.serviceWorker.addEventListener("message", hear);
  navigator.serviceWorker.addEventListener("controllerchange", () => navigator.serviceWorker.ready.then(keepPages));
  navigator.serviceWorker
    .register(new URL("sw.js", ROOT))
    .then((registration) => {
      registration.addEventListener("updatefound", () => {
        const next = registration.installing;
        next?.addEventListener("statechange", () => next.state === "installed" && keepPages(registration));
      });
      return isSparing ? undefined : keepPages(registration);
    })
    .catch(() => {}); // the pages work without it
}
