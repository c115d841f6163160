// The buttons below the board.
import { byId, fill, make } from "../shared/dom.js";

/**
 * @typedef {{
 *   id: string,
 *   text: string,
 *   act: () => void,
 *   off?: boolean,
 *   key?: string,
 *   pressed?: boolean,
 *   main?: boolean,
 * }} Button
 */

/** Draw buttons; the one with the focus keeps it. @param {Button[]} buttons */
export function drawButtons(buttons) {
  const at = byId("acts", HTMLElement);
  const focused = at.contains(document.activeElement) ? document.activeElement?.id : "";
  fill(at, ...buttons.map(makeButton));
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {Button} button */
function makeButton({ id, text, act, off = false, key = "", pressed, main = false }) {
  const state = {
    "aria-disabled": off ? "true" : null,
    "aria-pressed": pressed === undefined ? null : String(pressed),
  };
  return make(
    "button",
    { class: main ? "btn main" : "btn", type: "button", id, ...state, onclick: () => off || act() },
    text,
    key && make("kbd", {}, key),
  );
}
