/** The errors that end a check. */
import { describeError } from "../shell/failure.js";
import type { Schedule } from "./bundle.js";

/** A counterexample was found; the message is what the learner reads. */
export class CheckFailure extends Error {
  /** The run in which it was found. */
  schedule: Schedule | null = null;
  override get name(): string {
    return "CheckFailure";
  }
}

/** A function of the learner's threw. A check may expect it; otherwise it fails the check. */
export class LearnerError extends CheckFailure {
  constructor(
    message: string,
    readonly original: unknown,
  ) {
    super(message);
  }
  override get name(): string {
    return "LearnerError";
  }
}

/** The learner's script as a whole cannot be used: it does not run, or `setup` fails. */
export class ScriptFailure extends Error {
  override get name(): string {
    return "ScriptFailure";
  }
}

/** Thrown into the learner's function when its client is dead. */
export class Dead extends Error {
  override get name(): string {
    return "Dead";
  }

  /** Without the stack, which nobody looks at and which takes longer than the rest of a death. */
  static now(): Dead {
    const before = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      return new Dead("The client has died");
    } finally {
      Error.stackTraceLimit = before;
    }
  }
}

/** A message after another one: two disturbances follow one another. */
export const joined = (prefix: string, message: string): string =>
  message.startsWith("With ") ? `${prefix}, and with ${message.slice("With ".length)}` : `${prefix}: ${message}`;

/** A message with the same kind as the error's, and words before it. */
export function prefixed(prefix: string, error: unknown): unknown {
  if (error instanceof LearnerError) return new LearnerError(joined(prefix, error.message), error.original);
  if (error instanceof CheckFailure) return new CheckFailure(joined(prefix, error.message));
  return error;
}

/** A thrown thing in words: its name, its text, its code, and the place in the learner's script when it is known. */
export function describe(thrown: unknown): string {
  const error = describeError(thrown, "script");
  const at = error.column === undefined ? "" : `, column ${error.column}`;
  const place = error.line === undefined ? "" : ` (line ${error.line}${at})`;
  // A fault in the writing says its place in mongosh's way, too.
  const message =
    error.name === "SyntaxError" && place !== "" ? error.message.replace(/ \(\d+:\d+\)$/, "") : error.message;
  return `${error.name}: ${message}${place}`;
}
