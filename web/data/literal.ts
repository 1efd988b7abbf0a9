/** Converts BSON to a mongosh expression, for documents that extended JSON, or mongosh's parser of it, would change. */
import { Decimal128 } from "bson";

import { toBase64 } from "./bytes.js";
import { binary, hex } from "./canonical.js";
import { Bson, Type } from "./elements.js";

const { stringify } = JSON;

/** mongosh cannot write a value of this type. */
export class UnwritableError extends Error {
  override readonly name = "UnwritableError";
}

/** A document as an expression. @throws UnwritableError */
export function literal(document: Uint8Array): string {
  return fields(new Bson(document), 0);
}

function fields(bson: Bson, start: number): string {
  const all = [...bson.elements(start)].map(
    ({ name, type, start, end }) => [name, value(bson, type, start, end)] as const,
  );
  const isPlain = all.every(([name]) => !/^\d+$/.test(name)) && new Set(all.map(([name]) => name)).size === all.length;
  if (isPlain)
    return `{${all.map(([name, text]) => `${name === "__proto__" ? '["__proto__"]' : stringify(name)}: ${text}`).join(", ")}}`;
  if (new Set(all.map(([name]) => name)).size < all.length) throw new UnwritableError("two fields of one name");
  // An object would list names that look like numbers first.
  return `new Map([${all.map(([name, text]) => `[${stringify(name)}, ${text}]`).join(", ")}])`;
}

function value(bson: Bson, type: number, start: number, end: number): string {
  const { view, bytes } = bson;
  switch (type) {
    case Type.double: {
      const number = view.getFloat64(start, true);
      return Number.isInteger(number) ? `Double(${Object.is(number, -0) ? "-0" : number})` : String(number);
    }
    case Type.string:
      return stringify(bson.text(start));
    case Type.document:
      return fields(bson, start);
    case Type.array:
      return `[${[...bson.elements(start)].map((one) => value(bson, one.type, one.start, one.end)).join(", ")}]`;
    case Type.binary:
      return `BinData(${bytes[start + 4]}, "${toBase64(binary(bson, start, end))}")`;
    case Type.objectId:
      return `ObjectId("${hex(bytes.subarray(start, end))}")`;
    case Type.bool:
      return String(bytes[start] !== 0);
    case Type.date: {
      const millis = view.getBigInt64(start, true);
      if (Number.isNaN(new Date(Number(millis)).getTime()))
        throw new UnwritableError("a date that JavaScript cannot represent");
      return `new Date(${millis})`;
    }
    case Type.null:
      return "null";
    case Type.regex: {
      const [pattern, next] = bson.zeroEnded(start);
      return `BSONRegExp(${stringify(pattern)}, ${stringify(bson.zeroEnded(next)[0])})`;
    }
    case Type.code:
      return `Code(${stringify(bson.text(start))})`;
    case Type.symbol:
      return `BSONSymbol(${stringify(bson.text(start))})`;
    case Type.codeWithScope:
      return `Code(${stringify(bson.text(start + 4))}, ${fields(bson, start + 8 + view.getInt32(start + 4, true))})`;
    case Type.int:
      return String(view.getInt32(start, true));
    case Type.timestamp:
      return `Timestamp({ t: ${view.getUint32(start + 4, true)}, i: ${view.getUint32(start, true)} })`;
    case Type.long:
      return `Long("${view.getBigInt64(start, true)}")`;
    case Type.decimal:
      return `Decimal128("${new Decimal128(bytes.slice(start, end)).toString()}")`;
    case Type.minKey:
      return "MinKey()";
    case Type.maxKey:
      return "MaxKey()";
    default:
      throw new UnwritableError(type === Type.undefined ? "a value of the type undefined" : "a DBPointer");
  }
}
