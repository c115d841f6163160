// The findings of a run in sentences: its reference, the fit of the histogram, the difference of two runs.
import { get } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { decimal, language, t, whole } from "../shared/words.js";

/** @typedef {import("./types").Progress} Progress */
/** @typedef {import("./types").Comparison} Comparison */
/** @typedef {import("./run.js").Run} Run */

/** What stands beside one run. @param {Progress} progress */
export function sentences({ reference, fit, bars }) {
  const verdicts = bars.map((bar) => bar.verdict);
  return [
    reference?.kind === "exact" && make("p", { class: "quiet" }, t("lab.insideMeans")),
    reference?.kind === "printed" && printedSentence(reference),
    fit && make("p", {}, t(fit.fits ? "lab.fits" : "lab.doesNotFit", { degrees: fit.degrees, p: decimal(fit.p) })),
    verdicts.includes("misprint") && make("p", { class: "off-word" }, t("lab.misprintMeans")),
    !reference && make("p", { class: "quiet" }, t("lab.noReference")),
  ];
}

/** @param {Extract<import("./types").Reference, { kind: "printed" }>} reference */
function printedSentence({ cited, place, item, trials }) {
  const games = trials ? t("lab.printedTrials", { n: whole(trials) }) : "";
  const source = make("span", { lang: "en" }, `${cited}, ${place}`);
  return make(
    "p",
    { class: "quiet" },
    `${t("lab.printedBy")} `,
    source,
    games,
    ". ",
    t("lab.printedMeans"),
    " ",
    make("a", { href: `/lab/results?item=${item}` }, t("lab.itsVerdict")),
  );
}

/** The name of the reference in the key of the picture. @param {Progress | null} progress */
export function referenceName(progress) {
  return progress?.reference ? t(`lab.reference.${progress.reference.kind}`) : null;
}

/** The test of the difference, from the server. @param {Run} one @param {Run} other */
export async function difference(one, other) {
  const query = new URLSearchParams({ run: JSON.stringify(one.shown), other: JSON.stringify(other.shown) });
  /** @type {Comparison} */
  const found = await get(`/api/lab/comparison?${query}`);
  const key = found.alike
    ? "lab.alike"
    : !found.degrees
      ? "lab.tooFew"
      : found.differs
        ? "lab.differ"
        : "lab.noDifference";
  const values = {
    p: decimal(found.p),
    degrees: found.degrees,
    points: (100 * found.distance).toLocaleString(language, { maximumSignificantDigits: 2 }),
  };
  return [
    make("p", {}, make("strong", {}, t(key)), " ", found.degrees ? t("lab.test", values) : ""),
    make("p", { class: "quiet" }, t("lab.independent")),
  ];
}
