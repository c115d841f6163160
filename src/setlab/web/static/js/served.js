// A page that needs a server: this site has none, but the reader may know one. Its address is kept, and links lead there.
import { byId } from "./shared/dom.js";
import { ready } from "./shared/page.js";
import { keepServer, readServer, serverAddress } from "./shared/place.js";
import { hasText, t } from "./shared/words.js";

const asked = new URLSearchParams(location.search).get("to") ?? "/";
const to = /^\/(?!\/)/.test(asked) ? asked : "/";
const field = byId("server", HTMLInputElement),
  forget = byId("forget", HTMLElement);

function draw() {
  const place = /^\/(\w*)/.exec(to)?.[1] || "any";
  const what = hasText(`server.what.${place}`) ? place : "room";
  byId("what", HTMLElement).textContent = t(`server.what.${what}`);
  field.value = serverAddress();
  forget.hidden = !serverAddress();
}

byId("form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  field.setCustomValidity(readServer(field.value) ? "" : t("server.bad"));
  if (!field.reportValidity() || !keepServer(field.value)) return;
  location.assign(`${readServer(field.value)}${to}`);
});
field.addEventListener("input", () => field.setCustomValidity(""));
forget.addEventListener("click", () => {
  keepServer("");
  draw();
  field.focus();
});
draw();
ready();
