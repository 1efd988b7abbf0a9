/** What can end a check. */

/** A counterexample was found; the message is what the learner reads. */
export class CheckFailure extends Error {
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

/** A message with the same kind as the error's, and words before it. */
export function prefixed(prefix: string, error: unknown): unknown {
  if (error instanceof LearnerError) return new LearnerError(`${prefix}: ${error.message}`, error.original);
  if (error instanceof CheckFailure) return new CheckFailure(`${prefix}: ${error.message}`);
  return error;
}

/** A thrown thing in words: its name, its text, and the place in the learner's script when it is known. */
export function describe(error: unknown): string {
  if (error === null || typeof error !== "object") return String(error);
  const { name, message, line, column, lineNumber, columnNumber } = error as Record<string, unknown>;
  const at = { line: line ?? lineNumber, column: column ?? columnNumber };
  const text = typeof message === "string" && message !== "" ? message : "no message";
  const place = typeof at.line === "number" ? ` (line ${at.line}${typeof at.column === "number" ? `, column ${at.column}` : ""})` : "";
  if (error instanceof RangeError && /call stack/i.test(text)) return `endless recursion${place}`;
  return `${typeof name === "string" && name !== "" ? name : "Error"}: ${text}${place}`;
}
