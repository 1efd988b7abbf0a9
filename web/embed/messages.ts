/** The messages between a host page's element and the player in its iframe, over a message port. */

/** The first message to the player, with the port. */
export interface Hello {
  type: "schema-dojo";
  options: Options;
}

/** What the player shows: the element's attributes. */
export interface Options {
  exercise: string | null;
  /** The author's code. */
  code: string;
  /** The reader's code of an earlier visit, if it was kept. */
  kept: string | null;
  /** The output that the author has recorded; shown until the first run. */
  recorded: string | null;
  /** Documents by collection, as extended JSON; null for an empty database. */
  seed: string | null;
  /** A script of checks. */
  checks: string | null;
  /** Scripts that run before, those of the elements that this one depends on. */
  before: string[];
  readonly: boolean;
  /** Whether the player has no site around it, whose pages it could lead to. */
  alone: boolean;
  autorun: boolean;
  view: View;
  theme: Theme;
  /** Pixels that the author's text takes up. The player keeps to them until the reader touches it. */
  height: number;
}

export type Theme = "light" | "dark";

export const VIEWS = ["output", "documents", "explain", "cost"] as const;
export type View = (typeof VIEWS)[number];

/** Element to player. Commands have a number that `done` answers. */
export type ToPlayer =
  | { type: "run" | "check" | "reset"; call: number; before: string[] }
  /** Other code in the editor. */
  | { type: "code"; code: string }
  /** Other code of the author's, which takes the place of what is in the editor. */
  | { type: "author"; code: string }
  | { type: "readonly"; readonly: boolean }
  | { type: "theme"; theme: Theme }
  /** Answered with `pong`, while the element waits for something: a player whose process is gone says nothing. */
  | { type: "ping" }
  /** The answer to `wake`: the player may start its sandbox. */
  | { type: "awake" }
  /** End the sandbox; the data stay. */
  | { type: "sleep" };

/** Player to element. */
export type FromPlayer =
  /** The player's script runs. */
  | { type: "alive" }
  | { type: "ready"; code: string }
  | { type: "pong" }
  /** The player cannot start, or one of its files has been changed. */
  | { type: "failed"; message: string }
  | { type: "height"; height: number }
  | { type: "state"; state: State }
  /** Asks to start a sandbox: a page has few at a time. */
  | { type: "wake" }
  | { type: "change"; code: string }
  | { type: "result"; result: unknown }
  | { type: "report"; report: unknown }
  | { type: "done"; call: number; value: unknown; error: string | null };

/** Where the element stands. */
export type State = "idle" | "loading" | "ready" | "running" | "failed";
