// Values from the server and between modules. The rules behind them live on the server.

export type Property = "number" | "colour" | "filling" | "shape" | "background";
export type Verdict = "same" | "different" | "neither";
export type Judged = { property: Property; values: string[]; verdict: Verdict };

export type Game =
  | "standard"
  | "junior"
  | "five"
  | "timed"
  | "find-all"
  | "team"
  | "ultra"
  | "chain"
  | "race"
  | "sprint"
  | "shuffle"
  | "planet"
  | "four"
  | "last-card"
  | "memory"
  | "puzzle-race";
export type Phase = "waiting" | "playing" | "paused" | "over";
export type Options = { [name: string]: number | string | boolean };

export type Player = {
  seat: number;
  name: string;
  score: number;
  present: boolean;
  left: boolean;
  joined: number;
  kind: "player" | "opponent";
  team: number;
  wrong: number;
  until: number;
  found: number;
  total: number;
  /** What is left to do at an own table: cards in a race, SETs elsewhere. */
  remaining?: number;
  /** Seconds of play after which the player was through at an own table. */
  through?: number | null;
  handicap: { points: number; seconds: number } | null;
};
export type Team = { team: number; name: string; score: number; members: number[] };
export type Point = { seat: number; team: number; card: number };
export type Pointing = { team: number; points: Point[]; until: number };

export type State = {
  room: string;
  seq: number;
  game: Game;
  dimension: number;
  phase: Phase;
  round: number;
  options: Options;
  slots: (number | null)[];
  undealt: number;
  deadline: number | null;
  left: number | null;
  locked: boolean;
  host: number | null;
  waiting: { seat: number; name: string }[];
  projector: boolean;
  players: Player[];
  called: { seat: number; until: number } | null;
  votes: number[];
  needed: number;
  chain: number[] | null;
  found: { seat: number; cards: number[] }[];
  sets: number | null;
  pointing: Pointing[];
  teams: Team[];
  claim_size: number;
  /** True if every player has an own table; `slots` is the reader's. */
  own_tables: boolean;
  winners: number[];
  claim_sizes: number[];
  /** The number of values of a property; where it is not three, `dimension` is that of `deckOf`. */
  values: number;
  /** The card that was laid aside, once it is turned up, and who has named a wrong one. */
  aside: { card: number | null; named: number[] } | null;
  /** The slots in which cards lie face down. */
  face_down: number[];
  to_move: number | null;
  started: number | null;
  over_at: number | null;
  seconds: number;
};

export type RoomEvent =
  | { event: "open"; game: Game; options: Options }
  | { event: "join"; seat: number; name: string; kind: "player" | "opponent"; team: number }
  | { event: "host" | "away" | "back"; seat: number }
  | { event: "leave"; seat: number; by: "self" | "host"; forget: boolean }
  | { event: "team"; seat: number; team: number }
  | { event: "knock" | "rename"; seat: number; name: string }
  | { event: "code"; code: string }
  | { event: "projector"; open: boolean }
  | { event: "lock"; locked: boolean }
  | { event: "set"; options: Options }
  | { event: "start"; round: number; game: Game; options: Options; sets: number | null; deadline: number | null }
  | { event: "deal"; cards: number[]; why: "start" | "refill" | "none" | "vote" | "host"; seat?: number }
  | { event: "claim"; seat: number; cards: number[] | null; team: number; shares: number[]; points: number }
  | {
      event: "reject";
      seat: number;
      cards: number[] | null;
      why: "not-a-set" | "no-set";
      properties: Judged[];
      until: number;
      team: number;
    }
  | { event: "call"; seat: number; until: number }
  | { event: "expire"; seat: number; team: number; why: "call" | "point"; until: number }
  | { event: "vote"; seat: number; votes: number; needed: number }
  | { event: "point"; seat: number; team: number; card: number }
  | { event: "shuffle"; cards: number[] }
  | { event: "name"; seat: number; card: number; right: boolean; points: number }
  | { event: "reveal"; card: number }
  | { event: "turn"; seat: number; slot: number; card: number; until: number }
  | { event: "cover"; seat: number }
  | { event: "handicap"; seat: number; points: number; seconds: number }
  | { event: "pause"; left: number | null }
  | { event: "resume"; deadline: number | null }
  | { event: "over"; why: "done" | "time" | "host" };

export type You = { seat: number | null; host: boolean; removed?: boolean };
export type Happening = { type: "event"; seq: number; at: number; event: RoomEvent; state?: State };
export type Message =
  | { type: "welcome"; seq: number; state: State; you: You; now: number }
  | Happening
  | { type: "accepted"; ref: number; seq: number }
  | { type: "refused"; ref: number; reason: string; code: string; detail?: Detail }
  | { type: "waiting"; room: string }
  | { type: "pong"; now: number }
  | { type: "trouble"; reason: string }
  | { type: "fine" };
export type Detail = { until?: number; [name: string]: unknown };

export type Seat = { seat: number | null; token: string; name: string; host: boolean; removed?: boolean; at?: number };

export type Effect = {
  effect: string;
  text: string;
  estimate: number | null;
  low: number | null;
  high: number | null;
  shown: boolean;
  missing: string | null;
};
export type Sentence = { key: string; values: { [name: string]: number | string }; text: string };
export type Seen = { level: number; effects: Effect[]; sentences: Sentence[] };

/** A search of the player on one table: the SET that was found, or null if it ended otherwise. */
export type KeptFind = {
  at: number;
  began: number;
  game: string;
  dimension: number;
  slots: (number | null)[];
  ages: number[];
  found?: number[][];
  cards: number[] | null;
  seconds: number;
  hint?: boolean;
};
