// The puzzle as the server sends it, and what the browser keeps about it.
export type Level = "basic" | "advanced";
export type Estimate = {
  model: string;
  seconds: number;
  low: number;
  high: number;
  level: number;
  easier: number;
  harder: number;
};
/** The first day of the archive, today in UTC, and the last day that is out. */
export type Calendar = { first: string; today: string; last: string };
export type Puzzle = Calendar & {
  date: string;
  level: Level;
  cards: number[];
  sets: number;
  fixed: string | null;
  difficulty: Estimate;
};
export type Archive = Calendar & { days: { date: string; easier: { [level in Level]: number } }[] };

/** A SET that was found: its cards, and the seconds on the clock. */
export type Find = { cards: number[]; at: number };

/** A game of a puzzle; `fresh` if it was begun on the day of the puzzle. */
export type Entry = { found: Find[]; seconds: number; hints: number; wrong: number; done: boolean; fresh: boolean };
