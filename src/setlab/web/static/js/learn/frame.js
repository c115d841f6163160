// The frame of a lesson: title, say line, pips, the seed, and the links after the lesson.
import { get } from "../shared/api.js";
import { byId, fill, make } from "../shared/dom.js";
import { announce, ready } from "../shared/page.js";
import { SayLine } from "../shared/say.js";
import { load, t } from "../shared/words.js";
import { classButton, classCode, report } from "./class.js";
import { LESSONS, after, finish } from "./list.js";
import { seededRandom } from "./random.js";

/** @typedef {import("./types").Frame} Frame */
/** @typedef {import("./list.js").Lesson} Lesson */

/** The worksheet that repeats a lesson on paper. @type {{ [lesson in Lesson]: string }} */
const SHEETS = {
  sort: "third",
  third: "third",
  rule: "check",
  theorem: "third",
  hidden: "hidden",
  square: "plane",
  twelve: "find",
  checksum: "hidden",
};
const SEEDS = 1_000_000;

const name = /** @type {Lesson} */ (location.pathname.split("/").filter(Boolean).at(-1));
const asked = Number.parseInt(new URLSearchParams(location.search).get("seed") ?? "", 10);
const seed = Number.isSafeInteger(asked) ? asked : freshSeed();

const actions = byId("actions", HTMLElement);
const pips = byId("pips", HTMLElement);
const end = byId("end", HTMLElement);
const line = new SayLine(byId("say", HTMLElement), () => ({ tone: "" }));

/** @type {Frame} */
const frame = {
  dimension: 4,
  say: (saying) => line.say(saying, true),
  progress,
  aside: byId("aside", HTMLElement),
  actions,
  random: seededRandom(seed),
  get: patientGet,
};

function freshSeed() {
  return Math.floor(Math.random() * SEEDS);
}

/** @param {number} done @param {number} of */
function progress(done, of) {
  const over = done === of;
  const count = over ? t("learn.done") : t("learn.count", { now: done + 1, of });
  fill(byId("count", HTMLElement), count);
  fill(byId("so-far", HTMLElement), ` · ${count}`);
  pips.setAttribute("aria-label", t("learn.pips", { done, of }));
  fill(pips, ...Array.from({ length: of }, (_, i) => make("i", { class: i < done ? "on" : i === done ? "half" : "" })));
  end.hidden = !over;
  report(done);
  if (over) offer();
}

/** The lesson is finished: say so, and offer what comes next. */
function offer() {
  finish(name);
  const next = after(name);
  const heading = make("h2", { tabindex: -1 }, t("learn.end"));
  fill(
    end,
    heading,
    make(
      "div",
      { class: "row" },
      next &&
        make(
          "a",
          { class: "btn main", href: `/learn/${next}` },
          t("learn.next", { title: t(`learn.lesson.${next}.title`) }),
        ),
      make("a", { class: next ? "btn" : "btn main", href: "/new" }, t("learn.play")),
      make("a", { class: "btn", href: `/print?kind=${SHEETS[name]}` }, t("learn.print")),
      make("a", { class: "btn", href: sameLesson(freshSeed()) }, t("learn.other")),
      make("a", { class: "btn", href: "/learn" }, t("learn.all")),
    ),
  );
  heading.focus({ preventScroll: true });
  end.scrollIntoView({ block: "nearest" });
}

/** The address of this lesson with a seed. @param {number} seed */
function sameLesson(seed) {
  const here = new URL(location.href);
  here.searchParams.set("seed", String(seed));
  here.searchParams.delete("class");
  return here.href;
}

/** @param {string} path @returns {Promise<any>} */
function patientGet(path) {
  return get(path).catch(
    () =>
      new Promise((resolve) => {
        const again = make(
          "button",
          {
            class: "btn main",
            type: "button",
            onclick: () => {
              again.remove();
              line.rest();
              resolve(patientGet(path));
            },
          },
          t("gate.again"),
        );
        frame.say({ tone: "wrong", strong: t("gate.offline.heading"), text: t("gate.offline.text") });
        actions.append(again);
        ready();
      }),
  );
}

function introduce() {
  byId("lesson", HTMLElement).dataset.lesson = name;
  byId("step", HTMLElement).textContent = t("learn.step", { n: LESSONS.indexOf(name) + 1, of: LESSONS.length });
  const again = byId("again", HTMLAnchorElement);
  again.textContent = t("learn.link", { seed });
  again.href = sameLesson(seed);
  const room = byId("class", HTMLElement);
  fill(
    room,
    classCode
      ? make(
          "div",
          {},
          make("p", { class: "small quiet" }, t("learn.class.note", { code: classCode })),
          make("p", { class: "small" }, make("a", { href: `/${classCode}/ticket` }, t("learn.class.ticket"))),
        )
      : classButton(() => ({ lesson: name, seed })),
  );
}

async function begin() {
  introduce();
  try {
    const [lesson] = await Promise.all([import(`./lessons/${name}.js`), load(name)]);
    await lesson.default(byId("lesson", HTMLElement), frame);
  } catch (error) {
    fail();
    ready();
    reportError(error);
  }
}

/** The lesson did not come: a sentence and two ways on. */
function fail() {
  frame.say({ tone: "wrong", strong: t("learn.trouble") });
  announce(t("learn.trouble"));
  fill(
    actions,
    make("button", { class: "btn main", type: "button", onclick: () => location.reload() }, t("gate.again")),
    make("a", { class: "btn", href: "/learn" }, t("learn.all")),
  );
}

await begin();
ready();
