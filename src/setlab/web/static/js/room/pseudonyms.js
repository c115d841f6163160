// Friendly made-up names, so that nobody needs to give a real one: an adjective and an animal in the reader's language.
import { t } from "../shared/words.js";

/** @param {string} words @returns {string} */
function draw(words) {
  const all = words.split(" ");
  return all[Math.floor(Math.random() * all.length)];
}

/** "Brave Otter" @returns {string} */
export const pseudonym = () => `${draw(t("pseudonym.first"))} ${draw(t("pseudonym.second"))}`;
