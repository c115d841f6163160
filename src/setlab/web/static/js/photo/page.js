// From a photo of the table to its cards and SETs: the server reads the cards, the reader corrects them, and the page
// finds the SETs.
import { upload } from "../shared/api.js";
import { cardButton, nameOf } from "../shared/cards.js";
import { byId, redraw } from "../shared/dom.js";
import { empty, queryOf as explorerQuery, turnTo } from "../explore/state.js";
import { hint, nextHint } from "../shared/hints.js";
import { openRoom, whyNot } from "../shared/open-room.js";
import { ready } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { SayLine } from "../shared/say.js";
import { codes } from "../shared/space.js";
import { capital, hasText, t } from "../shared/words.js";
import { FixBox } from "./box.js";
import { fileOf } from "./files.js";
import { NotAPicture, prepare } from "./picture.js";
import { add, cardsOf, correct, D, DECK, doubts, isPuzzle, readAnswer, twins, without } from "./state.js";
import { PhotoView } from "./view.js";

/** @typedef {import("./state.js").Seen} Seen */
/** @typedef {import("./state.js").Point} Point */
/** @typedef {import("../shared/say.js").Saying} Saying */
/** @typedef {"start" | "busy" | "found"} Stage */

const button = (/** @type {string} */ id) => byId(id, HTMLButtonElement);
const list = byId("cards", HTMLElement),
  start = byId("start", HTMLElement),
  trouble = byId("trouble", HTMLElement);
const view = new PhotoView(byId("photo", HTMLElement), fix, (at) => stage === "found" && put([at]));
const line = new SayLine(byId("say", HTMLElement), idle);
const box = new FixBox();

/** @type {Stage} */
let stage = "start";
/** @type {Seen[]} */
let seen = [];
/** @type {Seen[][]} */
let past = [];
/** How many hints were given about these cards, and the cards that are marked. */
let told = 0;
/** @type {number[]} */
let marked = [];
/** The photo that is being read. */
let reading = new AbortController();

/** @param {Stage} next */
function turn(next) {
  stage = next;
  document.body.dataset.stage = next;
  start.hidden = next !== "start";
  byId("desk", HTMLElement).hidden = next === "start";
  for (const id of ["found", "asking", "acts"]) byId(id, HTMLElement).hidden = next !== "found";
  byId("busy", HTMLElement).hidden = next !== "busy";
}

/** Read the cards in a file. @param {Blob} file */
async function look(file) {
  reading.abort();
  const mine = (reading = new AbortController());
  trouble.textContent = "";
  try {
    const picture = await prepare(file);
    if (mine.signal.aborted) return URL.revokeObjectURL(picture.url);
    view.show(picture);
    turn("busy");
    line.say({ tone: "", text: t("photo.looking") }, true);
    const answer = await upload("/api/look", picture.blob, mine.signal);
    if (!mine.signal.aborted) begin(readAnswer(answer));
  } catch (error) {
    if (!mine.signal.aborted) refuse(error);
  }
}

