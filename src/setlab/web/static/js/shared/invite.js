// Invitations: the code, the link and its QR code.
import { make } from "./dom.js";
import { announce } from "./page.js";
import { textAround, t } from "./words.js";

const local = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(location.hostname);
const lan = document.documentElement.dataset.lan ?? "";

/**
 * The address of this server as it is passed on: in the local network, if this page was opened at an address of this
 * computer.
 */
export const origin = local && lan ? lan : location.origin;

/** True if only this computer can open the links of this server. */
export const alone = local && !lan;

/** The link of a room, as it is passed on. @param {string} room */
export const linkOf = (room) => `${origin}/${room}`;

/** The link of a room as it is read and typed. @param {string} room */
export const shortLink = (room) => linkOf(room).replace(/^https?:\/\//, "");

/**
 * The QR code of the link; if no other device can open it, what to do about that.
 * @param {string} code
 * @param {"rooms" | "classes"} [of]
 * @param {string} [alt]
 */
export const qrCode = (code, of = "rooms", alt = t("room.invite.qr", { room: code })) =>
  alone ? warning() : make("img", { class: "qr", src: `/api/${of}/${code}/qr.svg`, alt, width: 148, height: 148 });

function warning() {
  const [before, after] = textAround("room.invite.alone", "command");
  return make("p", { class: "alone" }, before, make("code", {}, "setlab serve --lan"), after);
}

/** A button that copies the link. @param {string} room */
export function copyButton(room) {
  const button = make("button", { class: "btn", type: "button" }, t("room.invite.copy"));
  button.addEventListener("click", async () => {
    await copy(linkOf(room));
    button.textContent = t("room.invite.copied");
    announce(t("room.invite.copied"));
    setTimeout(() => (button.textContent = t("room.invite.copy")), 2000);
  });
  return button;
}

/**
 * The clipboard is only there on https and localhost; in a local network a selected text is copied instead.
 * @param {string} text
 */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = make("textarea", { class: "hide", readonly: true }, text);
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
