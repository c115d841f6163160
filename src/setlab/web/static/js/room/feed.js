// The connection to a room: events arrive in order and without a gap, also after a lost connection.
import { withDeck } from "../shared/cards.js";
import { moveSeat } from "../shared/seats.js";
import { displayName } from "../shared/words.js";

/** @typedef {import("../shared/types").Message} Message */
/** @typedef {import("../shared/types").Happening} Happening */
/** @typedef {import("../shared/types").State} State */
/** @typedef {import("../shared/types").You} You */

/**
 * @typedef {object} Listener
 * @property {(state: State, you: You, again: boolean) => void} welcome the state now; `again`: after a lost connection
 * @property {(happening: Happening) => void} event missed events but the last come without a state
 * @property {(seconds: number) => void} lost the connection is lost; the next attempt is in so many seconds
 * @property {(why: "kicked" | "replaced" | "unknown" | "refused") => void} ended there will be no next attempt
 * @property {() => void} [waiting] the reader waits until the host lets them in
 * @property {(trouble: boolean) => void} trouble the server cannot keep anything at present, or can again
 */

/** A message that the server refused. */
export class Refused extends Error {
  /** @param {string} code @param {string} reason @param {import("../shared/types").Detail} detail */
  constructor(code, reason, detail = {}) {
    super(reason);
    this.code = code;
    this.detail = detail;
  }
}

const WAITS = [0.3, 1, 2, 4, 8];
const ENDS = /** @type {{ [code: number]: "replaced" | "unknown" | "refused" }} */ ({
  4001: "replaced",
  4003: "refused",
  4004: "unknown",
});
const PING = 15_000,
  SILENCE = 25_000;

export class Feed {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<number, { done: (seq: number) => void, fail: (refused: Refused) => void }>} */ #open = new Map();
  /** @type {number | null} */ #seq = null;
  #ref = 0;
  #tries = 0;
  #timer = 0;
  #heard = 0;
  #pinged = 0;
  #ahead = 0;
  #bestTrip = Infinity;
  #ended = false;

  /**
   * @param {string} room
   * @param {string | null} token null to watch
   * @param {Listener} listener
   */
  constructor(room, token, listener) {
    this.room = room;
    this.token = token;
    this.listener = listener;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    setInterval(() => this.#beat(), PING / 3);
    this.#connect();
  }

  /** The server's time in seconds. */
  now() {
    return Date.now() / 1000 + this.#ahead;
  }

  /** True while messages can be sent. */
  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN && this.#tries === 0;
  }

  /**
   * Send a message; resolves to its sequence number, rejects with `Refused`.
   * @param {string} type
   * @param {object} [fields]
   * @returns {Promise<number>}
   */
  send(type, fields = {}) {
    if (!this.connected) return Promise.reject(new Refused("offline", "there is no connection"));
    const ref = ++this.#ref;
    return new Promise((done, fail) => {
      this.#open.set(ref, { done, fail });
      this.#socket?.send(JSON.stringify({ ...fields, type, ref }));
    });
  }

  /** Hang up for good. */
  close() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${this.room}/feed`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener("open", () =>
      socket.send(JSON.stringify({ type: "hello", token: this.token, since: this.#seq })),
    );
    socket.addEventListener("message", ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data)));
    socket.addEventListener("close", ({ code, reason }) => socket === this.#socket && this.#lose(code, reason));
  }

  /** @param {Message} message */
  #hear(message) {
    this.#heard = Date.now();
    if ("state" in message && message.state)
      message.state = withDeck({ ...message.state, players: message.state.players.map(displayName) });
    if (message.type === "welcome") return this.#welcome(message);
    if (message.type === "waiting") return this.#wait();
    if (message.type === "event") return this.#happen(message);
    if (message.type === "pong") return this.#measure(message.now);
    if (message.type === "accepted" || message.type === "refused") return this.#answer(message);
    if (message.type === "trouble" || message.type === "fine") this.listener.trouble(message.type === "trouble");
  }

  /** @param {Extract<Message, { type: "welcome" }>} message */
  #welcome({ seq, state, you, now }) {
    if (state.room !== this.room) return this.#move(state.room);
    const again = this.#seq !== null;
    this.#tries = 0;
    this.#bestTrip = Infinity;
    this.#ahead = now - Date.now() / 1000;
    this.#seq = seq;
    this.listener.welcome(state, you, again);
    this.#ping();
  }

  /** The host has not let the reader in yet. */
  #wait() {
    this.#tries = 0;
    this.listener.waiting?.();
  }

  /** The room has another code: the page goes on under it. @param {string} room */
  #move(room) {
    this.close();
    moveSeat(this.room, room);
    location.replace(location.pathname.replace(this.room, room) + location.search);
  }

  /** @param {Happening} happening */
  #happen(happening) {
    if (this.#seq !== null && happening.seq <= this.#seq) return;
    if (happening.event.event === "code") return this.#move(happening.event.code);
    this.#seq = happening.seq;
    this.listener.event(happening);
  }

  /** @param {Extract<Message, { ref: number }>} message */
  #answer(message) {
    const waiting = this.#open.get(message.ref);
    this.#open.delete(message.ref);
    if (message.type === "accepted") waiting?.done(message.seq);
    else waiting?.fail(new Refused(message.code, message.reason, message.detail));
  }

  /** The clocks agree best when the answer came fastest. @param {number} now */
  #measure(now) {
    const heard = Date.now(),
      trip = heard - this.#pinged;
    if (trip > this.#bestTrip) return;
    this.#bestTrip = trip;
    this.#ahead = now - (heard + this.#pinged) / 2000;
  }

  #ping() {
    this.#pinged = Date.now();
    this.#socket?.send(JSON.stringify({ type: "ping", ref: ++this.#ref }));
  }

  #beat() {
    if (!this.connected) return;
    if (Date.now() - this.#heard > SILENCE) this.#drop();
    else if (Date.now() - this.#pinged > PING) this.#ping();
  }

  /** A connection that says nothing any more is given up. */
  #drop() {
    const silent = this.#socket;
    this.#socket = null;
    silent?.close();
    this.#lose(1006);
  }

  /** @param {number} code @param {string} [reason] */
  #lose(code, reason = "") {
    for (const { fail } of this.#open.values()) fail(new Refused("offline", "the connection was lost"));
    this.#open.clear();
    if (this.#ended) return;
    const end =
      code === 4001 && reason.startsWith("the host")
        ? "kicked"
        : reason.startsWith("the projector")
          ? "unknown"
          : ENDS[code];
    if (end) {
      this.#ended = true;
      return this.listener.ended(end);
    }
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] * (1 + Math.random() / 4);
    this.#timer = setTimeout(() => this.#connect(), wait * 1000);
    this.listener.lost(wait);
  }

  /** The network is back or the reader looks again: do not wait for the next attempt. */
  #hurry() {
    if (this.#ended || this.#tries === 0 || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}
