// All words of the pages in the reader's language, from the same JSON files as the server's.
/** @typedef {{ [key: string]: string | Words }} Words */
/** @typedef {{ [name: string]: string | number }} Values */

export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", nb: "Norsk" });

export const language = document.documentElement.lang || "en";
const plural = new Intl.PluralRules(language);
const sections = (document.documentElement.dataset.words ?? "").split(" ").filter(Boolean);
const [common, ...others] = await Promise.all(
  ["", ...sections.map((section) => `/${section}`)].map((file) => read(file)),
).catch(fail);
/** The common words, and those of each section that the page names. @type {Words} */
const words = { ...common, ...Object.fromEntries(sections.map((section, i) => [section, others[i]])) };
/** The language of the words on cards: another one for a reader who practises it. */
export const wording = chosenWording();
const onCards = wording === language ? words : await read("", wording).catch(() => words);

/** The text of a key in the language of the words on cards. @param {string} key */
export const onCard = (key) => String(look(key, onCards));

function chosenWording() {
  const { wording: chosen = "" } = document.documentElement.dataset;
  return chosen in LANGUAGES ? chosen : language;
}

/** @param {string} file @param {string} [of] @returns {Promise<Words>} */
async function read(file, of = language) {
  const answer = await fetch(new URL(`../../locale/${of}${file}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no words: ${answer.url} is answered by ${answer.status}`);
  return answer.json();
}

/**
 * Reports to the page, because WebKit reports no error of a module with a top-level await.
 * @param {unknown} error
 * @returns {never}
 */
function fail(error) {
  dispatchEvent(new Event("setlab:failed"));
  throw error;
}

/**
 * Read one more section, which the page does not name: then `t("SECTION.key")` finds its texts.
 * @param {string} section
 */
export async function load(section) {
  words[section] ??= await read(`/${section}`);
}

/**
 * The text of a key with its values filled in: t("home.there", { n: 3 }).
 *
 * A text with plural forms is an object: the form "0", "1", … of exactly `n`, else that of its plural category.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const found = look(key);
  const text = typeof found === "string" ? found : inNumber(found, Number(values.n));
  if (typeof text !== "string") throw new Error(`no words for ${key}`);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * The text around one value that the page makes bold: [before, value, after].
 * @param {string} key
 * @param {string} name
 * @param {Values} [values]
 * @returns {[string, string]}
 */
export function textAround(key, name, values = {}) {
  const [before, after = ""] = t(key, { ...values, [name]: "\u0000" }).split("\u0000");
  return [before, after];
}

/** @param {string} key @returns {boolean} */
export const hasText = (key) => look(key) !== undefined;

/** A number of seconds as "4:31". @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * A whole number with its digits in groups, "1,080"; as text it may be too long for the browser's numbers.
 * @param {number | string} n
 */
export const whole = (n) => new Intl.NumberFormat(language).format(typeof n === "string" ? BigInt(n) : n);

/** A proportion in per cent: "44 %". @param {number} share @param {Intl.NumberFormatOptions} [digits] */
export const percent = (share, digits = { maximumFractionDigits: 0 }) =>
  `${(100 * share).toLocaleString(language, digits)}\u00a0%`;

/**
 * A decimal of the server as the reader writes it: "0.33", "3.2e-07" are "0,33", "3,2 · 10⁻⁷" in German.
 * @param {string} text
 */
export function decimal(text) {
  const [digits, power] = text.replace(".", (1.5).toLocaleString(language).charAt(1)).split("e");
  return power === undefined ? digits : `${digits} · 10${superscript(Number(power))}`;
}

/** An exponent: "⁻⁷". @param {number} power */
export const superscript = (power) =>
  [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");

/** @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** "Ada, Jonas and Mira" @param {string[]} names */
export const formatList = (names) => new Intl.ListFormat(language).format(names);

/** @param {string} key @param {Words} [all] @returns {string | Words | undefined} */
function look(key, all = words) {
  return key.split(".").reduce((at, part) => (typeof at === "object" ? at[part] : undefined), /** @type {any} */ (all));
}

/** @param {Words | undefined} forms @param {number} n */
function inNumber(forms, n) {
  return forms?.[String(n)] ?? forms?.[plural.select(n)];
}

/**
 * The player with a name in the reader's language, if the own one was forgotten.
 * @template {{ seat: number, name: string }} P
 * @param {P} player
 * @returns {P}
 */
export const displayName = (player) =>
  player.name && player.name !== `Player ${player.seat}`
    ? player
    : { ...player, name: t("review.player", { n: player.seat }) };
