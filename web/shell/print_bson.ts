/** Prints BSON types as mongosh does: as the calls that construct them. */
import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  Timestamp,
} from "bson";
import { quote } from "./quote.js";

type Nested = (value: unknown) => string;

const TYPES: Record<string, (value: never, nested: Nested) => string> = {
  ObjectId: (value: ObjectId) => `ObjectId('${value.toHexString()}')`,
  Long: (value: Long) => `Long('${value.toString()}'${value.unsigned ? ", true" : ""})`,
  Int32: (value: Int32) => `Int32(${value.value})`,
  Double: (value: Double) => `Double(${Object.is(value.value, -0) ? "-0" : value.value})`,
  Decimal128: (value: Decimal128) => `Decimal128('${value.toString()}')`,
  Timestamp: (value: Timestamp) => `Timestamp({ t: ${value.getHighBitsUnsigned()}, i: ${value.getLowBitsUnsigned()} })`,
  Binary: (value: Binary, nested) =>
    value.sub_type === 4 && value.position === 16
      ? `UUID('${uuid(value.buffer)}')`
      : value.sub_type === 5 && value.position > 0
        ? `MD5('${value.toString("hex")}')`
        : (vector(value, nested) ?? `Binary.createFromBase64('${value.toString("base64")}', ${value.sub_type})`),
  Code: (value: Code, nested) => {
    const code = nested(value.code);
    // Code of several lines starts on its own line.
    const line = code.includes("\n") ? "\n" : "";
    return `Code(${line}${code}${value.scope ? `,${line || " "}${nested(value.scope)}` : line})`;
  },
  DBRef: (value: DBRef, nested) =>
    `DBRef(${[quote(value.collection), nested(value.oid), ...(value.db ? [quote(value.db)] : [])].join(", ")}` +
    `${Object.keys(value.fields ?? {}).length > 0 ? `, ${nested(value.fields)}` : ""})`,
  BSONRegExp: (value: BSONRegExp) => `BSONRegExp(${quote(value.pattern)}, ${quote(value.options)})`,
  BSONSymbol: (value: BSONSymbol) => `BSONSymbol(${quote(value.value)})`,
  MinKey: () => "MinKey()",
  MaxKey: () => "MaxKey()",
};

/** The text of a BSON type or date; undefined for other objects. */
export function printBsonType(value: object, nested: Nested): string | undefined {
  if (value instanceof Date) {
    let millis: number;
    try {
      millis = Date.prototype.getTime.call(value);
    } catch {
      // The object only has the type's prototype.
      return undefined;
    }
    return Number.isNaN(millis) ? "Invalid Date" : `ISODate('${Date.prototype.toISOString.call(value)}')`;
  }
  const tag = (value as { _bsontype?: unknown })._bsontype;
  if (typeof tag !== "string" || !Object.hasOwn(TYPES, tag)) return undefined;
  try {
    return (TYPES[tag] as (value: object, nested: Nested) => string)(value, nested);
  } catch {
    // The object only claims to be of the type: print its fields.
    return undefined;
  }
}

/** A vector of numbers as the call that constructs it; undefined if the value is not a valid vector. */
function vector(value: Binary, nested: Nested): string | undefined {
  if (value.sub_type !== 9) return undefined;
  const call = (name: string, numbers: ArrayLike<number>, more = ""): string =>
    `Binary.from${name}(new ${nested(numbers).replace(/\(\d+\) /, "(")})${more})`;
  try {
    if (value.buffer[0] === 0x03) return call("Int8Array", value.toInt8Array());
    if (value.buffer[0] === 0x27) return call("Float32Array", value.toFloat32Array());
    const padding = value.buffer[1] as number;
    if (value.buffer[0] === 0x10) return call("PackedBits", value.toPackedBits(), padding > 0 ? `, ${padding}` : "");
  } catch {
    // An invalid length or padding: print it as bytes.
  }
  return undefined;
}

function uuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
