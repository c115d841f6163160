// Anti-SET against a strategy, and the proof of theorem 7 along a game: src/setlab/web/http/antiset.py.
import { ask } from "../core/core.js";
import { Refusal, get } from "../shared/api.js";
import { setsAmong, third } from "../shared/space.js";
import { Unanswered, areNumbers } from "./asked.js";

/** @typedef {import("../antiset/types").Boards} Boards */
/** @typedef {import("../core/types").AntisetMove} AntisetMove */

const SEATS = ["xavier", "olivia"],
  LARGEST_BOARD = 243,
  MOST_MOVES = 122,
  FIELDS = ["cards", "you", "strategy", "seed", "moves", "hint"];

/** @type {Promise<Boards> | undefined} */
let loading;

/** The board of so many cards. @param {number} cards */
async function boardOf(cards) {
  loading ??= get("/api/antiset");
  loading.catch(() => (loading = undefined));
  const board = (await loading).boards.find((each) => each.cards === cards);
  if (!board) throw new Unanswered(`there is no board of ${cards} cards`);
  return board;
}

/** @param {string} code @param {string} reason @returns {never} */
function refuse(code, reason) {
  throw new Refusal(reason, code, 409);
}

/** The game after all moves of the visitor and the answers of the strategy. @type {import("./answers.js").Handler} */
export async function play(_, wanted) {
  const asked = { cards: 9, you: "olivia", strategy: "theorem7", seed: 0, moves: [], hint: false, ...wanted };
  const { cards, you, strategy, seed, moves: mine, hint } = asked;
  const fits =
    SEATS.includes(you) && typeof strategy === "string" && strategy.length <= 40 && typeof hint === "boolean";
  const known = Object.keys(asked).every((name) => FIELDS.includes(name));
  if (!fits || !known || !areNumbers(mine, LARGEST_BOARD, MOST_MOVES) || !areNumbers([seed], 2 ** 53, 1))
    throw new Unanswered("this is not a game");
  const board = await boardOf(cards),
    visitor = SEATS.indexOf(you),
    offered = board[/** @type {"xavier" | "olivia"} */ (SEATS[1 - visitor])];
  if (!offered.includes(strategy)) {
    const who = visitor ? "Xavier" : "Olivia";
    refuse("bad-strategy", `${who} cannot play this strategy on ${cards} cards: choose ${offered.join(", ")}`);
  }
  const game = { dimension: board.dimension, visitor, strategy, seed, moves: mine, hint };
  const found = await ask("antiset_follow", game);
  /** @type {AntisetMove[]} */
  const made = found.moves;
  const moves = made.map(({ card }) => card);
  if (found.status === 1) {
    const next = mine[moves.filter((_, ply) => ply % 2 === visitor).length];
    refuse("bad-move", `Move ${moves.length + 1} is not possible: ${faultOf(next, moves, board, false)}`);
  }
  if (found.status === 2) refuse("bad-move", `The game is over after ${moves.length} moves: leave out the later ones`);
  const over = found.set.length > 0 || moves.length === cards;
  const owners = ownersOf(moves, cards);
  return {
    ...{ cards, dimension: board.dimension, you, strategy, seed, owners, over, most: board.most ?? cards },
    moves: made.map(({ card, why }, ply) => ({
      player: SEATS[ply % 2],
      card,
      why,
      reflected: ply && ply % 2 === 0 ? third(moves[0], moves[ply - 1], board.dimension) : null,
    })),
    turn: over ? null : SEATS[moves.length % 2],
    round: Math.ceil(moves.length / 2),
    deadly: deadlyOf(found.deadly),
    winner: found.set.length ? SEATS[moves.length % 2] : null,
    set: found.set.length ? found.set : null,
    hint: found.hint,
  };
}

/** The cards that complete a SET, with the two others. @param {{ card: number, set: number[] }[]} found */
const deadlyOf = (found) =>
  Object.fromEntries(found.map(({ card, set }) => [card, set.filter((other) => other !== card)]));

/** @param {number[]} moves @param {number} cards */
const ownersOf = (moves, cards) =>
  Array.from({ length: cards }, (_, card) => (moves.includes(card) ? SEATS[moves.indexOf(card) % 2] : null));

const SHOWN = 8; // free cards in a sentence

