// The page of a room. Players with a seat enter at once; others enter a name first.
import { Boxes } from "./boxes.js";
import { byId } from "../shared/dom.js";
import { Gate } from "./gate.js";
import { ready } from "../shared/page.js";
import { Play } from "./play.js";
import { adoptToken, dropSeat, keepSeat, seatIn } from "../shared/seats.js";

const room = document.body.dataset.room ?? "";
const boxes = new Boxes(room);
const gate = new Gate(room, byId("panel", HTMLElement), enter);

/** @param {import("../shared/types").Seat | null} seat null to watch */
function enter(seat) {
  new Play(
    room,
    seat,
    boxes,
    (why) => {
      if (why === "kicked" && seat) keepSeat(room, { ...seat, name: "", removed: true });
      else if (why !== "replaced") dropSeat(room);
      gate.close(why);
    },
    () => gate.wait(),
  );
}

/** Whether the page was loaded again, by the same person. */
function isReload() {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded instanceof PerformanceNavigationTiming && loaded.type === "reload";
}

adoptToken(room);
const kept = seatIn(room);
if (kept?.removed) gate.close("kicked");
else if (kept?.seat && kept.at && !isReload()) gate.goOn(kept);
else if (kept?.seat) enter(kept);
else await gate.ask();
ready();
