// The compiled core in one thread: the engines of native/wasm as functions of typed arrays. Nothing outside this file knows
// that it is WebAssembly. Names of arguments are those of the Python module setlab._core.

/** Why a call was refused, by the numbers of native/wasm/interface.hpp. */
const FAULTS = [
  "",
  "the dimension or the number of values is out of range",
  "a draw has 16 or 32 bits",
  "a bound is out of range: it must be 1 … 2^width",
  "the trials are out of range: the last one is 2^64 − 1",
  "that is too much at once: ask for parts and add them up",
  "a card is unknown, or there twice, or out of order",
  "these rules are not possible: change the table, the cards dealt, the choice or the refill",
  "the budgets of this player are not possible",
  "the weights have the wrong size",
  "there is no such player or solver: it was dropped, or never made",
  "this move is not a SET on the table",
  "this board is not possible: 1 … 128 points, and blocks of different points",
  "this is not a position of the game",
];

/** The strategies of anti-SET, and the codes of their reasons, by the numbers of native/antiset/strategies.hpp. */
const ANTISET = ["theorem7", "theorem17", "mirror", "max-cap", "random", "forgetful", "safe", "perfect"];
const REASONS = [
  ...["first", "third", "third-taken", "centre", "reflection", "image-taken", "cap", "cap-played", "flat"],
  ...["flats-played", "chance", "safe", "seems", "overlooked", "doomed", "wins", "draws", "loses"],
];
const REASON_NUMBERS = ["left", "size", "level", "round"];

/** A question that the core does not answer: its input is wrong. */
export class CoreError extends Error {}

const CHOICES = ["random", "popular", "reject", "first", "last"];
const REFILLS = ["standard", "always-three"];
const PLAYERS = ["random", "basic", "thrifty", "general", "valued"];
const TURNS = 27;

/** @typedef {import("./types").Budgets} Budgets */
/** @typedef {import("./types").Weights} Weights */
/** @typedef {import("./types").Endgame} Endgame */
/** @typedef {import("./types").Range} Range */
/** @typedef {Range & { dimension: number }} Dealt */
/** @typedef {import("./types").Player} Player */
/** @typedef {import("./types").View} View */
/** @typedef {import("./types").AntisetMove} AntisetMove */
/** @typedef {import("./types").Why} Why */
/** @typedef {{ new (buffer: ArrayBuffer): any, BYTES_PER_ELEMENT: number }} ArrayType */

/** The budgets in the order of setlab.solitaire.values.Budgets. @type {(keyof Budgets)[]} */
const BUDGETS = [
  "general_from",
  "exact_from",
  "deep_from",
  "ahead_from",
  "sums_from",
  "beliefs_from",
  "deals",
  "work",
  "partitions",
  "steps",
  "first_deals",
  "second_deals",
  "third_deals",
  "width",
  "margin",
  "narrow",
];

/** The weights in the order of native/solitaire/types.hpp. @type {(keyof Weights)[]} */
const WEIGHTS = ["linear", "logs", "inverses", "curves", "tilts", "beliefs"];

/** The core in a compiled module. @param {WebAssembly.Module} module */
export async function start(module) {
  // The C library of the module asks for ways to write messages, which nothing reads: each answers "not supported".
  /** @type {Record<string, Record<string, () => number>>} */
  const system = {};
  for (const { module: owner, name } of WebAssembly.Module.imports(module)) (system[owner] ??= {})[name] = () => 52;
  const { exports } = await WebAssembly.instantiate(module, system);
  return new Engines(/** @type {any} */ (exports));
}

export class Engines {
  /** @type {Record<string, any>} */ #core;
  /** @type {number[]} */ #lent = [];

  /** @param {Record<string, any>} core the exported functions */
  constructor(core) {
    this.#core = core;
    core._initialize();
  }

