// The page: reads the game from its address, and listens to keys and to the buttons around the game.
import { prepare } from "../core/core.js";
import { get } from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { origin } from "../shared/invite.js";
import { forPage } from "../shared/keyboard.js";
import { ready } from "../shared/page.js";
import { t } from "../shared/words.js";
import { Game } from "./game.js";
import { readLink } from "./link.js";
import { newSeed } from "./setup.js";
import { plain, tell, tellTrouble } from "./telling.js";

/** @type {Game | null} */
let game = null;

async function open() {
  try {
    const wanted = readLink(location.search, { cards: 9, you: "olivia", strategy: "", seed: newSeed(), moves: [] });
    game = new Game(await get("/api/antiset"), wanted);
  } catch {
    return tellTrouble(t("antiset.trouble.offline"), t("antiset.trouble.again"), open);
  }
  return game.begin(game.wanted);
}

async function copyLink() {
  const link = location.href.replace(location.origin, origin);
  try {
    await navigator.clipboard.writeText(link);
    byId("copy", HTMLElement).textContent = t("antiset.copied");
    tell(plain(t("antiset.copied")));
  } catch {
    tell(plain(link));
  }
}

/** On a phone the choices are shown when they are asked for. */
function toggleSetup() {
  const open = byId("setup", HTMLElement).classList.toggle("open");
  byId("choose", HTMLElement).setAttribute("aria-expanded", String(open));
}

/** @param {KeyboardEvent} event */
function type(event) {
  if (!forPage(event) || event.repeat || !["?", "Backspace"].includes(event.key)) return;
  event.preventDefault();
  if (event.key === "?") game?.hint();
  else game?.undo();
}

byId("choose", HTMLElement).addEventListener("click", toggleSetup);
byId("watch", HTMLElement).addEventListener("click", () => game?.watch());
byId("copy", HTMLElement).addEventListener("click", copyLink);
byId("setup", HTMLElement).addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", type);
await open();
ready();
prepare();
