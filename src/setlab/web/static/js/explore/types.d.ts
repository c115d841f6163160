// Values between the modules of the explorer.
import type { Tone } from "../shared/say.js";

export type ModeName = "set" | "plane" | "cube" | "parallels" | "cap" | "symmetries";
export type AffineMap = { rows: number[][]; shift: number[] };
/** A SET or a plane of the figure that is lit, by its number. */
export type Lit = { kind: "set" | "plane"; index: number };

/** All that a link says: the way of looking, the cards in the order of their choice, and what else is shown of them. */
export type State = {
  mode: ModeName;
  cards: number[];
  lit: Lit | null;
  /** Parallels: all SETs in the direction are numbered. */
  all: boolean;
  /** Symmetries: the map that was applied last; the cards are its images. */
  map: AffineMap | null;
  /** No SET: the largest collection that is shown beside the chosen cards. */
  shown: number[] | null;
};

/** The role of a card in the present figure. */
export type Mark = { state?: "in" | "off" | "right" | "wrong" | "hint"; badge?: string; role?: string };

export type Saying = { tone: Tone; strong?: string; text?: string };

/** The actions of the panels. */
export type Acts = {
  to: (state: State, saying?: Saying) => void;
  pick: (card: number) => void;
  say: (saying: Saying) => void;
  hint: (cards: number[]) => void;
};