  /** Draws 0 … draws − 1 of each trial. @param {Range & { draws: number, width?: number }} asked */
  draw_bits_table({ seed, first, trials, draws, width = 32 }) {
    this.#call("draw_bits_table", whole(seed), whole(first), whole(trials), whole(draws), width);
    return rows(this.#answer(0, Uint32Array), trials, draws);
  }

  /** Draw k of each trial, below bounds[k]. @param {Range & { bounds: BigUint64Array, width?: number }} asked */
  draw_below_table({ seed, first, trials, bounds, width = 32 }) {
    const range = [whole(seed), whole(first), whole(trials)];
    this.#call("draw_below_table", ...range, this.#lend(bounds), bounds.length, width);
    return rows(this.#answer(0, Uint32Array), trials, bounds.length);
  }

  /** The number of SETs in each collection. @param {{ masks: BigUint64Array, dimension: number }} asked */
  count_lines({ masks, dimension }) {
    this.#call("count_lines", this.#lend(masks), masks.length / words(dimension), dimension);
    return this.#answer(0, Int32Array);
  }

  /**
   * Offsets and SETs: collection j has those from offsets[j] to before offsets[j + 1].
   * @param {{ masks: BigUint64Array, dimension: number }} asked
   */
  find_lines({ masks, dimension }) {
    this.#call("find_lines", this.#lend(masks), masks.length / words(dimension), dimension);
    const sets = this.#answer(1, Uint16Array);
    return { offsets: this.#answer(0, BigInt64Array), sets: rows(sets, sets.length / 3, 3) };
  }

  /** How many trials have their first SET after n cards. @param {Dealt} asked @returns {BigInt64Array} */
  first_line({ seed, first, trials, dimension }) {
    this.#call("first_line", whole(seed), whole(first), whole(trials), dimension);
    return this.#answer(0, BigInt64Array);
  }

  /** The same for planes. @param {Dealt} asked @returns {BigInt64Array} */
  first_plane({ seed, first, trials, dimension }) {
    this.#call("first_plane", whole(seed), whole(first), whole(trials), dimension);
    return this.#answer(0, BigInt64Array);
  }

  /**
   * Sums, sums of squares, extremes and histograms of the numbers of SETs in the first n cards.
   * @param {Dealt & { histogram_at?: number[] }} asked
   */
  count_lines_dealt(asked) {
    return this.#counts("count_lines_dealt", asked);
  }

  /** The same for planes. @param {Dealt & { histogram_at?: number[] }} asked */
  count_planes_dealt(asked) {
    return this.#counts("count_planes_dealt", asked);
  }

  /** @param {string} name @param {Dealt & { histogram_at?: number[] }} asked */
  #counts(name, { seed, first, trials, dimension, histogram_at = [] }) {
    const range = [whole(seed), whole(first), whole(trials)];
    const at = this.#lend(Uint32Array.from(histogram_at));
    this.#call(name, ...range, dimension, at, histogram_at.length);
    return {
      sum: this.#answer(0, BigInt64Array),
      sum_of_squares: this.#answer(1, BigInt64Array),
      least: this.#answer(2, Uint32Array),
      most: this.#answer(3, Uint32Array),
      histograms: histogram_at.map((_, i) => /** @type {BigInt64Array} */ (this.#answer(4 + i, BigInt64Array))),
    };
  }

  /** Histograms of whole games, and the numbers of the rare ones. @param {Endgame} asked */
  play_endgame(asked) {
    const { seed, first, trials, dimension, values, deck, dealt, table } = asked;
    const choice = CHOICES.indexOf(asked.choice),
      refill = REFILLS.indexOf(asked.refill);
    const lent = this.#lend(Uint16Array.from(deck));
    const rare = [asked.rare_leftover ?? dealt + 1, asked.rare_table ?? dealt + 1];
    const range = [whole(seed), whole(first), whole(trials)];
    const rules = [dimension, values, lent, deck.length, dealt, table, choice, refill];
    this.#call("play_endgame", ...range, ...rules, ...rare, asked.count_sets ? 1 : 0);
    /** @type {Record<string, any>} */
    const found = {};
    const names = ["leftover", "largest_table", "turns", "searches", "no_set", "first_no_set"];
    names.forEach((name, i) => (found[name] = this.#answer(i, BigInt64Array)));
    const joint = this.#answer(6, BigInt64Array);
    if (joint.length) found.joint = rows(joint, dealt + 1, dealt + 1);
    found.rare = this.#answer(7, BigUint64Array);
    if (!asked.count_sets) return found;
    const sets = this.#answer(8, BigInt64Array);
    found.sets = rows(sets, sets.length / 5, 5);
    found.sum_squares = this.#answer(9, BigInt64Array);
    found.first_sets = this.#answer(10, BigInt64Array);
    return found;
  }

  /**
   * Solitaire: the view before each move and after the last.
   * @param {{ seed: bigint | number | string, game: bigint | number, moves: number[][] }} asked
   * @returns {View[]}
   */
  solitaire_states({ seed, game, moves }) {
    if (moves.some((move) => move.length !== 3)) throw new CoreError(FAULTS[11]);
    const flat = this.#lend(Uint8Array.from(moves.flat()));
    this.#call("solitaire_states", whole(seed), whole(game), flat, moves.length);
    return Array.from({ length: moves.length + 1 }, (_, i) => {
      const sets = /** @type {Uint8Array} */ (this.#answer(3 * i + 2, Uint8Array));
      return {
        slots: [...this.#answer(3 * i, Uint8Array)].map((card) => (card === 255 ? null : card)),
        undealt: [...this.#answer(3 * i + 1, Uint8Array)],
        sets: rows(sets, sets.length / 3, 3).map((set) => [...set]),
      };
    });
  }

  /**
   * With hindsight, for each position and each SET on the table, whether the table could still be cleared after it: 1, 0, or
   * −1 where the search of `nodes` positions did not settle it.
   * @param {{ seed: bigint | number | string, game: bigint | number, moves: number[][], nodes: number }} asked
   * @returns {Int32Array[]}
   */
  solitaire_hindsight({ seed, game, moves, nodes }) {
    if (moves.some((move) => move.length !== 3)) throw new CoreError(FAULTS[11]);
    const flat = this.#lend(Uint8Array.from(moves.flat()));
    this.#call("solitaire_hindsight", whole(seed), whole(game), flat, moves.length, nodes);
    return Array.from({ length: moves.length + 1 }, (_, i) => this.#answer(i, Int32Array));
  }

  /**
   * A player of solitaire, to be dropped in the end; only one that values positions has weights.
   * @param {Player} asked
   */
  make_player({ way = "valued", budgets, weights }) {
    const flat = weights ? WEIGHTS.flatMap((name) => weights[name].flat().map(BigInt)) : [];
    const numbers = BigInt64Array.from(flat);
    const given = Uint32Array.from(BUDGETS.map((name) => budgets[name]));
    const lent = [this.#lend(given), given.length, this.#lend(numbers), numbers.length];
    return this.#make("make_player", PLAYERS.indexOf(way), ...lent);
  }

  /** @param {{ player: number }} asked */
  drop_player({ player }) {
    this.#core.drop_player(player);
  }

  /**
   * The SETs on a table, their values, and the kind of these values.
   * @param {{ player: number, table: Iterable<number>, undealt: Iterable<number> }} asked
   */
  judge({ player, table, undealt }) {
    const [cards, left] = [Uint8Array.from(table), Uint8Array.from(undealt)];
    this.#call("judge", player, this.#lend(cards), cards.length, this.#lend(left), left.length);
    const values = /** @type {BigInt64Array} */ (this.#answer(1, BigInt64Array));
    const sets = rows(this.#answer(0, Uint8Array), values.length, 3).map((set) => [...set]);
    return { sets, values, kind: /** @type {number} */ (this.#answer(2, Int32Array)[0]) };
  }

  /**
   * Games of solitaire: cards left, undealt cards when declared won (−1), SETs taken, value; and the SETs.
   * @param {{ player: number, seed: bigint | number, first: bigint | number, games: number }} asked
   */
  play_solitaire({ player, seed, first, games }) {
    this.#call("play_solitaire", player, whole(seed), whole(first), games);
    const numbers = rows(this.#answer(0, Int32Array), games, 4);
    const moves = rows(this.#answer(1, Uint8Array), games, 3 * TURNS).map((each) => rows(each, TURNS, 3));
    const column = (/** @type {number} */ i) => numbers.map((row) => row[i]);
    return { leftover: column(0), declared: column(1), turns: column(2), value: column(3), moves };
  }

  /**
   * Games of solitaire by a player that is made for them, counted: not cleared and cleared, by cards left, not declared won and
   * declared.
   * @param {Range & Player} asked
   */
  tally_solitaire({ seed, first, trials, ...plan }) {
    const player = this.make_player(plan);
    this.#call("tally_solitaire", player, whole(seed), whole(first), whole(trials));
    this.drop_player({ player });
    const [clear, leftover, declared] = [0, 1, 2].map((i) => this.#answer(i, BigInt64Array));
    return { clear, leftover, declared };
  }

  /**
   * Deals that a player who knows their order cannot clear, or may not be able to, and those that can be cleared.
   * @param {Range & { first_nodes: number, nodes: number }} asked
   */
  tally_clairvoyant({ seed, first, trials, first_nodes, nodes }) {
    this.#call("tally_clairvoyant", whole(seed), whole(first), whole(trials), first_nodes, nodes);
    return { clear: this.#answer(0, BigInt64Array) };
  }

  /**
   * Whether a deck can be cleared by a player who knows its order: 1, 0, or −1 if the nodes did not suffice; and the SETs.
   * @param {{ order: Iterable<number>, nodes: number }} asked
   * @returns {[number, Uint8Array[]]}
   */
  solitaire_clairvoyant_order({ order, nodes }) {
    const deck = Uint8Array.from(order);
    if (deck.length !== 81) throw new CoreError("a deck has 81 cards");
    this.#call("solitaire_clairvoyant_order", this.#lend(deck), nodes);
    return [this.#answer(0, Int32Array)[0], rows(this.#answer(1, Uint8Array), TURNS, 3)];
  }

  /** A solver of anti-SET, to be dropped in the end. @param {{ points: number, blocks: number[][] }} asked */
  make_solver({ points, blocks }) {
    const sizes = Uint32Array.from(blocks, (block) => block.length);
    return this.#make(
      "make_solver",
      points,
      this.#lend(Uint8Array.from(blocks.flat())),
      this.#lend(sizes),
      sizes.length,
    );
  }

  /** @param {{ solver: number }} asked */
  drop_solver({ solver }) {
    this.#core.drop_solver(solver);
  }

  /**
   * Whether a player can force the other to complete a block at ply `by` or before; null if the budget did not suffice.
   * @param {{ solver: number, xavier: boolean, x: number[], o: number[], by: number, budget: number }} asked
   */
  antiset_forces({ solver, xavier, x, o, by, budget }) {
    const his = [this.#lend(Uint8Array.from(x)), x.length],
      hers = [this.#lend(Uint8Array.from(o)), o.length];
    this.#call("antiset_forces", solver, xavier ? 1 : 0, ...his, ...hers, by, whole(budget));
    const found = this.#answer(0, Int32Array)[0];
    return found < 0 ? null : found === 1;
  }

  /**
   * A game of anti-SET on AG(d,3) between a visitor and a strategy: all moves with reasons, and how it stands. `status` is 1 if
   * the last move of the visitor could not be made, and 2 if the game was over before it.
   * @param {{ dimension: number, visitor: number, strategy: string, seed: bigint | number, moves: number[], hint: boolean }} asked
   */
  antiset_follow({ dimension, visitor, strategy, seed, moves, hint }) {
    const mine = [this.#lend(Int32Array.from(moves)), moves.length];
    this.#call("antiset_follow", dimension, visitor, ANTISET.indexOf(strategy), whole(seed), ...mine, hint ? 1 : 0);
    const deadly = /** @type {Int32Array} */ (this.#answer(3, Int32Array));
    return {
      status: /** @type {number} */ (this.#answer(0, Int32Array)[0]),
      moves: antisetMoves(this.#answer(1, Int32Array)),
      hint: /** @type {AntisetMove | null} */ (antisetMoves(this.#answer(2, Int32Array))[0] ?? null),
      deadly: rows(deadly, deadly.length / 4, 4).map(([card, ...set]) => ({ card, set })),
      set: [.../** @type {Int32Array} */ (this.#answer(4, Int32Array))],
    };
  }

  /**
   * A game of anti-SET by its moves: how many of them could be made, the loser or −1 and his SET, and where exact play answers at
   * once the moves that gave something away.
   * @param {{ dimension: number, moves: number[] }} asked
   */
  antiset_errors({ dimension, moves }) {
    this.#call("antiset_errors", dimension, this.#lend(Int32Array.from(moves)), moves.length);
    const [made, loser] = this.#answer(0, Int32Array);
    const told = [.../** @type {Int32Array} */ (this.#answer(2, Int32Array))];
    const errors = [];
    for (let i = 0; i < told.length; i += 3 + told[i + 2])
      errors.push({ ply: told[i], winner: told[i + 1], good: told.slice(i + 3, i + 3 + told[i + 2]) });
    const set = /** @type {number[]} */ ([...this.#answer(1, Int32Array)]);
    return { made: /** @type {number} */ (made), loser: /** @type {number} */ (loser), set, errors };
  }

  /**
   * Bounds on the value of a position of anti-SET, and the number of positions that were examined.
   * @param {{ dimension: number, moves: number[], budget: bigint | number }} asked
   */
  antiset_bounds({ dimension, moves, budget }) {
    this.#call("antiset_bounds", dimension, this.#lend(Int32Array.from(moves)), moves.length, whole(budget));
    const [lower, upper, positions] = /** @type {Int32Array} */ (this.#answer(0, Int32Array));
    return { lower, upper, positions };
  }

  /**
   * Games of anti-SET between two strategies: how many Xavier, Olivia and nobody won, and how many had n rounds.
   * @param {Range & { dimension: number, xavier: string, olivia: string }} asked
   */
  play_antiset({ seed, first, trials, dimension, xavier, olivia }) {
    const range = [whole(seed), whole(first), whole(trials)];
    this.#call("play_antiset", ...range, dimension, ANTISET.indexOf(xavier), ANTISET.indexOf(olivia));
    return { winner: this.#answer(0, BigInt64Array), length: this.#answer(1, BigInt64Array) };
  }

  /**
   * For cards without a SET: the nearest 20 cards without one, the most cards that contain them and have none, and whether there
   * are certainly no more.
   * @param {{ cards: number[] }} asked
   */
  complete_cap({ cards }) {
    this.#call("complete_cap", this.#lend(Uint8Array.from(cards)), cards.length);
    const [twenty, reached] = [0, 1].map((i) => /** @type {number[]} */ ([...this.#answer(i, Uint8Array)]));
    return { twenty, cards: reached, exact: this.#answer(2, Int32Array)[0] === 1 };
  }

  /** Copy numbers into the core's memory for the next call. @param {ArrayBufferView} numbers */
  #lend(numbers) {
    const at = this.#core.give_memory(numbers.byteLength + 1); // not empty
    if (!at) throw new CoreError(FAULTS[5]);
    this.#lent.push(at);
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    new Uint8Array(this.#core.memory.buffer, at, numbers.byteLength).set(bytes);
    return at;
  }

  /** @param {string} name @param {...(number | bigint)} given */
  #call(name, ...given) {
    const fault = this.#return(this.#core[name](...given));
    if (fault) throw new CoreError(FAULTS[fault]);
  }

  /** @param {string} name @param {...(number | bigint)} given @returns {number} */
  #make(name, ...given) {
    const made = this.#return(this.#core[name](...given));
    if (made < 0) throw new CoreError(FAULTS[-made]);
    return made;
  }

  /** The memory that was lent is given back. @param {number} answer */
  #return(answer) {
    for (const at of this.#lent.splice(0)) this.#core.take_memory(at);
    return answer;
  }

  /** A copy of an array that the last call left. @param {number} i @param {ArrayType} Numbers */
  #answer(i, Numbers) {
    const at = this.#core.answer_data(i);
    return new Numbers(this.#core.memory.buffer.slice(at, at + this.#core.answer_bytes(i)));
  }
}

/** A number of 64 bits for the core. @param {bigint | number | string} number */
function whole(number) {
  const found = BigInt(number);
  if (found !== BigInt.asUintN(64, found)) throw new CoreError(`${found} is out of range: choose 0 … 2^64 − 1`);
  return found;
}

/** Moves of anti-SET as native/wasm/antiset.cpp writes them. @param {Int32Array} numbers @returns {AntisetMove[]} */
function antisetMoves(numbers) {
  const left = [...numbers];
  /** @returns {Omit<Why, "after">} */
  const reason = () => {
    const [code, size] = left.splice(0, 2);
    const cards = left.splice(0, size);
    const told = left.splice(0, REASON_NUMBERS.length).map((number, i) => [REASON_NUMBERS[i], number]);
    return {
      code: REASONS[code],
      cards,
      numbers: Object.fromEntries(told.filter(([, number]) => Number(number) >= 0)),
    };
  };
  const moves = [];
  while (left.length) {
    const [card, reasons] = left.splice(0, 2);
    const [why, after] = Array.from({ length: reasons }, reason);
    moves.push({ card, why: why ? { ...why, after: after ? { ...after, after: null } : null } : null });
  }
  return moves;
}

/** The words of a collection's mask. @param {number} dimension */
const words = (dimension) => Math.ceil(3 ** dimension / 64);

/**
 * The rows of a table.
 * @template {{ subarray(from: number, to: number): any }} T
 * @param {T} numbers
 * @param {number | bigint} count
 * @param {number} size
 * @returns {T[]}
 */
function rows(numbers, count, size) {
  return Array.from({ length: Number(count) }, (_, i) => numbers.subarray(i * size, (i + 1) * size));
}
