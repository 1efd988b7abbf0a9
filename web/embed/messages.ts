/** The messages between a host page's element and the player in its iframe, over a message port. */

/** The first message to the player, with the port. */
export interface Hello {
  type: "schema-dojo";
  options: Options;
}

/** The options of the player: the element's attributes. */
export interface Options {
  exercise: string | null;
  /** The author's code. */
  code: string;
  /** The reader's code of an earlier visit, if it was stored. */
  kept: string | null;
  /** The author's recorded output; shown until the first run. */
  recorded: string | null;
  /** Documents by collection, as extended JSON; null for an empty database. */
  seed: string | null;
  /** A script of checks. */
  checks: string | null;
  /** Scripts to run first: those of the elements that this one depends on. */
  before: string[];
  readonly: boolean;
  /** Whether the player has no surrounding site whose pages it could link to. */
  alone: boolean;
  autorun: boolean;
  view: View;
  theme: Theme;
  /** The height of the author's text in pixels. The player keeps it until the reader interacts. */
  height: number;
}

export type Theme = "light" | "dark";

export const VIEWS = ["output", "documents", "explain", "cost"] as const;
export type View = (typeof VIEWS)[number];

/** Messages from element to player. Commands have a number, which `done` repeats. */
export type ToPlayer =
  | { type: "run" | "check" | "reset"; call: number; before: string[] }
  /** Replaces the code in the editor. */
  | { type: "code"; code: string }
  /** Replaces the author's code, and the code in the editor. */
  | { type: "author"; code: string }
  | { type: "readonly"; readonly: boolean }
  | { type: "theme"; theme: Theme }
  /** Answered with `pong`. Sent while the element waits: a player whose process is gone does not answer. */
  | { type: "ping" }
  /** The answer to `wake`: the player may start its sandbox. */
  | { type: "awake" }
  /** Ends the sandbox; the data stay. */
  | { type: "sleep" };

/** Messages from player to element. */
export type FromPlayer =
  /** The player's script is running. */
  | { type: "alive" }
  | { type: "ready"; code: string }
  | { type: "pong" }
  /** The player cannot start, or one of its files has been changed. */
  | { type: "failed"; message: string }
  | { type: "height"; height: number }
  | { type: "state"; state: State }
  /** Requests permission to start a sandbox: a page has few at a time. */
  | { type: "wake" }
  | { type: "change"; code: string }
  | { type: "result"; result: unknown }
  | { type: "report"; report: unknown }
  | { type: "done"; call: number; value: unknown; error: string | null };

/** The state of the element. */
export type State = "idle" | "loading" | "ready" | "running" | "failed";
