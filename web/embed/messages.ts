/** The messages between a host page's element and the player in its iframe, over a message port. */

/** The element's first message to the player, with the port. */
export interface Hello {
  type: "schema-dojo";
  options: Options;
}

/** What the player shows. */
export interface Options {
  exercise: string | null;
  code: string;
  /** Documents by collection, as extended JSON; null for an empty database. */
  seed: string | null;
  /** A script of checks. */
  checks: string | null;
  /** Scripts that run before, those of the elements that this one depends on. */
  before: string[];
  readonly: boolean;
  autorun: boolean;
  view: View;
  theme: "auto" | "light" | "dark";
  /** A name under which the code is kept in the browser; null to forget it. */
  persist: string | null;
}

export const VIEWS = ["output", "documents", "explain", "cost"] as const;
export type View = (typeof VIEWS)[number];

/** Element to player. Commands have a number that `done` answers. */
export type ToPlayer =
  | { type: "run" | "check" | "reset"; call: number; before: string[] }
  | { type: "code"; code: string }
  /** Answered with `pong`, while the element waits for something: a player whose process is gone says nothing. */
  | { type: "ping" }
  | { type: "theme"; theme: Options["theme"] };

/** Player to element. */
export type FromPlayer =
  | { type: "ready"; code: string }
  | { type: "pong" }
  | { type: "failed"; message: string }
  | { type: "height"; height: number }
  | { type: "state"; state: State }
  | { type: "change"; code: string }
  | { type: "result"; result: unknown }
  | { type: "report"; report: unknown }
  | { type: "done"; call: number; value: unknown; error: string | null };

/** Where the element stands. */
export type State = "idle" | "loading" | "ready" | "running" | "failed";