/**
 * Why a card cannot be taken after some moves.
 * @param {number} card
 * @param {number[]} moves
 * @param {{ cards: number, dimension: number }} board
 * @param {boolean} over
 */
function faultOf(card, moves, { cards, dimension }, over) {
  if (card >= cards) return `${card} is not a point of AG(${dimension},3): points are numbered 0 to ${cards - 1}`;
  if (over) return `point ${card} cannot be taken: the game is over; take back a move with pop()`;
  const owners = ownersOf(moves, cards);
  const free = owners.flatMap((owner, each) => (owner ? [] : [each]));
  const some = free.slice(0, SHOWN).join(", ") + (free.length > SHOWN ? ", …" : "");
  return `point ${card} is taken by ${owners[card]}: choose one of ${some}`;
}

/** Xavier's move of a round, compared with that of theorem 7. @typedef {{ round: number, of: number, reflection: number, was_free: boolean, taken: number }} Reply */
/** @typedef {{ moves: number[], cards: number, d: number, loser: number, set: number[], most: number }} Ended */

/** The proof of theorem 7 along a game that is over. @type {import("./answers.js").Handler} */
export async function proof(_, { cards, moves, ...rest }) {
  if (!areNumbers(moves, LARGEST_BOARD, 2 * MOST_MOVES) || Object.keys(rest).length)
    throw new Unanswered("these are not moves");
  const board = await boardOf(cards),
    d = board.dimension;
  const { made, loser, set, errors } = await ask("antiset_errors", { dimension: d, moves });
  if (made < moves.length) {
    const fault = faultOf(moves[made], moves.slice(0, made), board, loser >= 0 || made === cards);
    refuse("bad-move", `Move ${made + 1} is not possible: ${fault}`);
  }
  if (loser < 0) refuse("not-over", "Nobody holds a SET yet: play the game to its end");
  const game = { moves, cards, d, loser, set, most: Number(board.most) };
  const answers = repliesOf(game);
  const names = (/** @type {number} */ sign) => (sign > 0 ? "xavier" : sign ? "olivia" : "draw");
  return {
    steps: [pairs(game), free(game, answers), centre(game, answers), mirror(game), ends(game)],
    answers: answers.map((answer) => ({ ...answer, follows: follows(answer) })),
    deviation: await deviationOf(game, answers),
    errors:
      cards > MOST_SOLVED
        ? null
        : errors.map((/** @type {{ ply: number, winner: number, good: number[] }} */ { ply, winner, good }) => ({
            ...{ ply, player: SEATS[(ply - 1) % 2], point: moves[ply - 1], verdict: "error" },
            ...{ winner: names(winner), good },
          })),
    winner: SEATS[1 - loser],
    set,
    length: { rounds: Math.ceil(moves.length / 2), most: board.most, forced: board.forced },
  };
}

const follows = (/** @type {Reply} */ { taken, reflection }) => taken === reflection;

/** Xavier's moves from the second on. @param {Ended} game @returns {Reply[]} */
function repliesOf({ moves, d }) {
  const plies = moves.map((_, ply) => ply).filter((ply) => ply && ply % 2 === 0);
  return plies.map((ply) => {
    const of = moves[ply - 1],
      reflection = third(moves[0], of, d);
    const was_free = !moves.slice(0, ply).includes(reflection);
    return { round: ply / 2 + 1, of, reflection, was_free, taken: moves[ply] };
  });
}

/** @param {number[]} moves @param {number} player */
const handOf = (moves, player) => moves.filter((_, ply) => ply % 2 === player);

/**
 * A step of the proof: whether it holds in this game, and the cards and numbers that it speaks of.
 * @param {string} code
 * @param {boolean} holds
 * @param {number[][]} [cards]
 * @param {{ [name: string]: number }} [numbers]
 */
const step = (code, holds, cards = [], numbers = {}) => ({ code, holds, cards, numbers });

/** All cards but the centre form pairs that are SETs with the centre. @param {Ended} game */
function pairs({ moves: [centre], cards, d }) {
  const others = Array.from({ length: cards }, (_, card) => card).filter((card) => card !== centre);
  const first = others.filter((card) => card < third(centre, card, d));
  return step("pairs", 2 * first.length + 1 === cards, [[centre]], { pairs: first.length, cards });
}

