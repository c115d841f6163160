// The timeline of a review: one lane for each player or team, a slider that snaps to moments.
import { byId, fill, make, style } from "../shared/dom.js";
import { clock, t } from "../shared/words.js";

/** @typedef {import("./types").Review} Review */
/** @typedef {import("./types").Moment} Moment */
/**
 * @typedef {{
 *   name: string,
 *   members: string,
 *   score: number | null,
 *   wrong: number,
 *   finds: Moment[],
 *   rejects: import("./types").Reject[],
 * }} Lane
 */

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200];
const TICKS = 9;
const APART = 0.04;

export class Timeline {
  /** @type {Moment[]} */ #moments = [];
  #now = 0;
  #slider = byId("moment", HTMLInputElement);
  #lanes = byId("lanes", HTMLElement);
  #span = byId("span", HTMLElement);

  /** @param {(index: number) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    this.#slider.addEventListener("input", () => this.go(this.#nearest(Number(this.#slider.value))));
    this.#slider.addEventListener("keydown", (event) => this.#key(event));
    this.#lanes.addEventListener("click", (event) => this.#click(event));
  }

  get now() {
    return this.#now;
  }

  /** Draw the lanes of a round. @param {Review} review */
  show(review) {
    const end = Math.max(review.seconds, 0.001);
    this.#moments = review.moments;
    this.#slider.max = String(end);
    const more = review.moments.filter(({ kind }) => kind === "deal");
    fill(byId("axis", HTMLElement), ...ticks(end), ...more.map(({ at }) => style(make("i"), { "--t": at / end })));
    fill(byId("more", HTMLElement), ...dealt(more, end));
    fill(this.#lanes, ...lanesOf(review).map((lane) => drawn(lane, end)));
    this.#span.classList.toggle("plain", review.quiet);
  }

  /** Go to a moment. @param {number} index */
  go(index) {
    this.#now = Math.min(Math.max(index, 0), this.#moments.length - 1);
    const { at } = this.#moments[this.#now];
    this.#slider.value = String(at);
    style(this.#span, { "--now": Number(this.#slider.max) ? at / Number(this.#slider.max) : 0 });
    for (const dot of this.#lanes.querySelectorAll("i"))
      dot.toggleAttribute("data-now", dot.dataset.type === "claim" && Number(dot.dataset.at) === at);
    this.#lanes.querySelector("[data-now]")?.closest("li")?.scrollIntoView({ block: "nearest" });
    this.onMove(this.#now);
  }

  /** The slider's value for screen readers. @param {string} text */
  describe(text) {
    this.#slider.setAttribute("aria-valuetext", text);
  }

  /** @param {number} seconds */
  #nearest(seconds) {
    const far = this.#moments.map(({ at }) => Math.abs(at - seconds));
    return far.indexOf(Math.min(...far));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const to = /** @type {{ [key: string]: number }} */ ({
      ArrowLeft: this.#now - 1,
      ArrowDown: this.#now - 1,
      ArrowRight: this.#now + 1,
      ArrowUp: this.#now + 1,
      PageDown: this.#now - 5,
      PageUp: this.#now + 5,
      Home: 0,
      End: this.#moments.length - 1,
    })[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const line = this.#lanes.querySelector(".line")?.getBoundingClientRect();
    if (!line || event.clientX < line.left - 8) return;
    this.go(this.#nearest(((event.clientX - line.left) / line.width) * Number(this.#slider.max)));
  }
}

/** Times along the axis, at most nine. @param {number} end */
function ticks(end) {
  const step = STEPS.find((each) => end / each < TICKS) ?? 3600;
  const times = Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
  return times.map((at) =>
    style(make("span", { class: at > 0.98 * end ? "last" : null }, clock(at)), { "--t": at / end }),
  );
}

/**
 * "+3" below the dashed lines where more cards were dealt; one word where lines stand close.
 * @param {Moment[]} moments
 * @param {number} end
 */
function dealt(moments, end) {
  const apart = moments.filter(({ at }, i) => !i || at - moments[i - 1].at > APART * end);
  return apart.map(({ at, cards }) => style(make("span", {}, `+${cards.length}`), { "--t": at / end }));
}

/** The lanes: one in quiet mode, else one for each team or player. @param {Review} review @returns {Lane[]} */
export function lanesOf(review) {
  const finds = review.moments.filter(({ kind }) => kind === "claim");
  if (review.quiet) {
    return [
      {
        name: t("review.everybody"),
        members: "",
        score: finds.length,
        wrong: review.rejects.length,
        finds,
        rejects: review.rejects,
      },
    ];
  }
  if (review.teams.length) {
    return review.teams.map(({ team: own, name, score, members }) =>
      lane(
        name,
        membersOf(review, members),
        score,
        finds.filter((moment) => moment.team === own),
        review.rejects.filter((reject) => teamOf(review, reject) === own),
      ),
    );
  }
  return review.players.map(({ seat, name, score }) =>
    lane(
      name,
      "",
      score,
      finds.filter((moment) => moment.seat === seat),
      review.rejects.filter((reject) => reject.seat === seat),
    ),
  );
}

/**
 * The team of a wrong claim; "no SET here" is said by one of its players.
 * @param {Review} review
 * @param {import("./types").Reject} reject
 */
const teamOf = ({ players }, { seat, team }) => team || players.find((player) => player.seat === seat)?.team;

/**
 * @param {string} name
 * @param {string} members
 * @param {number} score
 * @param {Moment[]} finds
 * @param {import("./types").Reject[]} rejects
 * @returns {Lane}
 */
const lane = (name, members, score, finds, rejects) => ({
  name,
  members,
  score,
  wrong: rejects.length,
  finds,
  rejects,
});

/** @param {Review} review @param {number[]} seats */
const membersOf = (review, seats) =>
  review.players
    .filter(({ seat }) => seats.includes(seat))
    .map(({ name }) => name)
    .join(", ");

/** @param {Lane} lane @param {number} end */
function drawn({ name, members, score, wrong, finds, rejects }, end) {
  const dots = [...rejects.map(({ at }) => dot("reject", at, end)), ...finds.map(({ at }) => dot("claim", at, end))];
  return make(
    "li",
    { class: "lane", title: members || null },
    make("span", { class: "name" }, name),
    make("b", {}, score),
    make("small", { class: "quiet" }, wrong ? t("review.wrong", { n: wrong }) : ""),
    make("span", { class: "line", "aria-hidden": "true" }, ...dots),
  );
}

/** @param {string} type @param {number} at @param {number} end */
const dot = (type, at, end) => style(make("i", { "data-type": type, "data-at": at }), { "--t": at / end });
