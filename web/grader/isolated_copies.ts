/**
 * Copies of values that pass between a check and the learner's functions. A copy shares nothing with its original, not
 * even BSON values, because a program could keep answers in shared objects. It is plain data, so no code of the
 * learner's runs after the call that returned it.
 */
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
  type Document,
} from "bson";

import { MongoServerError } from "../shell/errors.js";

/** Deeper values are not copied: the database rejects them too. */
const MAX_DEPTH = 150;

/** Replaces a function in a copy. */
type OnFunction = (fn: (...given: unknown[]) => unknown, name: string) => unknown;

/** Methods taken from the prototypes, because an object's own properties could shadow them. */
const { getTime } = Date.prototype;
const own = (prototype: object, name: string): ((this: unknown) => unknown) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => unknown;
const sourceOf = own(RegExp.prototype, "source");
const flagsOf = own(RegExp.prototype, "flags");

/**
 * Copies an argument of a learner's function. Functions in it are wrapped, so that their arguments and results are
 * copied, too.
 */
export function argument(value: unknown): unknown {
  return copied(value, 0, "", (fn) =>
    Object.freeze((...given: unknown[]): unknown => argument(fn(...given.map((one) => copy(one))))),
  );
}

/**
 * Copies plain data.
 *
 * @throws TypeError that names the part that is not data
 */
export function copy(value: unknown): unknown {
  return copied(value, 0, "", (_, name) => refuse("a function", name));
}

function refuse(what: string, name: string): never {
  throw new TypeError(
    `${what}${name === "" ? "" : ` in ${name.slice(1)}`} is not data: a call takes and returns only what the database can store`,
  );
}

function copied(value: unknown, depth: number, name: string, onFunction: OnFunction): unknown {
  if (typeof value === "function") return onFunction(value as (...given: unknown[]) => unknown, name);
  if (typeof value === "symbol") refuse("a symbol", name);
  if (value === null || typeof value !== "object") return value;
  if (depth > MAX_DEPTH) throw new RangeError("The value is nested too deeply, or holds itself");
  if (Array.isArray(value)) return copiedList(value, depth, name, onFunction);
  if (Object.getPrototypeOf(value) === Object.prototype && (value as { _bsontype?: unknown })._bsontype === undefined)
    return copiedFields(value, depth, name, onFunction);
  const inner = (item: unknown, key: string): unknown => copied(item, depth + 1, below(name, key, depth), onFunction);
  if (value instanceof Date) return new Date(getTime.call(value));
  if (value instanceof RegExp) return new RegExp(String(sourceOf.call(value)), String(flagsOf.call(value)));
  // Not `from`, which uses the array's iterator: with frozen built-ins that is many times slower.
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof Map)
    return new Map(Array.from(value as Map<unknown, unknown>, ([k, v]) => [inner(k, "key"), inner(v, "value")]));
  if (value instanceof Set) return new Set(Array.from(value as Set<unknown>, (item) => inner(item, "element")));
  const type: unknown = (value as { _bsontype?: unknown })._bsontype;
  if (type !== undefined) return copiedBson(value, type, name, inner);
  if (isOpaque(value)) refuse(`a ${Object.prototype.toString.call(value).slice(8, -1)}`, name);
  return copiedFields(value, depth, name, onFunction);
}

/** The name of a part, for errors; deeper parts have the name of what contains them. */
const below = (name: string, key: string, depth: number): string => (depth < 3 ? `${name}.${key}` : name);

function copiedList(list: readonly unknown[], depth: number, name: string, onFunction: OnFunction): unknown[] {
  const result: unknown[] = [];
  for (let at = 0; at < list.length; at++) {
    const item = list[at];
    result.push(
      isPrimitive(item) ? item : copied(item, depth + 1, depth < 3 ? below(name, String(at), depth) : name, onFunction),
    );
  }
  return result;
}

