// The teacher's page of a class in a lesson: how pupils join, and how many have finished each step.
import { Refusal, get } from "../shared/api.js";
import { byId, fill, make, style } from "../shared/dom.js";
import { copyButton, qrCode, shortLink } from "../shared/invite.js";
import { ready } from "../shared/page.js";
import { t } from "../shared/words.js";
import { Wall } from "./wall.js";

/**
 * @typedef {{ code: string, lesson: string, seed: number, link: string, pupils: number, through: number[] }} Progress
 */

const TURN = 2000; // milliseconds between two looks

const code = document.body.dataset.room ?? "";
const rows = byId("through", HTMLElement),
  here = byId("here", HTMLElement),
  trouble = byId("trouble", HTMLElement);
let drawn = "";

/** @param {Progress} progress */
function draw(progress) {
  const seen = JSON.stringify(progress);
  trouble.hidden = true;
  if (seen === drawn) return;
  if (!drawn) introduce(progress);
  drawn = seen;
  here.textContent = t("learn.class.pupils", { n: progress.pupils });
  fill(rows, ...progress.through.map((n, i) => row(n, i, progress)));
}

/** @param {number} n @param {number} i @param {Progress} progress */
function row(n, i, { pupils, through }) {
  const at = (i ? through[i - 1] : pupils) - n;
  return make(
    "li",
    {},
    make("span", { class: "name" }, t("learn.class.step", { n: i + 1 })),
    style(make("i", { class: "meter", "aria-hidden": "true" }), { "--v": pupils ? n / pupils : 0 }),
    make("span", { class: "count" }, pupils ? t("learn.class.through", { n, all: pupils }) : "–"),
    make("small", { class: "quiet" }, at ? t("learn.class.here", { n: at }) : ""),
  );
}

/** @param {Progress} progress */
function introduce({ lesson, seed }) {
  const title = t(`learn.lesson.${lesson}.title`);
  byId("title", HTMLElement).textContent = title;
  document.title = `${title}, ${code} · setlab`;
  byId("show", HTMLAnchorElement).href = `/learn/${lesson}?seed=${seed}`;
  byId("entry", HTMLElement).hidden = false;
}

/** Look once; false if there is no such class. */
async function look() {
  try {
    draw(await get(`/api/classes/${code}`));
  } catch (error) {
    const gone = error instanceof Refusal && error.status === 404;
    trouble.textContent = gone ? t("learn.class.gone", { code }) : t("gate.offline.heading");
    trouble.hidden = false;
    return !gone;
  }
  return true;
}

async function watch() {
  while (await look()) {
    await new Promise((resolve) => setTimeout(resolve, TURN));
    if (document.hidden)
      await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
}

byId("address", HTMLElement).textContent = shortLink("").replace("/", "");
byId("entry", HTMLElement)
  .querySelector("aside")
  ?.prepend(qrCode(code, "classes", t("learn.class.qr")));
byId("ways", HTMLElement).prepend(copyButton(code));
new Wall(code, byId("wall", HTMLElement)).begin();
watch();
ready();
