// The table is the keyboard: its three lanes are three rows of keys, read by their place and shown by the reader's
// letters.
import { language } from "./words.js";

const LANES = [
  ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI", "KeyO", "KeyP"],
  ["KeyA", "KeyS", "KeyD", "KeyF", "KeyG", "KeyH", "KeyJ", "KeyK", "KeyL", "Semicolon"],
  ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM", "Comma", "Period", "Slash"],
];
const PLAIN = /** @type {{ [code: string]: string }} */ ({ Semicolon: ";", Comma: ",", Period: ".", Slash: "/" });
const GERMAN = /** @type {{ [code: string]: string }} */ ({ KeyY: "Z", KeyZ: "Y", Semicolon: "Ö", Slash: "-" });
const NORWEGIAN = /** @type {{ [code: string]: string }} */ ({ Semicolon: "Ø", Slash: "-" });

/**
 * The letters as this keyboard has them, where the browser tells; otherwise those usual for the language.
 * @type {Map<string, string>}
 */
let layout = new Map();

/** Ask the browser once for the reader's layout; `then` is called if it answered. @param {() => void} then */
export function learnLayout(then) {
  const keyboard = /** @type {{ getLayoutMap(): Promise<Map<string, string>> } | undefined} */ (
    /** @type {any} */ (navigator).keyboard
  );
  keyboard?.getLayoutMap?.().then(
    (map) => {
      layout = map;
      then();
    },
    () => {},
  );
}

/**
 * The row and column of slot i: up to twelve slots in reading order, then every three more are a new column.
 * @param {number} i
 * @param {number} n
 * @returns {[number, number]}
 */
export function place(i, n) {
  const wide = Math.ceil(Math.min(n, 12) / 3);
  return i < 12 ? [Math.floor(i / wide), i % wide] : [(i - 12) % 3, 4 + Math.floor((i - 12) / 3)];
}

/**
 * The key of slot i as `event.code`, or undefined beyond thirty slots.
 * @param {number} i
 * @param {number} n
 * @returns {string | undefined}
 */
export function codeOf(i, n) {
  const [row, column] = place(i, n);
  return LANES[row]?.[column];
}

/** The reader's own keys of the cards, in the order of the slots; "" for the usual ones. */
export const ownKeys = () => readOwnKeys(document.documentElement.dataset.own ?? "") ?? "";

/** Keys as they are typed: different letters, digits or signs in small letters. Null if one comes twice. @param {string} text */
export function readOwnKeys(text) {
  const keys = [...text.replaceAll(/\s/g, "").toLowerCase()];
  return new Set(keys).size === keys.length ? keys.join("") : null;
}

/** What stands on a key: "Q". @param {string | undefined} code */
export function letterOf(code) {
  if (!code) return "";
  const usual = language === "de" ? GERMAN : language === "nb" ? NORWEGIAN : PLAIN;
  return (
    layout.get(code) ??
    usual[code] ??
    PLAIN[code] ??
    code.replace("Key", "").replace("Digit", "")
  ).toLocaleUpperCase(language);
}

/**
 * True if single letters, digits and signs act on the whole page; the reader can switch them off in the display box.
 */
export const keysAct = () => document.documentElement.dataset.keys !== "off";

/**
 * True if a key press belongs to the page: not to a field, a box that lies open, or the browser.
 * @param {KeyboardEvent} event
 */
export function forPage(event) {
  if (event.key.length === 1 && !keysAct()) return false;
  const target = event.target instanceof Element ? event.target : null;
  const elsewhere =
    target?.closest("input, textarea, select, [popover], dialog") ||
    document.querySelector("[popover]:is(:popover-open, [data-open]), dialog[open]");
  return !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || elsewhere);
}
