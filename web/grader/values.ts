/** Comparison of values that pass between checks, learners' functions and the database. */
import { inspect } from "../shell/printing.js";

/** Deeper values are not compared: the database rejects them too. */
const MAX_DEPTH = 150;
/** Longest text of one value in an observation. */
const MAX_SHOWN = 600;

interface Tagged {
  _bsontype?: unknown;
}

/** A part of a result that is not data: a cursor, a promise, a function. */
export class ForeignValue extends Error {
  constructor(
    /** Its kind, with an article. */
    readonly what: string,
    /** Its path in the result, `[0].numbers`; empty for the result itself. */
    readonly path: string,
  ) {
    super(`${what} at ${path}`);
  }
  override get name(): string {
    return "ForeignValue";
  }
}

/** Classes whose content cannot be copied, and how an error names their instances. */
const OPAQUE: readonly (readonly [type: abstract new (...args: never[]) => object, what: string])[] = [
  [Promise, "a promise"],
  [WeakMap, "a WeakMap"],
  [WeakSet, "a WeakSet"],
  [ArrayBuffer, "an ArrayBuffer"],
];

/** The kind of a value that is not data, with its article; null for data. */
export function foreign(value: unknown): string | null {
  if (typeof value === "function") return "a function";
  if (typeof value === "symbol") return "a symbol";
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const { toArray, then } = value as { toArray?: unknown; then?: unknown };
  if (typeof toArray === "function") return "a cursor";
  if (typeof then === "function") return "a promise";
  if (Object.getPrototypeOf(value) === Object.prototype) return null;
  return OPAQUE.find(([type]) => value instanceof type)?.[1] ?? null;
}

/** Throws a `ForeignValue` for the first part of a result, at any depth, that is not data. */
export function requireData(value: unknown): void {
  // Nearly all results are data, and then no paths need to be written.
  if (!isPlainData(value, 0)) requireDataAt(value, "", 0);
}

/** Whether a value consists of lists and plain objects of single values; `requireDataAt` decides about the others. */
function isPlainData(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== "object") return typeof value !== "function" && typeof value !== "symbol";
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const item: unknown = value[at];
      if (isPart(item) && !isPlainData(item, depth + 1)) return false;
    }
    return true;
  }
  const { toArray, then } = value as { toArray?: unknown; then?: unknown };
  if (typeof toArray === "function" || typeof then === "function") return false;
  if (Object.getPrototypeOf(value) !== Object.prototype)
    return value instanceof Date || (value as Tagged)._bsontype === "ObjectId";
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (isPart(item) && !isPlainData(item, depth + 1)) return false;
  }
  return true;
}

function requireDataAt(value: unknown, path: string, depth: number): void {
  const what = foreign(value);
  if (what !== null) throw new ForeignValue(what, path);
  if (value === null || typeof value !== "object") return;
  if (depth > MAX_DEPTH) throw new RangeError("The value is nested too deeply, or holds itself");
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++)
      if (isPart(value[at])) requireDataAt(value[at], `${path}[${at}]`, depth + 1);
  } else if (value instanceof Map || value instanceof Set) {
    let at = 0;
    for (const [key, item] of value.entries() as Iterable<[unknown, unknown]>) {
      const place = `${path}[${typeof key === "string" ? JSON.stringify(key) : at}]`;
      at += 1;
      requireDataAt(item, place, depth + 1);
      if (item !== key) requireDataAt(key, `${place} (its key)`, depth + 1);
    }
  } else if (!isAtom(value)) {
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, unknown>)[key];
      if (isPart(item)) requireDataAt(item, path === "" ? key : `${path}.${key}`, depth + 1);
    }
  }
}

/** Whether an object is a single value: a BSON value, a date, bytes. A plain object that imitates one is not. */
const isAtom = (value: object): boolean =>
  Object.getPrototypeOf(value) !== Object.prototype &&
  ((value as Tagged)._bsontype !== undefined || value instanceof Date || ArrayBuffer.isView(value));

/** Whether a value may contain something other than data, or be it. */
const isPart = (value: unknown): boolean =>
  value !== null && (typeof value === "object" || typeof value === "function" || typeof value === "symbol");

