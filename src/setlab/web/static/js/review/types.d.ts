// The review of a round as the server computes it.
import type { Game, Judged, Options, Team } from "../shared/types";

export type Fate = "now" | "later" | "broken" | "never" | "before";
export type SetThere = { cards: number[]; fate: Fate; by: number | null; when: number | null; there: number };
export type Moment = {
  at: number;
  kind: "claim" | "deal" | "over";
  why: string | null;
  seat: number | null;
  team: number;
  shares: number[];
  cards: number[];
  slots: (number | null)[];
  chain: number[];
  after: number;
  sets: SetThere[];
  /** The seat whose own table it is. */
  owner?: number;
};
export type Reject = {
  at: number;
  seat: number;
  team: number;
  cards: number[];
  why: "not-a-set" | "no-set";
  properties: Judged[];
};
export type Reviewed = {
  seat: number;
  name: string;
  team: number;
  score: number;
  found: number;
  wrong: number;
  kind: string;
  /** Seconds after which the player was through at an own table. */
  through?: number | null;
};

export type Found = { there: number; found: number; median: number | null };
export type RoundNumbers = {
  round: number;
  game: Game;
  seconds: number;
  found: number;
  players: number;
  finders: number;
  median: number | null;
  wrong: { [property: string]: number };
};
export type PlayerRow = {
  seat: number;
  name: string;
  team: string;
  found: number;
  wrong: number;
  median: number | null;
};
export type Statistics = {
  rounds: RoundNumbers[];
  properties: { property: string; wrong: number; same: Found; different: Found }[];
  differing: ({ differ: number } & Found)[];
  no_set: number;
  players: PlayerRow[];
};

export type Review = {
  room: string;
  round: number;
  rounds: number;
  game: Game;
  dimension: number;
  values: number;
  options: Options;
  started: number;
  seconds: number;
  over: boolean;
  left: number;
  quiet: boolean;
  players: Reviewed[];
  teams: Team[];
  winners: number[];
  winning_teams: number[];
  moments: Moment[];
  rejects: Reject[];
  table: PlayerRow[];
  statistics: Statistics;
};
