// Values of the laboratory's interface and between its modules.

export type Value = number | string;
export type Values = { [name: string]: Value };

export type Parameter = { values?: Value[]; low?: number; high?: number; default: Value; flag: string; help: string };
export type Question = {
  question: string;
  kernel: string;
  shows: string[];
  unit: string;
  trials: number;
  most: number;
  seconds: number;
  parameters: { [name: string]: Parameter };
};

export type Verdict = "inside" | "outside" | "agrees" | "differs" | "misprint" | "open";
export type Bar = {
  key: string;
  count: number | null;
  value: number;
  low: number | null;
  high: number | null;
  reference?: number;
  printed?: string;
  verdict?: Verdict;
};
export type Reference =
  { kind: "exact" } | { kind: "printed"; cited: string; place: string; item: string; trials: number | null };
export type Fit = { test: string; degrees: number; p: string; fits: boolean };
export type Progress = {
  trials: number;
  wanted: number;
  rate: number;
  command: string;
  bars: Bar[];
  reference: Reference | null;
  fit: Fit | null;
  impossible: number[];
  level: number;
};

/** The state in the address: question, parameters, seed, trials, quantity; `other` is the run to compare with. */
export type State = {
  question: string;
  values: Values;
  other: Values | null;
  seed: number;
  trials: number;
  show: string;
};
export type Asked = { kernel: string; parameters: Values; seed: number; trials: number; show: string };
export type Phase = "running" | "stopped" | "budget" | "done" | "refused";

export type Comparison = {
  test: string;
  statistic: number;
  degrees: number;
  p: string;
  distance: number;
  differs: boolean;
  alike: boolean;
  level: number;
};

export type Exact = {
  table: string;
  dimension: number;
  cards: number | null;
  columns: string[];
  rows: (string | null)[][];
  curve: [number, number | null][];
  verified: { claim: string; how: string; by: string }[];
  command: string;
  found: { [name: string]: string | number | null };
};
export type Tables = { [name: string]: { dimensions: [number, number]; cards: number | null } };

export type Row = { at: string; printed: string; ours: string; verdict: string; why: string };
export type Item = {
  id: string;
  source: string;
  cited: string;
  kind: string;
  place: string;
  what: string;
  quote: string;
  printed: string;
  ours: string;
  exact?: string;
  interval?: [number, number];
  verdict: string;
  why: string;
  rows?: Row[];
  commands: string[];
};
