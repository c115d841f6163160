// Figures of numbers: a table with its note.
import { make } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/** A table. @param {string} caption @param {string[]} head @param {Child[][]} rows @param {string} [note] */
export function tableOf(caption, head, rows, note = "") {
  const body = rows.map(([first, ...rest]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, cell))),
  );
  return make(
    "div",
    { class: "figure" },
    make(
      "table",
      {},
      caption ? make("caption", {}, caption) : null,
      make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...body),
    ),
    note ? make("p", { class: "small quiet" }, note) : null,
  );
}
