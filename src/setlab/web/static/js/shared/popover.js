// Boxes where the browser has no popovers (before Chrome 114, Safari 17, Firefox 125): the same attributes, methods,
// event and keys.
// An open box has the attribute `data-open`; its place and its layer are the style sheet's.

/**
 * The open boxes, each opened from the one before it, and what had the focus before.
 * @type {{ box: HTMLElement, before: Element | null }[]}
 */
const lying = [];

/** @param {HTMLElement} box @param {Element | null} [by] the button that opens it */
function show(box, by = null) {
  if (isOpen(box)) return;
  closeAbove((other) => other.contains(box) || other.contains(by));
  lying.push({ box, before: by ?? document.activeElement });
  box.tabIndex = -1;
  turn(box, "open");
  const first = box.querySelector("[autofocus]");
  (first instanceof HTMLElement ? first : box).focus();
}

/**
 * Close a box and the boxes opened from it.
 * @param {HTMLElement} box
 * @param {boolean} [back] whether the focus goes back although it is elsewhere
 */
function hide(box, back = false) {
  if (!isOpen(box)) return;
  const gone = lying.splice(lying.findIndex((each) => each.box === box));
  const held = back || gone.some((each) => each.box.contains(document.activeElement));
  for (const each of gone) turn(each.box, "closed");
  if (held && gone[0].before instanceof HTMLElement) gone[0].before.focus();
}

/** @param {HTMLElement} box @param {"open" | "closed"} newState */
function turn(box, newState) {
  box.toggleAttribute("data-open", newState === "open");
  for (const button of document.querySelectorAll(`[popovertarget="${box.id}"]`))
    button.setAttribute("aria-expanded", String(newState === "open"));
  box.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
}

/**
 * Close the boxes that were opened from the last one that stays, or all.
 * @param {(box: HTMLElement) => boolean} stays
 */
function closeAbove(stays) {
  const first = lying[lying.map(({ box }) => stays(box)).lastIndexOf(true) + 1];
  if (first) hide(first.box);
}

/** @param {HTMLElement} box */
const isOpen = (box) => lying.some((each) => each.box === box);

/** The button that opens or closes a box, and the box. @param {Event} event @returns {[Element, HTMLElement] | null} */
function wish({ target }) {
  const button = target instanceof Element ? target.closest("button[popovertarget]") : null;
  const box = document.getElementById(button?.getAttribute("popovertarget") ?? "");
  return button && box ? [button, box] : null;
}

/** Give the browser popovers. */
export function addPopovers() {
  document.addEventListener("click", (event) => {
    const [button, box] = wish(event) ?? [];
    if (!button || !box) return;
    const action = button.getAttribute("popovertargetaction");
    if (isOpen(box)) action === "show" || hide(box);
    else action === "hide" || show(box, button);
  });
  document.addEventListener(
    "pointerdown",
    (event) => {
      const box = wish(event)?.[1]; // not before its own button closes it
      closeAbove((other) => other === box || other.contains(/** @type {Node} */ (event.target)));
    },
    true,
  );
  addEventListener("keydown", (event) => {
    // the window hears a key after the page, for which the box still lies open
    if (event.key === "Escape" && !event.defaultPrevented) lying.slice(-1).forEach(({ box }) => hide(box, true));
  });
  Object.assign(HTMLElement.prototype, {
    /** @this {HTMLElement} */ showPopover() {
      show(this);
    },
    /** @this {HTMLElement} */ hidePopover() {
      hide(this);
    },
    /** @this {HTMLElement} @param {boolean} [wanted] */ togglePopover(wanted = !isOpen(this)) {
      wanted ? show(this) : hide(this);
    },
  });
}
