// The questions at the left of every page of the laboratory.
import { byId, fill, make } from "../dom.js";
import { t } from "../words.js";

const QUESTIONS = ["sets", "left", "first", "planes", "plane", "solitaire", "antiset"];

/** Show the links; the one that leads here is marked. @param {string} here */
export function showAsks(here) {
  const questions = QUESTIONS.map((name) => link(`/lab?question=${name}`, t(`lab.ask.${name}`), name === here));
  const exact = link("/lab/exact", t("lab.exact.title"), here === "exact", "apart");
  const results = link("/lab/results", t("lab.results.title"), here === "results");
  const at = byId("asks", HTMLElement);
  fill(at, make("h2", {}, t("lab.heading")), ...questions, exact, results);
  const now = at.querySelector("[aria-current]");
  if (now instanceof HTMLElement) at.scrollLeft = now.offsetLeft - at.offsetLeft;
}

/** @param {string} href @param {string} text @param {boolean} here @param {string} [apart] */
function link(href, text, here, apart) {
  return make("a", { href, class: apart, "aria-current": here && "page" }, text);
}
