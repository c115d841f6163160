// What the core is asked, and what it answers.

/** Trials first … first + trials − 1 of a seed. */
export type Range = { seed: bigint | number; first: bigint | number; trials: bigint | number };

export type Endgame = Range & {
  dimension: number;
  values: number;
  deck: number[];
  dealt: number;
  table: number;
  choice: string;
  refill: string;
  rare_leftover?: number;
  rare_table?: number;
  count_sets?: boolean;
};

/** The fields of setlab.solitaire.values.Budgets. */
export type Budgets = {
  general_from: number;
  exact_from: number;
  deep_from: number;
  ahead_from: number;
  sums_from: number;
  beliefs_from: number;
  deals: number;
  work: number;
  partitions: number;
  steps: number;
  first_deals: number;
  second_deals: number;
  third_deals: number;
  width: number;
  margin: number;
  narrow: number;
};

/** A row for every stage, and two tables: setlab.solitaire.values.Weights.arrays. */
export type Weights = {
  linear: number[][];
  logs: number[];
  inverses: number[];
  curves: number[][];
  tilts: number[][];
  beliefs: number[][];
};

/** What a player of solitaire sees: the slots, the undealt cards in ascending order, the SETs on the table. */
export type View = { slots: (number | null)[]; undealt: number[]; sets: number[][] };

/** A question to a worker: a method of Engines, and its argument. */
export type Question = {
  id: number;
  name: keyof import("./engines.js").Engines;
  asked: object;
};

/** The parts of a tally by name: histograms, tables of them, the numbers of rare trials. */
export type Tally = { [part: string]: any };

/** A player of solitaire: the way it chooses, and the weights of one that values positions. */
export type Player = { way?: string; budgets: Budgets; weights: Weights | null };

/** The reason for a move of anti-SET; `after` says why the plan of the strategy has ended. */
export type Why = { code: string; cards: number[]; numbers: { [name: string]: number }; after: Why | null };
export type AntisetMove = { card: number; why: Why | null };
