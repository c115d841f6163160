// Reflections among the moves of a game: a card of Olivia's, the centre, and Xavier's answer.

/** @typedef {import("./types").Taken} Taken */

/** The last answer of Xavier's that was a reflection, or nothing. @param {Taken[]} moves @returns {number[]} */
export function lastPair(moves) {
  const ply = moves.map(({ card, reflected }) => card === reflected).lastIndexOf(true);
  return ply < 0 ? [] : [moves[ply - 1].card, moves[0].card, moves[ply].card];
}

/**
 * The reflection that a card belongs to, or nothing.
 * @param {Taken[]} moves
 * @param {number} card
 * @returns {number[]}
 */
export function pairOf(moves, card) {
  const ply = moves.findIndex((move) => move.card === card),
    answer = ply % 2 ? ply + 1 : ply;
  const found = moves[answer];
  return ply > 0 && found && found.card === found.reflected ? [moves[answer - 1].card, moves[0].card, found.card] : [];
}
