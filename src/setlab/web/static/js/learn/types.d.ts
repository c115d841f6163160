// The frame as a lesson sees it.
import type { Saying } from "../shared/say.js";

export interface Frame {
  dimension: 4;
  /** Say what happened: on the line below the lesson and in the live region. It stays until the next saying. */
  say(saying: Saying): void;
  /**
   * The pips beside the lesson. With done === of the lesson is finished: that is kept, and the next steps are offered.
   */
  progress(done: number, of: number): void;
  /** The column beside the lesson, for what the lesson shows there. */
  aside: HTMLElement;
  /** The row beside the say line, for the buttons of the lesson: "Show me", "Next". */
  actions: HTMLElement;
  /** Numbers in [0, 1): ?seed=N gives the same lesson again. */
  random(): number;
  /** The server's answer. If there is none, the frame says so and offers to try again; the promise waits. */
  get(path: string): Promise<any>;
}

export type Start = (root: HTMLElement, frame: Frame) => void | Promise<void>;
