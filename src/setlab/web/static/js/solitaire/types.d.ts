// Values of solitaire from the server and in the browser's storage.

export type How = "none" | "exact" | "deep" | "ahead" | "sums" | "linear" | "beliefs";
export type Settled = "yes" | "no" | "open";

export type Seen = {
  slots: (number | null)[];
  undealt: number;
  taken: number[][];
  sets: number;
  hint: number[] | null;
  dealt: number[];
  more: number;
  over: boolean;
  clear: boolean;
};

export type Choice = { cards: number[]; chance: number | null; exact: string | null; best: boolean };
export type Advice = { choices: Choice[]; how: How; path: (number | null)[] };

export type SeenChoice = Choice & { taken: boolean; clearable: Settled };
export type Moment = {
  slots: (number | null)[];
  undealt: number;
  choices: SeenChoice[];
  how: How;
  chance: number | null;
  clearable: Settled;
};
export type Review = { moments: Moment[]; lost: number | null; over: boolean; clear: boolean };

/** How a game counts in the statistics. */
export type Outcome = { clear: boolean; alone: boolean };

/** A game in this browser. `seed` is text, because seeds go beyond the whole numbers of browsers. */
export type Kept = {
  seed: string;
  game: number;
  moves: number[][];
  /** Moves that were taken back. */ undos: number;
  /** The advice was looked at. */ advised: boolean;
  /** The deal was known: it was played before, or the game went on after its review. */ again: boolean;
  /** The review was seen. */ reviewed: boolean;
  counted: Outcome | null;
};

export type Statistics = { games: number; cleared: number; alone: number; aloneCleared: number };