/** The first value in a result with this name that is not a list, and its path. */
export function notAList(value: unknown, name: string, path = "", depth = 0): { path: string; value: unknown } | null {
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return null;
  for (const [key, item] of Object.entries(value as Record<string, unknown>)) {
    const here = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    if (key === name && item !== undefined && item !== null && !Array.isArray(item)) return { path: here, value: item };
    const inner = notAList(item, name, here, depth + 1);
    if (inner) return inner;
  }
  return null;
}

/**
 * A string that two values share exactly if they are equal results: numbers are compared by value whatever their BSON
 * type, fields in any order, and an undefined field counts as missing.
 */
export function canonical(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError("The value is nested too deeply, or holds itself");
  if (value === undefined || value === null) return "null";
  switch (typeof value) {
    case "number":
      return `n${Object.is(value, -0) ? 0 : value}`;
    case "bigint":
      return `n${value}`;
    case "string":
      return JSON.stringify(value);
    case "object":
      return canonicalObject(value, depth);
    default:
      return `${typeof value} ${String(value)}`;
  }
}

function canonicalObject(value: object, depth: number): string {
  if (Array.isArray(value)) return canonicalList(value, depth);
  if (Object.getPrototypeOf(value) === Object.prototype && (value as Tagged)._bsontype === undefined)
    return canonicalFields(value, depth);
  if (value instanceof Date) return `d${value.getTime()}`;
  if (value instanceof Map || value instanceof Set) return canonical([...value], depth);
  switch ((value as Tagged)._bsontype) {
    case "Int32":
    case "Double":
      return canonical(Number(value));
    case "Long":
      return `n${String(value)}`;
    case "Decimal128": {
      const text = String(value);
      return Number.isSafeInteger(Number(text)) ? `n${Number(text)}` : `n${text}`;
    }
    case "ObjectId":
      return `o${String(value)}`;
    case undefined:
      break;
    default:
      return inspect(value);
  }
  return value instanceof RegExp ? String(value) : canonicalFields(value, depth);
}

// Called for thousands of results, so these avoid temporary arrays.

function canonicalList(list: readonly unknown[], depth: number): string {
  let text = "[";
  for (let i = 0; i < list.length; i++) text += `${i > 0 ? "," : ""}${canonical(list[i], depth + 1)}`;
  return `${text}]`;
}

function canonicalFields(value: object, depth: number): string {
  let text = "{";
  const keys = Object.keys(value);
  for (const key of keys.length > 1 ? keys.sort() : keys) {
    const item = (value as Record<string, unknown>)[key];
    if (item !== undefined) text += `${text.length > 1 ? "," : ""}${named(key)}:${canonical(item, depth + 1)}`;
  }
  return `${text}}`;
}

/** Names as JSON, which occur again and again. */
const written = new Map<string, string>();
const MAX_WRITTEN = 1_000;

function named(key: string): string {
  let name = written.get(key);
  if (name === undefined) {
    name = JSON.stringify(key);
    if (written.size < MAX_WRITTEN) written.set(key, name);
  }
  return name;
}

/** Whether a value has no parts: a primitive, a date or a BSON value. */
export const isScalar = (value: unknown): boolean =>
  value === null || typeof value !== "object" || value instanceof Date || (value as Tagged)._bsontype !== undefined;

/** Whether a value is a plain object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

/** A number of any BSON type as a JavaScript number; NaN for everything else, including null and strings of digits. */
export function numberOf(value: unknown): number {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  const type = value !== null && typeof value === "object" ? (value as Tagged)._bsontype : undefined;
  return type === "Int32" || type === "Double" || type === "Long" || type === "Decimal128"
    ? Number(String(value))
    : NaN;
}

/** Characters that cannot be seen beside others: combining marks and controls of a text's layout. */
const UNSEEN = /[\p{M}\p{Cf}]/gu;

/** A value as mongosh prints it, on one line and truncated if long; characters that cannot be seen are escaped. */
export function shown(value: unknown): string {
  if (value === undefined) return "undefined";
  const text = inspect(value, { breakLength: Infinity, maxArrayLength: 20, maxStringLength: 120 })
    .replace(/\s*\n\s*/g, " ")
    .replace(UNSEEN, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}
