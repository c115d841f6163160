// The questions at the left of every page of the laboratory; in a narrow window a button shows them.
import { byId, fill, make } from "../shared/dom.js";
import { t } from "../shared/words.js";

const WIDE = matchMedia("(min-width: 1001px)");
const QUESTIONS = ["sets", "left", "first", "planes", "plane", "solitaire", "antiset"];

/** Show the links; the one that leads here is marked. @param {string} here */
export function showAsks(here) {
  draw(here);
  WIDE.onchange = () => draw(here);
}

/** @param {string} here */
function draw(here) {
  const questions = QUESTIONS.map((name) => link(`/lab?question=${name}`, t(`lab.ask.${name}`), name === here));
  const exact = link("/lab/exact", t("lab.exact.title"), here === "exact", "apart");
  const results = link("/lab/results", t("lab.results.title"), here === "results");
  const links = [...questions, exact, results];
  if (WIDE.matches) fill(byId("asks", HTMLElement), make("h2", {}, t("lab.heading")), ...links);
  else fill(byId("asks", HTMLElement), make("details", {}, make("summary", { class: "btn" }, t("lab.all")), ...links));
}

/** @param {string} href @param {string} text @param {boolean} here @param {string} [apart] */
function link(href, text, here, apart) {
  return make("a", { href, class: apart, "aria-current": here && "page" }, text);
}
