// Elements made from values. Text is always text: nothing here reads HTML.

import { pageAddress } from "./place.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {{ [name: string]: string | number | boolean | null | undefined | ((event: any) => void) }} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes (`on…` are listeners, `false` and `null` are left out, `href` names a page as a server does) and
 * children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const at = document.createElement(tag);
  decorate(at, attributes);
  at.append(...presentChildren(children));
  return at;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const at = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  decorate(at, attributes);
  at.append(...presentChildren(children));
  return at;
}

/**
 * The element with this id, which must exist and be of the given kind.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  const at = document.getElementById(id);
  if (!(at instanceof kind)) throw new Error(`this page has no ${kind.name} #${id}`);
  return at;
}

/**
 * Replace the children of an element.
 * @param {Element} at
 * @param {...Child} children
 */
export function fill(at, ...children) {
  at.replaceChildren(...presentChildren(children));
}

/**
 * Replace the children of an element that is drawn again while somebody reads it: the stop of the Tab key that has the
 * focus keeps it, by its place, and what was scrolled stays so.
 * @param {Element} at
 * @param {...Child} children
 */
export function redraw(at, ...children) {
  const stops = () =>
    /** @type {HTMLElement[]} */ ([...at.querySelectorAll("a[href], button, input, select, [tabindex]")]);
  const before = stops(),
    focused = before.findIndex((stop) => stop === document.activeElement);
  const scrolled = before.map((stop) => stop.scrollLeft);
  fill(at, ...children);
  const after = stops();
  scrolled.forEach((left, i) => left && after[i] && (after[i].scrollLeft = left));
  after[focused]?.focus({ preventScroll: true });
}

/**
 * Numbers for the style sheet: custom properties set on one element.
 * @template {HTMLElement | SVGElement} Kind
 * @param {Kind} at
 * @param {{ [name: string]: string | number }} values
 * @returns {Kind}
 */
export function style(at, values) {
  for (const [name, value] of Object.entries(values)) at.style.setProperty(name, String(value));
  return at;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function presentChildren(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return [child instanceof Node ? child : String(child)];
  });
}

/** @param {Element} at @param {Attributes} attributes */
function decorate(at, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") at.addEventListener(name.slice(2), value);
    else if (name === "href" && typeof value === "string") at.setAttribute(name, pageAddress(value));
    else if (value !== false && value !== null && value !== undefined)
      at.setAttribute(name, value === true ? "" : String(value));
  }
}
