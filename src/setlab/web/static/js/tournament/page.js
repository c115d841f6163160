// A tournament of a class: groups are drawn, each gets a room, all start at once, and the points add up. The page keeps the
// names for as long as its tab is open; the rooms are deleted when the next round is drawn.
import { post, remove } from "../shared/api.js";
import { byId, fill, make, redraw } from "../shared/dom.js";
import { shortLink } from "../shared/invite.js";
import { announce, ready } from "../shared/page.js";
import { isAlone, servedAddress, pagePath } from "../shared/place.js";
import { reasonOf } from "../shared/reasons.js";
import { clock, formatList, t, whole } from "../shared/words.js";
import { Feed } from "../room/feed.js";
import { drawGroups, podium, pointsOf, readNames, sum } from "./draw.js";

/** @typedef {import("../shared/types").State} State */
/** @typedef {{ room: string, token: string, names: string[], feed: Feed, state: State | null }} Group */

const LEAST = 3,
  MOST = 60,
  MINUTE = 60,
  TICK = 500;
const OPTIONS = Object.freeze({
  team: { teams: 2, rule: "shared", more: "auto" },
  "find-all": { together: true },
  race: { more: "auto" },
});
const COMMON = { class: true, forget: true, watch: false };

/** @type {Group[]} */
let groups = [];
/** @type {string[][][]} */
const before = [];
/** @type {import("./draw.js").Points[]} */
const rounds = [];
/** True once the points of the round are counted. */
let counted = true;

const form = byId("setup", HTMLFormElement),
  trouble = byId("trouble", HTMLElement),
  board = byId("groups", HTMLElement),
  steer = byId("steer", HTMLElement),
  status = byId("status", HTMLElement);

/** @param {Event} event */
async function begin(event) {
  event.preventDefault();
  if (isAlone) return location.assign(servedAddress(pagePath()));
  await next();
}

/** Draw a round, and open a room for each group. */
async function next() {
  const names = readNames(byId("names", HTMLTextAreaElement).value);
  trouble.textContent =
    names.length < LEAST || names.length > MOST ? t("tournament.number", { least: LEAST, most: MOST }) : "";
  if (trouble.textContent) return;
  count();
  await close();
  const drawn = drawGroups(names, before);
  try {
    for (const group of drawn) groups.push(await open(group));
  } catch (error) {
    await close();
    trouble.textContent = reasonOf(error, "new.trouble");
    return;
  }
  before.push(drawn);
  counted = false;
  form.hidden = true;
  announce(t("tournament.drawn", { n: before.length }));
  draw();
  steer.querySelector("button")?.focus();
}

/** @param {string[]} names @returns {Promise<Group>} */
async function open(names) {
  const game = /** @type {keyof typeof OPTIONS} */ (byId("game", HTMLSelectElement).value),
    seconds = MINUTE * Number(byId("minutes", HTMLSelectElement).value);
  const { room, token } = await post("/api/rooms", { game, options: { ...OPTIONS[game], ...COMMON, seconds } });
  /** @type {Group} */
  const group = { room, token, names, state: null, feed: /** @type {any} */ (null) };
  group.feed = new Feed(room, token, {
    welcome: (state) => hear(group, state),
    event: ({ state }) => state && hear(group, state),
    lost: () => {},
    trouble: () => {},
    ended: () => {},
  });
  return group;
}

/** @param {Group} group @param {State} state */
function hear(group, state) {
  group.state = state;
  draw();
}

/** Delete the rooms of the round. */
async function close() {
  const old = groups;
  groups = [];
  for (const { feed } of old) feed.close();
  await Promise.all(old.map(({ room, token }) => remove(`/api/rooms/${room}`, token).catch(() => {})));
}

/** Add the points of the round, once. */
function count() {
  if (counted || !groups.length) return;
  counted = true;
  rounds.push(sum(groups.map(({ state }) => (state?.round ? pointsOf(state) : {}))));
}

const phases = () => groups.map(({ state }) => state?.phase ?? "waiting");

