// Whether the player wants finds to be kept in this browser: asked before anything is loaded that keeps them.
const WANTED = "setlab.progress";

/** True if the player wants finds to be kept. */
export function keepsFinds() {
  try {
    return localStorage.getItem(WANTED) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} wanted @returns {boolean} false if the browser cannot keep the choice */
export function wantFinds(wanted) {
  try {
    localStorage.setItem(WANTED, wanted ? "on" : "off");
    return true;
  } catch {
    return false;
  }
}
