/** The assertions of checks. A failure states the observed value, never how to improve. */
import { amountOf } from "./amount.js";
import { CheckFailure, Dead } from "./failure.js";
import { canonical, isRecord, shown } from "./values.js";

/** The sort key of a list: a field, by its dotted path, or a function. */
export type Key = string | ((item: unknown) => unknown);

export interface Expect {
  /** Equal values: numbers of any BSON type, fields in any order. */
  equal(actual: unknown, expected: unknown, what?: string): void;
  /** The same elements with the same frequencies, in any order. */
  sameSet(actual: unknown, expected: readonly unknown[], what?: string): void;
  /** The same elements in the same order. */
  ordered(actual: unknown, expected: readonly unknown[], what?: string): void;
  /** The same elements, sorted by `key` as `expected` is; ties in any order. */
  partlyOrdered(actual: unknown, expected: readonly unknown[], key: Key, what?: string): void;
  /** A condition; `observed` is the sentence that describes the failure. */
  that(condition: unknown, observed: string): void;
  /** A number not above the limit. */
  atMost(value: number, limit: number, what?: string): void;
  /** A number not below the limit. */
  atLeast(value: number, limit: number, what?: string): void;
  /** Expects `action` to throw; returns the exception. */
  throws(action: () => unknown, what?: string): unknown;
}

/** Fails the check with this observation. */
export function fail(observed: string): never {
  throw new CheckFailure(String(observed));
}

const THE_RESULT = "the result";

/** The most characters of a message that shows both lists in full. */
const SHORT = 200;

function list(actual: unknown, what: string): unknown[] {
  if (!Array.isArray(actual)) fail(`${what}: expected an array, got ${shown(actual)}`);
  return actual;
}

/** Counts each value; keeps one original of each for display. */
function counted(items: readonly unknown[]): Map<string, { item: unknown; count: number }> {
  const counts = new Map<string, { item: unknown; count: number }>();
  for (const item of items) {
    const key = canonical(item);
    const entry = counts.get(key);
    if (entry) entry.count += 1;
    else counts.set(key, { item, count: 1 });
  }
  return counts;
}

/** Elements that one list has more often than the other: their number, and the first of them. */
function surplus(
  of: Map<string, { item: unknown; count: number }>,
  over: typeof of,
): { count: number; first: unknown } {
  let count = 0;
  let first: unknown;
  for (const [key, entry] of of) {
    const more = entry.count - (over.get(key)?.count ?? 0);
    if (more <= 0) continue;
    if (count === 0) first = entry.item;
    count += more;
  }
  return { count, first };
}

const only = (count: number): string => (count === 1 ? "" : `${count}, for example `);

/** Whether a field is missing: `numberOf` returns NaN for it. */
const isNothing = (value: unknown): boolean => value === undefined || Number.isNaN(value);

/**
 * Where two documents with the same key differ, at most three paths; null if there is no such pair. The key is the
 * `_id`, or else the first field.
 */
function differences(wanted: unknown, items: readonly unknown[]): string | null {
  if (!isRecord(wanted)) return null;
  const key = wanted._id === undefined ? Object.keys(wanted)[0] : "_id";
  if (key === undefined) return null;
  const id = canonical(wanted[key]);
  const found = items.filter((item) => isRecord(item) && canonical(item[key]) === id);
  if (found.length !== 1) return null;
  const lines: string[] = [];
  const valueText = (value: unknown): string => (value === undefined ? "missing" : shown(value));
  const compare = (left: unknown, right: unknown, path: string): void => {
    // null and missing are equal as values, but different as fields.
    if ((left === undefined) === (right === undefined) && canonical(left) === canonical(right)) return;
    if (isRecord(left) && isRecord(right)) {
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        compare(left[key], right[key], path ? `${path}.${key}` : key);
      }
    } else lines.push(`${path} is ${valueText(right)}, expected ${valueText(left)}`);
  };
  compare(wanted, found[0], "");
  const more = lines.length > 3 ? `; and ${amountOf(lines.length - 3, "more field")}` : "";
  return lines.length === 0 ? null : `in { ${key}: ${shown(wanted[key])} } ${lines.slice(0, 3).join("; ")}${more}`;
}