async function start() {
  await Promise.all(groups.map(({ feed, state }) => state?.phase === "waiting" && feed.send("start").catch(() => {})));
}

async function stop() {
  await Promise.all(groups.map(({ feed, state }) => state?.phase === "playing" && feed.send("stop").catch(() => {})));
}

async function finish() {
  count();
  await close();
  status.textContent = "";
  const all = sum(rounds),
    total = Object.values(all).reduce((a, b) => a + b, 0);
  const places = podium(all).map(({ points, names }, i) =>
    make(
      "li",
      {},
      make("b", {}, t("tournament.place", { n: i + 1 })),
      make("span", { class: "grow" }, formatList(names)),
      make("span", {}, t("tournament.points", { n: points })),
    ),
  );
  const heading = make("h2", { tabindex: -1 }, t("tournament.over"));
  fill(
    board,
    make(
      "section",
      { class: "podium" },
      heading,
      make("ol", { class: "rows" }, ...places),
      make("p", {}, t("tournament.total", { n: whole(total), all: Object.keys(all).length })),
    ),
  );
  fill(
    steer,
    make("button", { class: "btn", type: "button", onclick: () => location.reload() }, t("tournament.again")),
  );
  heading.focus();
}

function draw() {
  if (!groups.length) return;
  redraw(board, ...groups.map(card));
  const now = phases(),
    over = now.every((phase) => phase === "over");
  const kind = over ? "over" : now.includes("playing") ? "playing" : "waiting";
  if (steer.dataset.kind !== `${kind}${before.length}`) {
    steer.dataset.kind = `${kind}${before.length}`;
    drawSteer(kind);
  }
  tick();
}

/** @param {"waiting" | "playing" | "over"} kind */
function drawSteer(kind) {
  const focused = steer.contains(document.activeElement);
  const button = (/** @type {string} */ key, /** @type {() => void} */ onclick, main = false) =>
    make("button", { class: main ? "btn main" : "btn", type: "button", onclick }, t(`tournament.${key}`));
  fill(
    steer,
    kind === "waiting" && button("start", start, true),
    kind === "playing" && button("stop", stop, true),
    kind === "over" && button("next", next, true),
    kind !== "playing" && button("finish", finish),
  );
  if (focused) steer.querySelector("button")?.focus();
  if (kind === "over") announce(t("tournament.roundOver"));
}

/** @param {Group} group @param {number} i */
function card({ room, names, state }, i) {
  const here = state?.players.filter(({ kind, left, present }) => kind === "player" && !left && present).length ?? 0;
  const points = state?.round ? pointsOf(state) : {};
  return make(
    "section",
    { class: "group", "aria-labelledby": `group-${i}` },
    make("h2", { id: `group-${i}` }, t("tournament.group", { n: i + 1 })),
    make("p", { class: "code" }, room),
    make("p", {}, formatList(names)),
    make(
      "p",
      { class: "quiet" },
      state?.phase === "over" ? scoreText(state, points) : t("tournament.here", { n: here, all: names.length }),
    ),
  );
}

/** What a group has done; in a race nobody is told apart but the first. @param {State} state @param {import("./draw.js").Points} points */
function scoreText({ game }, points) {
  const best = Math.max(0, ...Object.values(points));
  const first = Object.keys(points).filter((name) => points[name] === best);
  if (game === "find-all" || !best) return t("tournament.found", { n: best });
  return t("tournament.first", { names: formatList(first), n: best });
}

function tick() {
  if (!groups.length) return;
  const [deadline] = groups.flatMap(({ state, feed }) =>
    state?.phase === "playing" && state.deadline ? [state.deadline - feed.now()] : [],
  );
  const address = t("tournament.join", { address: shortLink("").replace("/", "") });
  status.textContent =
    deadline === undefined
      ? `${t("tournament.round", { n: before.length })} · ${address}`
      : `${t("tournament.round", { n: before.length })} · ${clock(Math.ceil(deadline))}`;
}

form.addEventListener("submit", begin);
setInterval(tick, TICK);
addEventListener("pagehide", () => groups.forEach(({ feed }) => feed.close()));
ready();
