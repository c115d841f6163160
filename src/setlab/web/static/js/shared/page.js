// Common to all pages: the display box with palette, theme, motion, keys, sounds and language, and the live region.
import { byId, make } from "./dom.js";
import { keysAct } from "./keyboard.js";
import { isAlone } from "./place.js";
import { LANGUAGES, language, t } from "./words.js";

/** The choices of the display box: which values, and the one that holds until the reader chooses. */
const LOOKS = Object.freeze({
  palette: ["classic", "safe", "words"],
  theme: ["light", "dark", "device"],
  motion: ["lively", "still", "device"],
  keys: ["on", "off"],
});
const FALLBACKS = Object.freeze({
  palette: "classic",
  theme: "device",
  motion: "device",
  keys: "on",
  sound: "off",
  board: "fit",
  wording: "page",
});

/** @typedef {keyof typeof FALLBACKS} Look */

const KEPT = 8; // sentences in the live region: as many may come at once, and none is lost

if (!("popover" in HTMLElement.prototype)) (await import("./popover.js")).addPopovers();

const live = make("div", { id: "live", class: "hide", role: "log", "aria-live": "polite" });
document.body.append(live, displayBox());
document.querySelector(".skip")?.addEventListener("click", skip);
addEventListener("setlab:ready", () => import("../offline/register.js"), { once: true });
addEventListener("setlab:look", nameShortcuts);
nameShortcuts();

/**
 * Announce a text once through the live region; screen readers queue it.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  live.append(make("p", {}, text));
  while (live.childElementCount > KEPT) live.firstElementChild?.remove();
}

/**
 * The reader can use the page now. The module of a page calls this when it is through, or when it must ask the reader
 * first.
 */
export function ready() {
  dispatchEvent(new Event("setlab:ready"));
}

/** The sentence of a say line, then its properties. @param {Element} line */
export function readAloud(line) {
  const parts = [...line.querySelectorAll("p, li")].map((part) =>
    (part.textContent ?? "").trim().replaceAll(/\s+/g, " "),
  );
  return parts.join(", ").replaceAll("., ", ". ");
}

/** Choose how the pages look, as the display box does. @param {Look} look @param {string} value */
export function wear(look, value) {
  keepLook(look, value);
  for (const input of document.querySelectorAll(`#look input[name="${look}"]`)) {
    if (input instanceof HTMLInputElement) input.checked = input.value === value;
  }
}

/** @param {string} look @param {string} value */
export function keepLook(look, value) {
  try {
    localStorage.setItem(`setlab.${look}`, value);
  } catch {
    document.documentElement.dataset[look] = value; // a private window: for this page only
  }
  dispatchEvent(new Event("setlab:look"));
}

/** The reader's choice for one part of the look. @param {Look} look */
export function currentLook(look) {
  try {
    return localStorage.getItem(`setlab.${look}`) ?? FALLBACKS[look];
  } catch {
    return FALLBACKS[look];
  }
}

/**
 * A group of exclusive choices.
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} choices
 * @param {string} now
 * @param {(value: string) => void} choose
 */
export function picks(name, legend, choices, now, choose) {
  const labels = choices.map(([value, text]) => {
    const input = make("input", { type: "radio", name, value, checked: value === now, onchange: () => choose(value) });
    return make("label", {}, input, make("span", {}, text));
  });
  return make("fieldset", { class: "choice" }, make("legend", {}, legend), make("div", { class: "pick" }, ...labels));
}

/** A box that a button with `popovertarget` opens. @param {string} id @param {string} label @param {...Node} content */
export function popover(id, label, ...content) {
  return make("div", { id, class: "pop", popover: "auto", "aria-label": label, role: "dialog" }, ...content);
}

/** Open or close a box from code. @param {string} id @param {boolean} open */
export function toggleBox(id, open) {
  byId(id, HTMLElement).togglePopover(open);
}

function displayBox() {
  const looks = /** @type {(keyof typeof LOOKS)[]} */ (Object.keys(LOOKS)).map((look) =>
    picks(
      look,
      t(`display.${look}.title`),
      LOOKS[look].map((value) => [value, t(`display.${look}.${value}`)]),
      currentLook(look),
      (value) => wear(look, value),
    ),
  );
  const speak = picks("language", t("display.language"), Object.entries(LANGUAGES), language, changeLanguage);
  const further = make("details", {}, make("summary", {}, t("display.further")));
  further.addEventListener("toggle", () => openFurther(further), { once: true });
  return popover(
    "look",
    t("display.title"),
    ...looks,
    speak,
    further,
    make("p", { class: "small" }, make("a", { href: "/privacy" }, t("nav.privacy"))),
  );
}

/** The part that few readers open is loaded when it is opened. @param {HTMLElement} box */
async function openFurther(box) {
  const { furtherFields } = await import(`./further.js`);
  box.append(...furtherFields());
}

/** Over the header to the main part, with the address as it is: its hash may mean something. @param {Event} event */
function skip(event) {
  event.preventDefault();
  const main = byId("main", HTMLElement);
  main.tabIndex = -1;
  main.focus();
  main.addEventListener("blur", () => main.removeAttribute("tabindex"), { once: true });
}

/** A screen reader hears of the single keys of buttons as long as they act. */
function nameShortcuts() {
  for (const at of document.querySelectorAll("[data-shortcut]")) {
    if (keysAct()) at.setAttribute("aria-keyshortcuts", at.getAttribute("data-shortcut") ?? "");
    else at.removeAttribute("aria-keyshortcuts");
  }
}

/** @param {string} chosen */
function changeLanguage(chosen) {
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(null, "", here);
  if (!isAlone) document.cookie = `lang=${chosen}; path=/; max-age=31536000; samesite=lax`;
  else if (!keepLanguage(chosen)) return location.assign(`?lang=${chosen}`); // for this page only
  location.reload();
}

/** Keep the language for a site without a server: `look.js` goes to its pages. @param {string} chosen */
function keepLanguage(chosen) {
  try {
    localStorage.setItem("setlab.language", chosen);
    return true;
  } catch {
    return false; // a private window
  }
}