/** Show what was found. @param {Seen[]} found */
function begin(found) {
  past = [];
  turn("found");
  show(found);
  if (!matchMedia("(max-width: 1000px)").matches) return;
  byId("photo", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** @param {unknown} error */
function refuse(error) {
  turn("start");
  const code =
    error instanceof NotAPicture ? "not-a-picture" : error instanceof Error && "code" in error ? error.code : "";
  const key = `photo.refused.${code}`;
  trouble.textContent = hasText(key) ? t(key) : reasonOf(error, "photo.refused.other");
  button("choose").focus();
}

function stop() {
  reading.abort();
  turn("start");
  button("choose").focus();
}

/** Go on with other cards. @param {Seen[]} next @param {Saying} [saying] */
function go(next, saying) {
  past.push(seen);
  show(next, saying);
}

/** @param {Seen[]} next @param {Saying} [saying] */
function show(next, saying) {
  seen = next;
  told = 0;
  mark([]);
  line.say(saying && !twins(seen).length ? saying : idle(), true);
}

/** @param {number[]} cards */
function mark(cards) {
  marked = cards;
  draw();
}

function draw() {
  const twice = twins(seen);
  view.draw(seen, { marked: seen.flatMap(({ card }, i) => (marked.includes(card) ? [i] : [])), twins: twice });
  redraw(list, ...seen.map((each, i) => cardOf(each, i, twice.includes(i))));
  rove(0);
  button("undo").disabled = !past.length;
  button("ask").textContent = nextHint(told);
  drawWays();
}

/** @param {Seen} each @param {number} i @param {boolean} twin */
function cardOf({ card, sure }, i, twin) {
  const at = cardButton(card, D, { label: t("card.numbered", { n: i + 1 }) });
  at.removeAttribute("aria-pressed");
  at.setAttribute("aria-haspopup", "dialog");
  const note = twin ? t("photo.twice") : sure ? "" : t("photo.doubtful");
  if (note) at.setAttribute("aria-label", `${at.getAttribute("aria-label")}, ${note}`);
  if (twin) at.dataset.state = "wrong";
  else if (marked.includes(card)) at.dataset.state = "right";
  at.classList.toggle("unsure", !sure && !twin);
  if (twin) at.dataset.flag = note;
  else if (!sure) at.dataset.flag = "?";
  at.addEventListener("click", () => fix(i));
  at.addEventListener("focus", () => rove(i));
  for (const [event, meant] of Object.entries({ focus: i, pointerenter: i, blur: null, pointerleave: null }))
    at.addEventListener(event, () => view.point(meant));
  return at;
}

/** Where the cards can go on to. */
function drawWays() {
  const cards = cardsOf(seen),
    free = turnTo({ ...empty(), cards }, "cap");
  byId("ways", HTMLElement).hidden = !cards.length;
  byId("table", HTMLAnchorElement).href = `/table?cards=${codes(cards, D)}#advise`;
  const explore = byId("explore", HTMLAnchorElement);
  explore.href = `/explore?${explorerQuery(free)}`;
  explore.textContent = t(free.cards.length === cards.length ? "tabletop.explore.all" : "tabletop.explore.some", {
    n: free.cards.length,
  });
  button("room").hidden = !isPuzzle(seen);
}

/** @returns {Saying} */
function idle() {
  const n = seen.length,
    twice = twins(seen),
    unsure = doubts(seen).length;
  if (stage !== "found") return { tone: "", text: "" };
  if (!n) return { tone: "wrong", strong: t("photo.none"), text: t("photo.advice") };
  if (twice.length)
    return {
      tone: "wrong",
      strong: t("photo.twins", { card: nameOf(seen[twice[0]].card, D) }),
      text: t("photo.which"),
    };
  return {
    tone: "",
    text: [t("photo.count", { n }), unsure && t("photo.doubts", { n: unsure })].filter(Boolean).join(" "),
  };
}

/** Correct a card of the list or of the photo. @param {number} i */
function fix(i) {
  const before = seen;
  box.correct(seen[i], view.image, {
    choose: (card) => {
      const next = correct(seen, i, card);
      if (seen === before) past.push(before);
      show(next, { tone: "", strong: `${t("card.numbered", { n: i + 1 })}:`, text: `${nameOf(card, D)}.` });
    },
    confirm: () => seen[i].sure || go(correct(seen, i, seen[i].card)),
    remove: () => go(without(seen, i), { tone: "", text: t("photo.removed", { card: nameOf(seen[i].card, D) }) }),
    closed: () => {
      comeBack(i);
      if (!told) line.rest();
    },
  });
}

/** Put in a card that was missed. @param {Point[]} corners */
function put(corners) {
  box.add(
    (card) => go(add(seen, card, corners), { tone: "", text: t("photo.added", { card: capital(nameOf(card, D)) }) }),
    () => comeBack(seen.length - 1),
  );
}

/** The focus goes to a card, or to the button beside an empty list. @param {number} i */
function comeBack(i) {
  const at = list.children[Math.min(i, list.childElementCount - 1)] ?? button("add");
  if (at instanceof HTMLElement) at.focus({ preventScroll: true });
}

/** The next hint; a contradiction comes first. */
function ask() {
  if (twins(seen).length) {
    view.root.scrollIntoView({ block: "nearest" });
    return line.say(idle(), true);
  }
  const cards = cardsOf(seen),
    next = hint(cards, told + 1, cards.length < DECK);
  if (!next.last) told += 1;
  mark(next.marked);
  if (marked.length) view.root.scrollIntoView({ block: "nearest" });
  return line.say(next.saying, true);
}

function undo() {
  const before = past.pop();
  if (before) show(before);
}

async function room() {
  button("room").disabled = true;
  try {
    await openRoom("find-all", { deal: codes(cardsOf(seen), D) });
  } catch (error) {
    button("room").disabled = false;
    line.say({ tone: "wrong", text: whyNot(error) }, true);
  }
}

/** Only one card is a stop of the Tab key. @param {number} i */
function rove(i) {
  [...list.children].forEach((at, j) => at instanceof HTMLElement && (at.tabIndex = i === j ? 0 : -1));
}

/** @param {KeyboardEvent} event */
function move(event) {
  const all = /** @type {HTMLElement[]} */ ([...list.children]),
    i = all.findIndex((at) => at === document.activeElement),
    row = all.findIndex(({ offsetTop }) => offsetTop > all[0].offsetTop),
    columns = row < 0 ? all.length : row;
  const to = {
    ArrowLeft: i - 1,
    ArrowRight: i + 1,
    ArrowUp: i - columns,
    ArrowDown: i + columns,
    Home: 0,
    End: all.length - 1,
  }[event.key];
  if (i >= 0 && to !== undefined && to >= 0 && to < all.length) {
    event.preventDefault();
    all[to].focus();
  } else if (i >= 0 && event.key === "Delete") {
    event.preventDefault();
    go(without(seen, i), { tone: "", text: t("photo.removed", { card: nameOf(seen[i].card, D) }) });
    comeBack(i);
  }
}

const acts = { ask, undo, room, stop, add: () => put([]) };
for (const [id, act] of Object.entries(acts)) button(id).addEventListener("click", act);
list.addEventListener("keydown", move);
fileOf(document.body, look);
turn("start");
ready();
