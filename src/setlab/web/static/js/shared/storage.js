// Values kept in the browser between visits, as JSON. Where storage is refused, as in some private windows, the page
// remembers.

/** @type {Map<string, unknown>} */
const remembered = new Map();

/**
 * The value of a key; the storage may hold anything.
 * @param {string} key
 * @param {unknown} fallback
 * @returns {unknown}
 */
export function readStored(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? remembered.get(key) ?? fallback;
  } catch {
    return remembered.get(key) ?? fallback;
  }
}

/** Keep a value; false if it lives only as long as the page. @param {string} key @param {unknown} value */
export function writeStored(key, value) {
  remembered.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
