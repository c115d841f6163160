// The game in the address: every state is a link.

/** @typedef {import("./types").Wanted} Wanted */

/** The game that an address names. @param {string} search @param {Wanted} usual @returns {Wanted} */
export function readLink(search, usual) {
  const query = new URLSearchParams(search);
  const number = (/** @type {string} */ name, /** @type {number} */ fallback) =>
    /^\d{1,15}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : fallback;
  const you = query.get("you");
  return {
    cards: number("cards", usual.cards),
    you: you === "xavier" || you === "olivia" ? you : usual.you,
    strategy: query.get("against") ?? "",
    seed: number("seed", usual.seed),
    moves: (query.get("moves") ?? "")
      .split(".")
      .filter((part) => /^\d{1,3}$/.test(part))
      .map(Number),
  };
}

/** The address of a game; what the page was asked for besides stays. @param {Wanted} wanted */
export function writeLink({ cards, you, strategy, seed, moves }) {
  const here = new URL(location.href);
  const values = { cards, you, against: strategy, seed, moves: moves.join(".") };
  for (const [name, value] of Object.entries(values)) here.searchParams.set(name, String(value));
  if (!moves.length) here.searchParams.delete("moves");
  history.replaceState(null, "", here);
}
