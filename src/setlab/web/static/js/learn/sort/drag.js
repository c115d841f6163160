// Dragging by pointer: a press that moves carries the element, one that does not is a click.
import { style } from "../../shared/dom.js";

const NEAR = 6; // pixels within which a press is still a click

/**
 * @param {HTMLElement} at
 * @param {{ click: () => void, drop: (area: HTMLElement) => void }} then `drop` gets the area under the pointer
 */
export function draggable(at, { click, drop }) {
  /** Where the pointer went down. @type {{ x: number, y: number } | null} */
  let from = null;
  let carried = false;

  at.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY };
    carried = false;
    at.setPointerCapture(event.pointerId);
  });
  at.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    carried ||= Math.hypot(x, y) > NEAR;
    if (carried) carry(x, y);
  });
  at.addEventListener("pointerup", (event) => {
    const area = carried ? areaAt(event) : null;
    release();
    if (area) drop(area);
  });
  at.addEventListener("pointercancel", release);
  at.addEventListener("click", () => (carried ? (carried = false) : click()));

  /** @param {number} x @param {number} y */
  function carry(x, y) {
    at.classList.add("carried");
    style(at, { "--x": `${x}px`, "--y": `${y}px` });
  }

  function release() {
    from = null;
    at.classList.remove("carried");
  }

  /** The area under the pointer; the card that is carried does not count. @param {PointerEvent} event */
  function areaAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((each) => !at.contains(each));
    const area = under?.closest("[data-place]");
    return area instanceof HTMLElement ? area : null;
  }
}
