/** Converts the sort forms that the driver accepts. */
import { MongoInvalidArgumentError } from "./errors.js";

const DIRECTIONS: Record<string, 1 | -1> = { "1": 1, "-1": -1, asc: 1, ascending: 1, desc: -1, descending: -1 };

/**
 * Converts `{a: 1}`, `{a: "asc"}`, `"a"`, `["a", "b"]` and `[["a", 1]]` to the command's form; undefined if there is no
 * sort.
 */
export function sortOf(sort: unknown): unknown {
  if (sort === undefined || sort === null) return undefined;
  if (typeof sort === "string") return { [sort]: 1 };
  if (typeof sort !== "object") {
    throw new MongoInvalidArgumentError(`Invalid sort format: ${JSON.stringify(sort)} Sort must be a valid object`);
  }
  if (Array.isArray(sort)) {
    const pairs = sort.map((one: unknown) =>
      Array.isArray(one) ? (one as [string, unknown]) : ([String(one), 1] as const),
    );
    return Object.fromEntries(pairs.map(([field, direction]) => [field, directionOf(direction)]));
  }
  const entries = sort instanceof Map ? [...(sort as Map<string, unknown>)] : Object.entries(sort);
  return Object.fromEntries(entries.map(([field, direction]) => [field, directionOf(direction)]));
}

function directionOf(direction: unknown): unknown {
  if (typeof direction === "object" && direction !== null && "$meta" in direction) return direction;
  const text = String(direction).toLowerCase();
  if (!Object.hasOwn(DIRECTIONS, text))
    throw new MongoInvalidArgumentError(`Invalid sort direction: ${JSON.stringify(direction)}`);
  return DIRECTIONS[text];
}