function sameSet(actual: unknown, expected: readonly unknown[], what = THE_RESULT): void {
  const items = list(actual, what);
  const [seen, wanted] = [counted(items), counted(expected)];
  const [missing, extra] = [surplus(wanted, seen), surplus(seen, wanted)];
  if (missing.count === 0 && extra.count === 0) return;
  const changed = missing.count === extra.count ? differences(missing.first, items) : null;
  if (changed !== null) {
    fail(
      `${what}: ${missing.count} of ${amountOf(expected.length, "document")} ${missing.count === 1 ? "differs" : "differ"}; ${changed}`,
    );
  }
  // Short lists are more informative as a whole.
  const whole = `expected ${shown(expected)}, got ${shown(items)}`;
  const most = items.length === expected.length && items.length <= 2 ? Infinity : SHORT;
  if (items.length <= 3 && expected.length <= 3 && whole.length <= most) fail(`${what}: ${whole}`);
  const parts: string[] = [];
  if (missing.count > 0) parts.push(`missing: ${only(missing.count)}${shown(missing.first)}`);
  if (extra.count > 0) parts.push(`not expected: ${only(extra.count)}${shown(extra.first)}`);
  fail(`${what}: ${amountOf(items.length, "element")}, expected ${expected.length}; ${parts.join("; ")}`);
}

function at(item: unknown, key: Key): unknown {
  if (typeof key === "function") return key(item);
  let value: unknown = item;
  for (const part of key.split(".")) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

export const expect: Expect = {
  equal(actual, expected, what = THE_RESULT) {
    if (canonical(actual) === canonical(expected)) return;
    const missing =
      isRecord(actual) &&
      isRecord(expected) &&
      Object.keys(expected).find((key) => expected[key] !== null && isNothing(actual[key]));
    if (typeof missing === "string")
      fail(`${what}: \`${missing}\` is missing, expected ${shown((expected as Record<string, unknown>)[missing])}`);
    fail(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
  },
  sameSet,
  ordered(actual, expected, what = THE_RESULT) {
    const items = list(actual, what);
    sameSet(items, expected, what);
    const wrong = items.findIndex((item, i) => canonical(item) !== canonical(expected[i]));
    if (wrong >= 0) {
      const place = `at place ${wrong + 1}, ${shown(items[wrong])} stands where ${shown(expected[wrong])} belongs`;
      fail(`${what}: the right elements in another order; ${place}`);
    }
  },
  partlyOrdered(actual, expected, key, what = THE_RESULT) {
    const items = list(actual, what);
    sameSet(items, expected, what);
    const wrong = items.findIndex((item, i) => canonical(at(item, key)) !== canonical(at(expected[i], key)));
    if (wrong >= 0) {
      const place = `at place ${wrong + 1} stands ${shown(items[wrong])}`;
      fail(`${what}: the right elements, but not in order; ${place}`);
    }
  },
  that(condition, observed) {
    if (!condition) fail(observed);
  },
  /** A number that is not greater than the limit. */
  atMost(value, limit, what = THE_RESULT) {
    // Not `value > limit`, which is false for NaN.
    if (!(Number(value) <= limit)) fail(`${what}: ${shown(value)}, the most allowed is ${limit}`);
  },
  /** A number not below the limit. */
  atLeast(value, limit, what = THE_RESULT) {
    if (!(Number(value) >= limit)) fail(`${what}: ${shown(value)}, the least allowed is ${limit}`);
  },
  throws(action, what = "the call") {
    let result: unknown;
    try {
      result = action();
    } catch (error) {
      if (error instanceof Dead) throw error;
      return error;
    }
    fail(`${what}: expected an error, got ${shown(result)}`);
  },
};
