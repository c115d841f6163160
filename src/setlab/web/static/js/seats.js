// The seats that this browser holds: a token for each room, so that a reload or a lost connection costs nothing.
/** @typedef {import("./types").Seat} Seat */

const KEPT = 30; // rooms are short-lived; the oldest are forgotten

/** The seat in a room. @param {string} room @returns {Seat | null} */
export const seatIn = (room) => new Map(read()).get(room) ?? null;

/** Keep a seat. A host without a seat (a teacher) has `seat: null`. @param {string} room @param {Seat} seat */
export function keepSeat(room, seat) {
  write([...read().filter(([other]) => other !== room), [room, seat]]);
}

/** Forget the seat in a room. @param {string} room */
export function dropSeat(room) {
  write(read().filter(([other]) => other !== room));
}

/** The name that the reader gave last. @returns {string} */
export function lastName() {
  try {
    return localStorage.getItem("setlab.name") ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function keepName(name) {
  try {
    localStorage.setItem("setlab.name", name);
  } catch {
    // a private window: the name lives as long as the page
  }
}

/** @type {[string, Seat][]} */
let remembered = [];

/** @returns {[string, Seat][]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem("setlab.seats") ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return remembered;
  }
}

/** @param {[string, Seat][]} seats */
function write(seats) {
  remembered = seats.slice(-KEPT);
  try {
    localStorage.setItem("setlab.seats", JSON.stringify(remembered));
  } catch {
    // a private window: the seats live as long as the page
  }
}