/** The reflection was free each time. @param {Ended} game @param {Reply[]} answers */
function free(game, answers) {
  const holds = answers.every((answer) => answer.was_free && follows(answer)) && staysShared(game);
  const shown = answers.map(({ of, taken }) => [of, taken]);
  return step("free", holds, shown, { answers: answers.length });
}

/** True if after each move of Xavier's every pair is untouched or has one card of each player. @param {Ended} game */
const staysShared = ({ moves, d }) =>
  moves.every((_, ply) => ply % 2 === 1 || isReflective(moves.slice(0, ply + 1), moves[0], d));

/** True if Xavier's other cards are the reflections of Olivia's. @param {number[]} moves @param {number} centre @param {number} d */
function isReflective(moves, centre, d) {
  const his = new Set(handOf(moves, 0).filter((card) => card !== centre));
  const images = handOf(moves, 1).map((card) => third(centre, card, d));
  return his.size === images.length && images.every((card) => his.has(card));
}

/** A SET through the centre has a card of Olivia's. @param {Ended} game @param {Reply[]} answers */
function centre({ moves, d }, answers) {
  const his = handOf(moves, 0),
    holds = his.slice(1).every((card) => !his.includes(third(moves[0], card, d)));
  const shown = answers.slice(0, 1).map(({ of, taken }) => [moves[0], of, taken]);
  return step("centre", holds && answers.length > 0, shown);
}

/** Xavier would take the third card of the reflected SET only after Olivia. @param {Ended} game */
function mirror({ moves, d, loser, set }) {
  if (loser !== 1) return step("mirror", false);
  const reflected = (/** @type {number} */ card) => third(moves[0], card, d);
  const last = moves[moves.length - 1],
    [a, b] = set.filter((card) => card !== last);
  const [his, hers] = [0, 1].map((player) => new Set(handOf(moves, player)));
  const images = [a, b].map(reflected),
    missing = reflected(last);
  const own = [...his].filter((card) => card !== moves[0]);
  const couples = own.flatMap((one, i) => own.slice(i + 1).map((other) => [one, other]));
  const answered = couples.every(([one, other]) => {
    const [x, y] = [reflected(one), reflected(other)];
    return hers.has(x) && hers.has(y) && third(x, y, d) === reflected(third(one, other, d));
  });
  const isFree = !moves.includes(missing) && third(images[0], images[1], d) === missing;
  const holds = images.every((card) => his.has(card)) && isFree && answered;
  return step(
    "mirror",
    holds,
    [
      [a, b, last],
      [...images, missing],
    ],
    { couples: couples.length },
  );
}

/** Xavier holds no SET, so that he has at most m₂ cards. @param {Ended} game */
function ends({ moves, cards, d, loser, most }) {
  const his = handOf(moves, 0);
  const holds = loser === 1 && !setsAmong(his, d).length && his.length <= most && 2 * most < cards;
  return step("ends", holds, [], { most, enough: most + 1, held: his.length, taken: moves.length, cards });
}

const MOST_SOLVED = 27, // cards of a board on which exact play answers at once
  BUDGET = 10_000_000,
  SMALL_BUDGET = 5_000,
  EARLIEST = 24,
  LARGEST_SEARCHED = 128;

/** The first deviation from theorem 7, and who wins after it with best play. @param {Ended} game @param {Reply[]} answers */
async function deviationOf({ moves, cards, d }, answers) {
  const answer = answers.find((each) => !follows(each));
  if (!answer) return null;
  const told = (/** @type {string | null} */ winner, /** @type {number | null} */ centre = null, positions = 0) => ({
    ...{ answer, winner, centre, positions },
  });
  const position = moves.slice(0, 2 * answer.round - 1);
  if (position.length === moves.length) return told("olivia"); // the deviation completed his SET
  const centres = handOf(position, 0).filter((card) => isReflective(position, card, d));
  if (centres.length) return told("xavier", Math.min(...centres));
  const solved = cards <= MOST_SOLVED;
  if (!solved && (cards > LARGEST_SEARCHED || position.length < EARLIEST)) return told(null);
  const asked = { dimension: d, moves: position, budget: solved ? BUDGET : SMALL_BUDGET };
  const { lower, upper, positions } = await ask("antiset_bounds", asked);
  const winner = lower > 0 ? "xavier" : upper < 0 ? "olivia" : null;
  return told(winner, null, winner ? 0 : positions);
}
