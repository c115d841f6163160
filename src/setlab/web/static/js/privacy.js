// Privacy, and what follows from it: the results are in this browser alone, so the reader can take them away as a file.
import { mergeGames } from "./daily/record.js";
import { byId } from "./shared/dom.js";
import { announce, ready } from "./shared/page.js";
import { mergeSixties } from "./shared/sixty.js";
import { exportAll, importAll } from "./shared/store.js";
import { t } from "./shared/words.js";

/** How the results of a file join those that are here; what is not listed replaces them. @type {import("./shared/store.js").Merges} */
const MERGES = {
  puzzles: mergeGames,
  sixty: mergeSixties,
  lessons: (here, there) => [...new Set([...here, ...there])],
  "solitaire-games": (here, there) => [...here, ...there],
};

const file = byId("file", HTMLInputElement);

/** @param {string} text */
function tell(text) {
  byId("read-say", HTMLElement).textContent = text;
  announce(text);
}

byId("save", HTMLElement).addEventListener("click", async (event) => {
  event.preventDefault();
  const address = URL.createObjectURL(new Blob([await exportAll()], { type: "application/json" })),
    link = document.createElement("a");
  link.href = address;
  link.download = `setlab-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});
byId("read", HTMLElement).addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  file.value = "";
  if (!chosen) return;
  const keys = await importAll(await chosen.text(), MERGES).catch(() => null);
  tell(keys ? t("privacy.results.joined", { n: keys.length }) : t("privacy.results.bad"));
});
ready();
