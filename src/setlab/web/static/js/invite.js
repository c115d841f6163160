// How others come in: the code, the link and its QR code.
import { make } from "./dom.js";
import { announce } from "./page.js";
import { t } from "./words.js";

/** The link of a room, as it is passed on. @param {string} room */
export const linkOf = (room) => `${location.origin}/${room}`;

/** The QR code of the link. @param {string} room */
export const qrCode = (room) => make("img", { class: "qr", src: `/api/rooms/${room}/qr.svg`, alt: t("room.invite.qr", { room }), width: 148, height: 148 });

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

/** The clipboard is only there on https and localhost; in a local network a selected text is copied instead. @param {string} text */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = make("textarea", { class: "hide", readonly: true }, text);
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
