// The server's answer about a game of anti-SET.

export type Player = "xavier" | "olivia";
export type Why = { code: string; cards: number[]; numbers: { [name: string]: number }; after: Why | null };
export type Taken = { player: Player; card: number; why: Why | null; reflected: number | null };
export type Wanted = { cards: number; you: Player; strategy: string; seed: number; moves: number[] };
export type State = {
  cards: number;
  dimension: number;
  you: Player;
  strategy: string;
  seed: number;
  moves: Taken[];
  owners: (Player | null)[];
  turn: Player | null;
  round: number;
  deadly: { [card: string]: number[] };
  over: boolean;
  winner: Player | null;
  set: number[] | null;
  most: number;
  hint: { card: number; why: Why | null } | null;
};
export type Board = {
  cards: number;
  dimension: number;
  xavier: string[];
  olivia: string[];
  slow: string[];
  most: number;
  forced: number;
};
export type Boards = { boards: Board[]; example: { cards: number; moves: Taken[]; set: number[] } };
export type Step = { code: string; holds: boolean; cards: number[][]; numbers: { [name: string]: number } };
export type Answer = { round: number; of: number; reflection: number; was_free: boolean; taken: number };
export type Judged = { ply: number; player: Player; point: number; winner: Player; good: number[] };
export type Proof = {
  steps: Step[];
  answers: (Answer & { follows: boolean })[];
  deviation: { answer: Answer; winner: Player | null; centre: number | null; positions: number } | null;
  errors: Judged[] | null;
  winner: Player;
  set: number[];
  length: { rounds: number; most: number; forced: number };
};
