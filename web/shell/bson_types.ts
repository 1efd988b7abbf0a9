/** The BSON types as scripts construct them: with or without `new`. */
import {
  Binary,
  BSONError,
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
} from "bson";
import { requireTypes } from "./arguments.js";
import { MongoshInvalidInputError } from "./errors.js";
import type { Engine } from "./engine.js";
import { bsonHelp } from "./help.js";
import { setNames } from "./set_names.js";

type Constructor = abstract new (...args: never[]) => object;

// At module load, because the sandbox freezes classes afterwards.
setNames({
  Binary,
  BSONError,
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
});

// The library writes the same bytes for every NaN and every infinity, and a script could change those bytes.
const decimals = Decimal128 as unknown as { _fromString(text: string, options: object): Decimal128 };
const { _fromString: parseDecimal } = decimals;
decimals._fromString = (text, options) => new Decimal128(Uint8Array.from(parseDecimal(text, options).bytes));

// The uncalled functions also stand for their values, as in `{ $gt: MinKey }`.
for (const type of [MinKey, MaxKey])
  Object.defineProperty(type, "toBSON", { value: () => new type(), configurable: true });

// `ObjectId.help()` and `ObjectId().help()`.
for (const type of [Code, DBRef, MaxKey, MinKey, ObjectId, Timestamp]) {
  for (const object of [type, type.prototype])
    Object.defineProperty(object, "help", { value: bsonHelp(type.name), configurable: true });
}
for (const [name, type] of [
  ["BinData", Binary],
  ["NumberDecimal", Decimal128],
  ["NumberInt", Int32],
  ["NumberLong", Long],
] as const) {
  Object.defineProperty(type.prototype, "help", { value: bsonHelp(name), configurable: true });
}

/** Wraps a class so that it may be called without `new`; `make` builds the value from the arguments. */
function exported<C extends Constructor>(type: C, make: (...args: unknown[]) => InstanceType<C>): C {
  const made: C = new Proxy(type, {
    apply: (_target, _this, args: unknown[]) => make(...args),
    construct: (_target, args: unknown[], wanted) =>
      wanted === made ? make(...args) : (Reflect.construct(type as never, args, wanted) as object),
  }) as C;
  return made;
}

/** Returns a function that constructs values of a class, called with or without `new`. */
function maker<A extends unknown[]>(name: string, type: Constructor, make: (...given: A) => object): unknown {
  const fn = function (...given: A): object {
    return make(...given);
  };
  Object.defineProperty(fn, "name", { value: name, configurable: true });
  fn.prototype = type.prototype as object;
  Object.defineProperty(fn, "help", { value: bsonHelp(name) });
  return Object.freeze(fn);
}

/** Adds a method that mongosh or the legacy shell defines on values of a type. */
function method(type: Constructor, name: string, value: (this: never) => unknown): void {
  if (!(name in type.prototype))
    Object.defineProperty(type.prototype, name, { value, configurable: true, writable: true });
}
method(Binary, "hex", function (this: Binary) {
  return this.toString("hex");
});
method(Binary, "base64", function (this: Binary) {
  return this.toString("base64");
});
method(Binary, "subtype", function (this: Binary) {
  return this.sub_type;
});
method(Timestamp, "getTime", function (this: Timestamp) {
  return this.getHighBitsUnsigned();
});
method(Timestamp, "getInc", function (this: Timestamp) {
  return this.getLowBitsUnsigned();
});

/** The type functions of one engine; generated values follow its clock and seed. */
export function bsonGlobals(engine: Engine): Record<string, unknown> {
  const objectId = exported(ObjectId, (id?) => {
    if (id === undefined || id === null) return engine.objectId();
    requireTypes("ObjectId", [id], ["string|number|object"]);
    return makeObjectId(engine, id);
  });
  const uuid = exported(UUID, (value?) => {
    if (value === undefined || value === null) return randomUuid(engine);
    if (!(value instanceof Uint8Array)) requireTypes("UUID", [value], ["string"]);
    return new UUID(value as string);
  });
  return {
    ObjectId: objectId,
    UUID: uuid,
    Long: exported(Long, makeLong as () => Long),
    Int32: exported(Int32, (value?) => new Int32(integer(value))),
    Double: exported(Double, (value?) => new Double(Number(value ?? 0))),
    Decimal128: exported(Decimal128, (value?) => new Decimal128(value as string)),
    Timestamp: exported(Timestamp, makeTimestamp),
    Binary: exported(Binary, (...args) => new Binary(...(args as [Uint8Array, number]))),
    Code: exported(Code, (code?, scope?) => {
      requireTypes("Code", [code, scope ?? undefined], ["string|function", "object"], 0);
      return new Code((code ?? "") as string, scope as undefined);
    }),
    DBRef: exported(DBRef, (...args) => {
      requireTypes("DBRef", args, ["string", undefined]);
      return new DBRef(...(args as [string, ObjectId]));
    }),
    MinKey: exported(MinKey, () => new MinKey()),
    MaxKey: exported(MaxKey, () => new MaxKey()),
    BSONRegExp: exported(BSONRegExp, (...args) => new BSONRegExp(...(args as [string, string]))),
    BSONSymbol: exported(BSONSymbol, (value?) => new BSONSymbol(value as string)),
    NumberInt: maker("NumberInt", Int32, (value?: unknown) => {
      requireNumber("NumberInt", value);
      return new Int32(integer(value));
    }),
    BinData: maker("BinData", Binary, (subtype: number, base64: string) => {
      requireTypes("BinData", [subtype, base64], ["number", "string"]);
      return Binary.createFromBase64(base64, subtype & 0xff);
    }),
    HexData: maker("HexData", Binary, (subtype: number, hex: string) => {
      requireTypes("HexData", [subtype, hex], ["number", "string"]);
      return Binary.createFromHexString(hex, subtype & 0xff);
    }),
    ...Object.fromEntries(
      Object.entries(LEGACY_UUIDS).map(([language, order]) => {
        const name = `Legacy${language}UUID`;
        return [
          name,
          maker(name, Binary, (text?: string) =>
            legacyUuid(
              text === undefined ? randomUuid(engine) : (requireTypes(name, [text], ["string"]), new UUID(text)),
              order,
            ),
          ),
        ];
      }),
    ),
    MD5: maker("MD5", Binary, (hex: string) => {
      requireTypes("MD5", [hex], ["string"]);
      return Binary.createFromHexString(hex, 5);
    }),
  };
}