function copiedFields(value: object, depth: number, name: string, onFunction: OnFunction): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item: unknown = (value as Record<string, unknown>)[key];
    const twin = isPrimitive(item) ? item : copied(item, depth + 1, below(name, key, depth), onFunction);
    // `__proto__` is an ordinary key, and in the sandbox inherited properties cannot be assigned. Defining all
    // properties would take longer than everything else.
    if (key in result)
      Object.defineProperty(result, key, { value: twin, enumerable: true, configurable: true, writable: true });
    else result[key] = twin;
  }
  return result;
}

const isPrimitive = (value: unknown): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol");

/** Whether an object keeps its content outside its properties, where it cannot be copied. */
function isOpaque(value: object): boolean {
  return ArrayBuffer.isView(value) || [ArrayBuffer, WeakMap, WeakSet, Promise].some((type) => value instanceof type);
}

type Inner = (item: unknown, key: string) => unknown;

/** Constructs each BSON type from the fields of an instance. */
const REBUILT: Readonly<
  Record<
    string,
    readonly [type: abstract new (...args: never[]) => object, make: (value: never, inner: Inner) => object]
  >
> = {
  ObjectId: [ObjectId, (value: ObjectId) => new ObjectId(value)],
  Long: [Long, (value: Long) => new Long(value.low | 0, value.high | 0, value.unsigned === true)],
  Timestamp: [Timestamp, (value: Timestamp) => new Timestamp(new Long(value.low | 0, value.high | 0, true))],
  Int32: [Int32, (value: Int32) => new Int32(Number(value.value))],
  Double: [Double, (value: Double) => new Double(Number(value.value))],
  Decimal128: [Decimal128, (value: Decimal128) => new Decimal128(Uint8Array.from(value.bytes))],
  Binary: [Binary, (value: Binary) => binary(value)],
  BSONRegExp: [BSONRegExp, (value: BSONRegExp) => new BSONRegExp(String(value.pattern), String(value.options))],
  BSONSymbol: [BSONSymbol, (value: BSONSymbol) => new BSONSymbol(String(value.value))],
  Code: [
    Code,
    (value: Code, inner) => new Code(String(value.code), value.scope && (inner(value.scope, "scope") as Document)),
  ],
  DBRef: [DBRef, (value: DBRef, inner) => dbRef(value, inner)],
  MinKey: [MinKey, () => new MinKey()],
  MaxKey: [MaxKey, () => new MaxKey()],
};

function copiedBson(value: object, type: unknown, name: string, inner: Inner): object {
  const known = typeof type === "string" && Object.hasOwn(REBUILT, type) ? REBUILT[type] : undefined;
  if (!known || !(value instanceof known[0])) refuse("an object that imitates a BSON value", name);
  return (known[1] as (value: object, inner: Inner) => object)(value, inner);
}

function binary(value: Binary): Binary {
  const held: unknown = value.buffer.subarray(0, Number(value.position));
  // A number would be taken as a length.
  if (!(held instanceof Uint8Array)) throw new TypeError("a Binary without bytes is not data");
  const bytes = new Uint8Array(held);
  return value instanceof UUID ? new UUID(bytes) : new Binary(bytes, Number(value.sub_type));
}

function dbRef({ collection, oid, db, fields }: DBRef, inner: Inner): DBRef {
  const made = new DBRef(
    "",
    inner(oid, "$id") as ObjectId,
    db === undefined ? undefined : String(db),
    inner(fields, "fields") as Document,
  );
  // A name with a dot would be split into database and collection.
  made.collection = String(collection);
  return made;
}

/** Copies an exception of a learner's function: an error with the same name, text and data. */
export function thrownCopy(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return attempted(() => copy(thrown), undefined);
  const fields: Document = {};
  for (const key of attempted(() => Object.keys(thrown), [])) {
    const value = attempted(() => copy((thrown as unknown as Document)[key]), undefined);
    if (value !== undefined)
      Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
  }
  const message = attempted(() => String(thrown.message), "");
  const name = attempted(() => String(thrown.name), "Error");
  const made =
    thrown instanceof MongoServerError
      ? new MongoServerError({ ...fields, errmsg: message })
      : Object.defineProperties(new Error(message), Object.getOwnPropertyDescriptors(fields));
  return Object.defineProperty(made, "name", { value: name, configurable: true, writable: true });
}

function attempted<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
