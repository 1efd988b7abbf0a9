/** The errors that end a check. */
import { describeError } from "../shell/failure.js";
import type { Schedule } from "./bundle.js";

/** A counterexample; the message is shown to the learner. */
export class CheckFailure extends Error {
  /** The schedule that produced it. */
  schedule: Schedule | null = null;
  override get name(): string {
    return "CheckFailure";
  }
}

/** An exception of a learner's function. A check may expect it; otherwise it fails the check. */
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

/** The learner's script cannot be used at all: it does not run, or `setup` fails. */
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

  /** Without a stack, which nobody reads and which takes longer than the rest of a death. */
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

/** Joins a message to a prefix: two interferences in sequence. */
export const joined = (prefix: string, message: string): string =>
  message.startsWith("With ") ? `${prefix}, and with ${message.slice("With ".length)}` : `${prefix}: ${message}`;

/** An error of the same kind with a prefix before its message. */
export function prefixed(prefix: string, error: unknown): unknown {
  if (error instanceof LearnerError) return new LearnerError(joined(prefix, error.message), error.original);
  if (error instanceof CheckFailure) return new CheckFailure(joined(prefix, error.message));
  return error;
}

/** Describes a thrown value: name, text, code, and the position in the learner's script if known. */
export function describe(thrown: unknown): string {
  const error = describeError(thrown, "script");
  const at = error.column === undefined ? "" : `, column ${error.column}`;
  const place = error.line === undefined ? "" : ` (line ${error.line}${at})`;
  // A syntax error also states its position in mongosh's format.
  const message =
    error.name === "SyntaxError" && place !== "" ? error.message.replace(/ \(\d+:\d+\)$/, "") : error.message;
  return `${error.name}: ${message}${place}`;
}