/** The type functions that warn about a number argument, which may already have lost digits. */
export function numberGlobals(note: (text: string) => void): Record<string, unknown> {
  const warned = (name: string, value: unknown): void => {
    if (typeof value === "number") {
      note(
        `Warning: ${name}: specifying a number as argument is deprecated and may lead to loss of precision, pass a string instead`,
      );
    }
  };
  return {
    NumberLong: maker("NumberLong", Long, (value?: unknown, high?: unknown, unsigned?: unknown) => {
      requireNumber("NumberLong", value);
      if (high === undefined) warned("NumberLong", value);
      return makeLong(value, high, unsigned);
    }),
    NumberDecimal: maker("NumberDecimal", Decimal128, (value: unknown = "0") => {
      requireNumber("NumberDecimal", value, ["Long", "Int32", "Decimal128"]);
      if (value === null)
        throw new MongoshInvalidInputError(notANumber("NumberDecimal", value, ["Long", "Int32", "Decimal128"]));
      warned("NumberDecimal", value);
      return Decimal128.fromString(String(value));
    }),
  };
}

/** Checks a value that is converted to a number: a numeric string, a number, or one of some BSON types. */
function requireNumber(method: string, value: unknown, types: readonly string[] = ["Long", "Int32"]): void {
  if (value === undefined || value === null || typeof value === "string" || typeof value === "number") return;
  const type: unknown = typeof value === "object" ? (value as { _bsontype?: unknown })._bsontype : undefined;
  if (!types.includes(type as string)) throw new MongoshInvalidInputError(notANumber(method, value, types));
}

function notANumber(method: string, value: unknown, types: readonly string[]): string {
  return `Argument at position 0 must be of type string or number or ${types.join(" or ")}, got ${typeof value} instead (${method})`;
}

/** Byte orders of the UUIDs (subtype 3) that legacy drivers wrote. */
const LEGACY_UUIDS = { Java: "76543210fedcba98", CSharp: "3210547698abcdef", Python: "0123456789abcdef" };

function legacyUuid({ buffer }: UUID, order: string): Binary {
  return new Binary(
    Uint8Array.from(order, (at) => buffer[parseInt(at, 16)] as number),
    3,
  );
}

function makeObjectId(engine: Engine, id: unknown): ObjectId {
  return typeof id === "number" ? engine.objectId(id) : new ObjectId(id as string);
}

function randomUuid(engine: Engine): UUID {
  const bytes = engine.randomBytes(16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return new UUID(bytes);
}

/** Converts a number or numeric string to an integer; 0 for anything else. */
function integer(value: unknown): number {
  return Math.trunc(Number(value ?? 0)) || 0;
}

function makeLong(value: unknown = 0, high?: unknown, unsigned?: unknown): Long {
  if (typeof high === "number") return Long.fromBits(Number(value), high, unsigned === true);
  if (value === "") throw new BSONError("empty string");
  if (typeof value === "string") return Long.fromString(/^\s*([+-]?\d+)/.exec(value)?.[1]?.replace("+", "") ?? "0");
  if (typeof value === "bigint") return Long.fromBigInt(value);
  return Long.fromNumber(integer(value));
}

function makeTimestamp(t?: unknown, i?: unknown): Timestamp {
  requireTypes("Timestamp", [t], [t === undefined ? undefined : "number|object"], 0);
  if (t === undefined) return new Timestamp({ t: 0, i: 0 });
  if (typeof t === "number") return new Timestamp({ t, i: Number(i ?? 0) });
  return new Timestamp(t as Long);
}
