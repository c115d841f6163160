// The seats of this browser: a token for each room, which survives a reload or a lost connection.
// A pupil's seat in a class room may be on a shared device: it is kept for the round, and for an hour at most.
/** @typedef {import("./types").Seat} Seat */

const KEPT = 30; // rooms are short-lived; the oldest are forgotten
const LESSON = 3_600_000; // milliseconds

/** The seat in a room. @param {string} room @returns {Seat | null} */
export const seatIn = (room) => new Map([...ofTab(), ...read()]).get(room) ?? null;

/**
 * Keep a pupil's seat while a round is on; afterwards only this tab remembers it. The name is nobody else's suggestion.
 * @param {string} room
 * @param {Seat} seat
 * @param {boolean} playing
 */
export function keepForRound(room, seat, playing) {
  if (lastName()) keepName("");
  dropSeat(room);
  if (playing) keepSeat(room, { ...seat, at: Date.now() });
  keepInTab([[room, { ...seat, at: Date.now() }]]);
}

/** Keep a seat. A host without a seat (a teacher) has `seat: null`. @param {string} room @param {Seat} seat */
export function keepSeat(room, seat) {
  write([...read().filter(([other]) => other !== room), [room, seat]]);
}

/** Forget the seat in a room. @param {string} room */
export function dropSeat(room) {
  write(read().filter(([other]) => other !== room));
  keepInTab(ofTab().filter(([other]) => other !== room));
}

/**
 * The token that opens a room: of a seat, of the host or of the projector.
 * @param {string} room
 * @returns {string | null}
 */
export const tokenIn = (room) => seatIn(room)?.token ?? null;

/**
 * Whether a room is a class room, whose code has six letters: it needs a token.
 * @param {string} room
 */
export const isClass = (room) => room.length > 4;

/** The room has another code; the same person goes on, and is not asked. @param {string} from @param {string} to */
export function moveSeat(from, to) {
  const seat = seatIn(from);
  if (seat) keepSeat(to, { ...seat, at: undefined });
  dropSeat(from);
}

/**
 * A link that carries a token where no server sees it.
 * @param {string} room
 * @param {string} page
 * @param {string | null} token
 */
export const linkWith = (room, page, token) => `${location.origin}/${room}${page}#token=${token}`;

/** Keep the token that the link of this page carries, and take it out of the address. @param {string} room */
export function adoptToken(room) {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (!seatIn(room)?.host) keepSeat(room, { seat: null, token, name: "", host: false });
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

/** @param {[string, Seat]} kept */
const isFresh = ([, { at }]) => at === undefined || Date.now() - at < LESSON;

/** @returns {[string, Seat][]} */
function ofTab() {
  try {
    return JSON.parse(sessionStorage.getItem("setlab.seats") ?? "[]").filter(isFresh);
  } catch {
    return [];
  }
}

/** @param {[string, Seat][]} seats */
function keepInTab(seats) {
  try {
    sessionStorage.setItem("setlab.seats", JSON.stringify(seats));
  } catch {
    // a private window: the seat lives as long as the page
  }
}

/** @type {[string, Seat][]} */
let remembered = [];

/** @returns {[string, Seat][]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem("setlab.seats") ?? "[]");
    return Array.isArray(kept) ? kept.filter(isFresh) : [];
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

try {
  if (localStorage.getItem("setlab.seats")) write(read()); // each page load removes expired seats
} catch {
  // a private window
}
