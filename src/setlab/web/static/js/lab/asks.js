// The questions at the left of every page of the laboratory; in a narrow window a button shows them.
import { get } from "../shared/api.js";
import { byId, fill, make } from "../shared/dom.js";
import { reasonOf } from "../shared/reasons.js";
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

/**
 * Show the links and use the data of a page. If they cannot be read, say why, with a button that tries again.
 * @param {string} page @param {import("../shared/say.js").SayLine} line @param {(data: any) => unknown} use
 */
export async function openPage(page, line, use) {
  showAsks(page);
  let data;
  try {
    data = await get(`/api/lab/${page}`);
  } catch (error) {
    const onclick = () => openPage(page, line, use);
    const after = make("button", { class: "btn", type: "button", onclick }, t("lab.tryAgain"));
    line.say({ tone: "wrong", strong: t("lab.refused"), text: reasonOf(error), after }, true);
    return;
  }
  await use(data);
}
