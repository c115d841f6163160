// Delete this room now: the host is asked once more, then nothing of the room is left on the server.
import { remove } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { popover } from "../shared/page.js";
import { reasonOf } from "../shared/reasons.js";
import { dropSeat, seatIn } from "../shared/seats.js";
import { t } from "../shared/words.js";

/** The button that asks. */
export const deleteButton = () =>
  make("button", { class: "btn", type: "button", id: "do-delete", popovertarget: "delete" }, t("room.delete.button"));

/**
 * The two buttons of a box that asks: one acts, the other closes the box.
 * @param {string} box @param {() => unknown} act @param {string} yes @param {string} no
 */
export const yesOrNo = (box, act, yes, no) =>
  make(
    "div",
    { class: "row" },
    make("button", { class: "btn main", id: `${box}-now`, type: "button", onclick: act }, yes),
    make("button", { class: "btn", type: "button", popovertarget: box, popovertargetaction: "hide" }, no),
  );

/** The box with the question. @param {string} room */
export function deleteBox(room) {
  const trouble = make("p", { class: "warn", role: "alert" });
  const act = async () => {
    try {
      await remove(`/api/rooms/${room}`, seatIn(room)?.token ?? null);
      dropSeat(room);
      location.assign("/");
    } catch (error) {
      trouble.textContent = reasonOf(error);
    }
  };
  return popover(
    "delete",
    t("room.delete.button"),
    make("p", {}, t("room.delete.ask")),
    trouble,
    yesOrNo("delete", act, t("room.delete.yes"), t("room.delete.no")),
  );
}
