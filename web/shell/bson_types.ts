/** The BSON types as scripts make them: with and without `new`. */
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
import { describe } from "./context.js";
import type { Engine } from "./engine.js";
import { MongoshInvalidInputError } from "./errors.js";

type Constructor = abstract new (...args: never[]) => object;

/** A class that may be called without `new`; `make` builds the value from the arguments. */
function callable<C extends Constructor>(type: C, make: (...args: unknown[]) => InstanceType<C>): C {
  return new Proxy(type, {
    apply: (_target, _this, args: unknown[]) => make(...args),
    construct: (_target, args: unknown[], wanted) =>
      wanted === proxies.get(type) ? make(...args) : (Reflect.construct(type as never, args, wanted) as object),
  }) as C;
}
const proxies = new WeakMap<Constructor, unknown>();
function exported<C extends Constructor>(type: C, make: (...args: unknown[]) => InstanceType<C>): C {
  const made = callable(type, make);
  proxies.set(type, made);
  return made;
}

/** Methods that mongosh and the shell before it give to values. */
function method(type: Constructor, name: string, value: (this: never) => unknown): void {
  if (!(name in type.prototype)) Object.defineProperty(type.prototype, name, { value, configurable: true, writable: true });
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

/** The type functions of one shell; generated values follow its engine's clock and seed. */
export function bsonGlobals(engine: Engine): Record<string, unknown> {
  const objectId = exported(ObjectId, (id?) => (id === undefined || id === null ? engine.objectId() : makeObjectId(engine, id)));
  const uuid = exported(UUID, (value?) => (value === undefined || value === null ? randomUuid(engine) : new UUID(value as string)));
  return {
    ObjectId: objectId,
    UUID: uuid,
    Long: exported(Long, makeLong as () => Long),
    Int32: exported(Int32, (value?) => new Int32((value ?? 0) as number)),
    Double: exported(Double, (value?) => new Double(Number(value ?? 0))),
    Decimal128: exported(Decimal128, (value?) => new Decimal128(String(value ?? "0"))),
    Timestamp: exported(Timestamp, makeTimestamp),
    Binary: exported(Binary, (...args) => new Binary(...(args as [Uint8Array, number]))),
    Code: exported(Code, (code?, scope?) => new Code((code ?? "") as string, scope as undefined)),
    DBRef: exported(DBRef, (...args) => new DBRef(...(args as [string, ObjectId]))),
    MinKey: exported(MinKey, () => new MinKey()),
    MaxKey: exported(MaxKey, () => new MaxKey()),
    BSONRegExp: exported(BSONRegExp, (...args) => new BSONRegExp(...(args as [string, string]))),
    BSONSymbol: exported(BSONSymbol, (value?) => new BSONSymbol(value as string)),
    NumberInt: (value: unknown = 0) => new Int32(parseInteger("NumberInt", value)),
    NumberLong: makeLong,
    NumberDecimal: (value: unknown = "0") => Decimal128.fromString(String(value)),
    BinData: (subtype: number, base64: string) => binary("BinData", subtype, base64),
    HexData: (subtype: number, hex: string) => Binary.createFromHexString(text("HexData", hex), subtype),
    MD5: (hex: string) => Binary.createFromHexString(text("MD5", hex), 5),
  };
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

function parseInteger(name: string, value: unknown): number {
  const number = Math.trunc(Number(value));
  if (!Number.isFinite(number)) throw new MongoshInvalidInputError(`${name} takes a number, not ${describe(value)}`);
  return number;
}

function makeLong(value: unknown = 0, high?: unknown, unsigned?: unknown): Long {
  if (typeof high === "number") return Long.fromBits(Number(value), high, unsigned === true);
  if (typeof value === "string") {
    if (!/^\s*[+-]?\d+\s*$/.test(value)) throw new BSONError(`NumberLong takes an integer, not ${describe(value)}`);
    return Long.fromString(value.trim().replace(/^\+/, ""));
  }
  if (typeof value === "bigint") return Long.fromBigInt(value);
  return Long.fromNumber(parseInteger("NumberLong", value));
}

function makeTimestamp(t?: unknown, i?: unknown): Timestamp {
  if (t === undefined) return new Timestamp({ t: 0, i: 0 });
  if (typeof t === "number") return new Timestamp({ t, i: Number(i ?? 0) });
  return new Timestamp(t as Long);
}

function text(name: string, value: unknown): string {
  if (typeof value !== "string") throw new MongoshInvalidInputError(`${name} takes a string, not ${describe(value)}`);
  return value;
}

function binary(name: string, subtype: unknown, base64: unknown): Binary {
  if (typeof subtype !== "number" || subtype < 0 || subtype > 255) {
    throw new MongoshInvalidInputError(`${name} takes a subtype from 0 to 255, not ${describe(subtype)}`);
  }
  return Binary.createFromBase64(text(name, base64), subtype);
}
