// Earlier days: a month at a time, each day a link to its puzzle that says whether it was solved, begun, or is open.
import { get } from "../shared/api.js";
import { fill, make, style } from "../shared/dom.js";
import { announce } from "../shared/page.js";
import { pageAddress } from "../shared/place.js";
import { clock, t } from "../shared/words.js";
import { daysOf, lastOf, longDay, monthName, nextMonth, weekdays } from "./days.js";
import { entryOf, statistics } from "./record.js";
import { pathTo } from "./result.js";

/** @typedef {import("./types").Archive} Archive */
/** @typedef {import("./types").Calendar} Calendar */
/** @typedef {import("./types").Level} Level */

export class ArchiveView {
  /** @type {Map<string, { [level in Level]: number }>} */ #easier = new Map();
  #month = "";
  /** @type {Promise<void>} */ #inView;

  /**
   * @param {{ month: HTMLElement, days: HTMLElement, facts: HTMLElement }} places
   * @param {Level} level @param {string} date the puzzle that is shown @param {string} now today
   * @param {Calendar} calendar
   */
  constructor(places, level, date, now, calendar) {
    this.places = places;
    this.level = level;
    this.date = date;
    this.now = now;
    this.calendar = calendar;
    this.#inView = whenVisible(places.days);
  }

  /** Show a month; how hard its puzzles are is asked for once somebody looks. @param {string} month */
  async show(month) {
    this.#month = month;
    this.draw();
    await this.#inView;
    if (month !== this.#month || daysOf(month).every((day) => day === null || day > this.now || this.#easier.has(day)))
      return;
    this.#learn(await get(`/api/puzzles?until=${lastOf(month)}`).catch(() => ({ days: [] })));
    if (month === this.#month) this.#drawBars();
  }

  /** Draw the month and the sentence about all games again. */
  draw() {
    const { solved, best, row } = statistics(this.level, this.now);
    const facts = [
      row > 0 && t("daily.row", { n: row }),
      solved > 0 && t("daily.solved", { n: solved }),
      best !== null && t("daily.best", { time: clock(best) }),
    ];
    this.places.facts.textContent = facts.filter(Boolean).join(" · ") || t("daily.none");
    const turned = this.places.month.contains(document.activeElement) ? (document.activeElement?.id ?? "") : null;
    fill(this.places.month, this.#step(-1), make("h3", { id: "month-name" }, monthName(this.#month)), this.#step(1));
    const head = make(
      "thead",
      {},
      make("tr", {}, ...weekdays().map(({ short, long }) => make("th", { scope: "col", abbr: long }, short))),
    );
    const days = daysOf(this.#month);
    const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, i) => days.slice(7 * i, 7 * i + 7));
    const rows = weeks.map((week) =>
      make("tr", {}, ...Array.from({ length: 7 }, (_, i) => make("td", {}, this.#day(week[i] ?? null)))),
    );
    fill(
      this.places.days,
      make("table", { class: "month", "aria-labelledby": "month-name" }, head, make("tbody", {}, ...rows)),
    );
    this.#drawBars();
    if (turned !== null) (document.getElementById(turned) ?? this.places.month.querySelector("a"))?.focus();
  }

  /** @param {1 | -1} step */
  #step(step) {
    const month = nextMonth(this.#month, step);
    const none = step > 0 ? month > this.now.slice(0, 7) : month < this.calendar.first.slice(0, 7);
    const name = t(step > 0 ? "daily.later" : "daily.earlier");
    if (none)
      return make(
        "span",
        { class: "btn bare", "aria-disabled": "true", role: "link", "aria-label": name },
        step > 0 ? "→" : "←",
      );
    const href = `${pathTo(this.date, this.level)}&month=${month}#archive`;
    return make(
      "a",
      {
        class: "btn bare",
        id: step > 0 ? "later" : "earlier",
        href,
        "aria-label": name,
        onclick: (/** @type {MouseEvent} */ event) => this.#turn(event, month, href),
      },
      step > 0 ? "→" : "←",
    );
  }

  /** Turn the page without loading another one. @param {MouseEvent} event @param {string} month @param {string} href */
  #turn(event, month, href) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(null, "", pageAddress(href));
    this.show(month);
    announce(monthName(month));
  }

  /** @param {string | null} day */
  #day(day) {
    if (day === null) return null;
    const number = String(Number(day.slice(8)));
    if (day > this.now || day < this.calendar.first)
      return make("span", { class: "day", "aria-hidden": "true" }, number);
    const entry = entryOf(day, this.level);
    const state = entry?.done ? "solved" : entry ? "begun" : "open";
    const label = `${longDay(day, this.now)}, ${t(`daily.state.${state}`, { time: clock(entry?.seconds ?? 0) })}`;
    return make(
      "a",
      {
        class: "day",
        href: pathTo(day, this.level),
        "data-day": day,
        "data-state": state,
        "aria-label": label,
        "aria-current": day === this.date ? "page" : null,
        "data-today": day === this.now,
      },
      number,
    );
  }

  /** How hard the puzzle of each day is, as far as it is known. */
  #drawBars() {
    for (const link of this.places.days.querySelectorAll("[data-day]")) {
      const easier = this.#easier.get(link.getAttribute("data-day") ?? "")?.[this.level];
      if (easier !== undefined && !link.querySelector(".hard"))
        link.append(style(make("i", { class: "hard", "aria-hidden": "true" }), { "--v": easier }));
    }
  }

  /** @param {Pick<Archive, "days">} archive */
  #learn({ days }) {
    for (const { date, easier } of days) this.#easier.set(date, easier);
  }
}

/** Settled when an element comes near the window. @param {HTMLElement} at @returns {Promise<void>} */
function whenVisible(at) {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: "200px" },
    );
    observer.observe(at);
  });
}
