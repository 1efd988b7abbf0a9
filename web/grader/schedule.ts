/** Words for where in a run something happened. */
import type { Operation } from "../shell/engine.js";

/** An operation in words: `update of books`. */
export function named(operation: Pick<Operation, "name" | "command">): string {
  const target: unknown = operation.command[operation.name];
  return typeof target === "string" ? `${operation.name} of ${target}` : operation.name;
}
