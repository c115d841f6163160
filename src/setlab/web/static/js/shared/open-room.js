// A new room: the server opens it, this browser keeps the seat and goes there.
import { post } from "./api.js";
import { isAlone, pagePath, servedAddress } from "./place.js";
import { reasonOf } from "./reasons.js";
import { keepSeat, lastName } from "./seats.js";
import { t } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Options} Options */

/**
 * Open a room and go to its page: to the table as its host, or to the projector if it is a class room.
 * Without a server, this page of the one that the reader knows can do it.
 * @param {string} game
 * @param {Options} options
 * @param {{ name?: string, hash?: string }} [how] the host's name, and what the page does at once
 */
export async function openRoom(game, options, { name = lastName(), hash = "" } = {}) {
  if (isAlone) return location.assign(servedAddress(pagePath()));
  const { room, token } = await post("/api/rooms", { game, options });
  keepSeat(
    room,
    options.class ? { seat: null, token, name: "", host: true } : await hostSeat(room, token, name || t("join.guest")),
  );
  location.assign(`/${room}${options.class ? "/projector" : ""}${hash}`);
}

/** @param {string} room @param {string} token @param {string} name @returns {Promise<Seat>} */
async function hostSeat(room, token, name) {
  return { ...(await post(`/api/rooms/${room}/seats`, { name, host: token })), name, host: true };
}

/** Why no room was opened, in the reader's words. @param {unknown} error */
export const whyNot = (error) => reasonOf(error, "new.trouble");
