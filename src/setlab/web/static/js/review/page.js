// After the game: the round again, one moment at a time, with every SET that was there.
import { get, Refusal, save } from "../shared/api.js";
import { byId, fill, make } from "../shared/dom.js";
import { forPage } from "../shared/keyboard.js";
import { MomentView } from "./moment.js";
import { byPlayer, figures } from "./numbers.js";
import { ready } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { adoptToken, seatIn, tokenIn } from "../shared/seats.js";
import { effectsChoice, seenFirst } from "../shared/seen.js";
import { factsOf, headline, withNames } from "../room/summary.js";
import { Timeline } from "./timeline.js";
import { language, t } from "../shared/words.js";

/** @typedef {import("./types").Review} Review */

const room = document.body.dataset.room ?? "";
const query = new URLSearchParams(location.search);
adoptToken(room);
const seat = seatIn(room),
  token = tokenIn(room);
const view = new MomentView();
const timeline = new Timeline((index) => review && timeline.describe(view.show(review, index)));
/** @type {Review | null} */
let review = null;

/** @param {string | null} round */
async function load(round) {
  try {
    review = withNames(await get(`/api/rooms/${room}/review${round ? `?round=${round}` : ""}`, token));
  } catch (error) {
    return trouble(error instanceof Refusal ? error : new Refusal(String(error), "unknown", 0));
  }
  if (review) show(review);
}

/** @param {Review} shown */
function show(shown) {
  const title = headline(shown);
  byId("won", HTMLElement).textContent = title;
  document.title = `${title} · setlab`;
  byId("facts", HTMLElement).textContent = factsOf(shown);
  byId("game", HTMLElement).hidden = false;
  timeline.show(shown);
  timeline.go(Number(query.get("at") ?? 0));
  query.delete("at");
  chooseRound(shown);
  fill(byId("figures", HTMLElement), ...figures(shown.statistics, shown.quiet));
  byId("numbers", HTMLElement).hidden = !shown.statistics.rounds.length;
  showPlayers(shown);
}

/**
 * The table of players; in a quiet room for the host alone, and closed: the page may be on the wall.
 * @param {Review} shown
 */
function showPlayers(shown) {
  const box = byId("by-player", HTMLDetailsElement);
  box.hidden = !shown.over || (shown.quiet && !seat?.host);
  if (box.hidden) return;
  if (!byId("player-figures", HTMLElement).firstChild) box.open = !shown.quiet;
  byId("only-you", HTMLElement).hidden = !shown.quiet;
  fill(byId("player-figures", HTMLElement), ...byPlayer(shown));
}

/** @param {Review} shown */
function chooseRound(shown) {
  const select = byId("round", HTMLSelectElement);
  fill(
    select,
    ...Array.from({ length: shown.rounds }, (_, i) =>
      make("option", { value: i + 1, selected: i + 1 === shown.round }, String(i + 1)),
    ),
  );
  byId("choose", HTMLElement).hidden = shown.rounds < 2;
}

/** @param {Refusal} refusal */
function trouble(refusal) {
  const at = byId("trouble", HTMLElement);
  const key = {
    0: "review.offline",
    401: "review.members",
    403: "review.members",
    404: "review.unknown",
    409: "review.playing",
  }[refusal.status];
  at.textContent = key ? t(key, { room }) : reasonOf(refusal);
  at.hidden = false;
}

/** @param {string} [effects] */
async function loadSeen(effects = "") {
  try {
    const seen = await get(`/api/rooms/${room}/seen${effects && `?effects=${effects}`}`, token);
    fill(byId("seen-figures", HTMLElement), ...seenFirst(seen));
    byId("seen", HTMLElement).hidden = false;
  } catch {
    // no round is over yet, or the analysis is not installed: the section stays away
  }
}

/** @param {string} id @param {string} path @param {string} suffix */
function download(id, path, suffix) {
  byId(id, HTMLElement).addEventListener("click", () =>
    save(`/api/rooms/${room}/${path}`, token, `setlab-${room}.${suffix}`),
  );
}

byId("seen-body", HTMLElement).prepend(effectsChoice(loadSeen));
download("json", "events", "json");
download("csv", `events.csv?lang=${language}`, "csv");
download("players-csv", `players.csv?lang=${language}`, "players.csv");
byId("back", HTMLElement).addEventListener("click", () => timeline.go(timeline.now - 1));
byId("on", HTMLElement).addEventListener("click", () => timeline.go(timeline.now + 1));
byId("round", HTMLSelectElement).addEventListener("change", (event) => {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  history.replaceState(null, "", `?round=${value}`);
  load(value);
});
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && review && forPage(event)) timeline.go(timeline.now + by);
});
if (seat?.host && seat.seat === null) byId("again", HTMLAnchorElement).href = `/${room}/projector`;
await load(query.get("round"));
if (review) loadSeen();
ready();
