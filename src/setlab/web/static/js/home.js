// Home: a room within two clicks, and a practice table that plays before anything is chosen.
import { get } from "./shared/api.js";
import { brokenProperty, cardImage, complaint, valueWord } from "./shared/cards.js";
import { localDay } from "./daily/days.js";
import { Stopwatch } from "./daily/stopwatch.js";
import { statistics } from "./daily/record.js";
import { byId, fill } from "./shared/dom.js";
import { Finds } from "./shared/finds.js";
import { Minute } from "./shared/minute.js";
import { openRoom, whyNot } from "./shared/open-room.js";
import { announce, ready, wear } from "./shared/page.js";
import { isAlone, pageAddress } from "./shared/place.js";
import { keepResult, sixtyFigure } from "./shared/sixty.js";
import { Table } from "./shared/table.js";
import { clock, t } from "./shared/words.js";

const SETS = 5,
  DIMENSION = 4,
  MARKED = 1600;

const say = byId("warm-say", HTMLElement);
const table = new Table(byId("warm", HTMLElement), { onPick: pick });
/** @type {number[]} */
let chosen = [];
/** @type {Set<string>} */
let found = new Set();
let total = 0;
const watch = new Stopwatch(0);
let finds = new Finds("practice", DIMENSION, () => watch.seconds);
let timer = 0;
/** @type {Minute | null} the game of 60 seconds that is played here */
let minute = null;

/** @param {string} text */
function tell(text) {
  say.textContent = text;
  announce(text);
}

async function deal() {
  minute?.stop();
  minute = null;
  try {
    const dealt = await get(`/api/practice?sets=${SETS}&dimension=${DIMENSION}`);
    clear();
    found = new Set();
    finds = new Finds("practice", DIMENSION, () => watch.seconds);
    finds.lay(dealt.cards);
    total = dealt.sets;
    table.show(dealt.cards, DIMENSION);
    tell(t("home.there", { n: total }));
  } catch {
    tell(t("home.trouble"));
  }
}

/** @param {number} card */
function pick(card) {
  if (!chosen.length) clear();
  chosen = chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card];
  table.press(chosen);
  if (chosen.length === 3) judgeClaim(chosen);
}

/** @param {number[]} cards */
function judgeClaim(cards) {
  clear();
  const fault = brokenProperty(cards, DIMENSION);
  if (fault) {
    table.mark(
      cards,
      "wrong",
      fault.values.map((value) => valueWord(fault.property, value)),
    );
    tell(t("home.wrong", { complaint: complaint(fault) }));
  } else settle(cards);
  timer = setTimeout(clear, MARKED);
}

/** @param {number[]} cards */
function settle(cards) {
  if (minute) return take(minute, cards);
  const key = [...cards].sort((a, b) => a - b).join();
  table.mark(cards, "right", ["✓", "✓", "✓"]);
  tell(found.has(key) ? t("home.already") : t("home.right", { n: total - found.size - 1 }));
  if (!found.size)
    finds.resume([cards], watch.seconds); // nobody knows when the reader began to look
  else if (!found.has(key)) finds.find(cards);
  found.add(key);
}

/** A game of 60 seconds at this table, without a server. */
function playMinute() {
  minute?.stop();
  clear();
  minute = new Minute(tick);
  table.show(minute.cards, DIMENSION);
  announce(t("home.minute.begins"));
  tick(60);
}

/** @param {Minute} game @param {number[]} cards */
function take(game, cards) {
  game.take(cards);
  table.show(game.cards, DIMENSION);
  announce(t("home.minute.set", { n: game.found }));
}

/** @param {number} left seconds */
function tick(left) {
  const found = minute?.found ?? 0;
  if (left) {
    say.textContent = t("home.minute.found", { n: found, time: clock(left) });
    return;
  }
  minute = null;
  clear();
  tell(t("home.minute.over", { n: found }));
  const isKept = keepResult({ at: Math.round(Date.now() / 1000), found });
  fill(byId("sixty", HTMLElement), sixtyFigure(isKept));
}

function clear() {
  clearTimeout(timer);
  chosen = [];
  table.press([]);
  table.unmark();
}

/**
 * A room for one, entered and started at once.
 * @param {string} game
 * @param {import("./shared/types").Options} options
 */
async function playAlone(game, options) {
  try {
    await openRoom(game, options, { hash: "#start" });
  } catch (error) {
    tell(whyNot(error));
  }
}

/** The small cards of the doors to the other pages. @param {HTMLElement} figure */
function furnish(figure) {
  const cards = (figure.dataset.cards ?? "")
    .split(" ")
    .map((card) => cardImage(Number(card), DIMENSION, { mini: true }));
  cards.forEach((card, i) => figure.dataset.flags && (card.dataset.flag = figure.dataset.flags.charAt(i)));
  figure.prepend(...cards);
}

for (const figure of document.querySelectorAll("figure[data-cards]"))
  if (figure instanceof HTMLElement) furnish(figure);
byId("day", HTMLElement).textContent = String(Number(localDay().slice(-2)));
const { row } = statistics("advanced", localDay());
if (row) byId("streak", HTMLElement).textContent = t("home.daily.row", { n: row });
fill(byId("sixty", HTMLElement), sixtyFigure());
byId("another", HTMLElement).addEventListener("click", deal);
byId("clock", HTMLElement).addEventListener("click", () =>
  isAlone ? playMinute() : playAlone("timed", { seconds: 60 }),
);
byId("opponents", HTMLElement).addEventListener("click", () => playAlone("standard", { opponents: 3 }));
byId("safe", HTMLElement).addEventListener("click", () => wear("palette", "safe"));
byId("join", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign(pageAddress(`/${byId("code", HTMLInputElement).value.toUpperCase()}`));
});
document.addEventListener("keydown", (event) => event.key === "Escape" && clear());
document.addEventListener("visibilitychange", () => watch.hold("hidden", document.hidden));
watch.hold("hidden", document.hidden);
await deal();
ready();
