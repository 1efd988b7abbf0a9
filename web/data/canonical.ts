/**
 * Converts BSON to canonical extended JSON directly from the bytes, which preserves types, the order of fields, and
 * names that look like numbers.
 * Reference: <https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md>.
 */
import { Decimal128 } from "bson";

import { toBase64 } from "./bytes.js";
import { Bson, Type } from "./elements.js";

const { stringify } = JSON;

/** The document in `bytes` as canonical extended JSON. */
export function canonical(bytes: Uint8Array): string {
  return document(new Bson(bytes), 0);
}

function document(bson: Bson, start: number): string {
  const fields: string[] = [];
  for (const { type, name, start: from, end } of bson.elements(start))
    fields.push(`${stringify(name)}:${value(bson, type, from, end)}`);
  return `{${fields.join(",")}}`;
}

/** A value of a type as canonical extended JSON. */
export function value(bson: Bson, type: number, start: number, end: number): string {
  const { view, bytes } = bson;
  switch (type) {
    case Type.double:
      return `{"$numberDouble":"${double(view.getFloat64(start, true))}"}`;
    case Type.string:
      return stringify(bson.text(start));
    case Type.document:
      return document(bson, start);
    case Type.array:
      return `[${[...bson.elements(start)].map((one) => value(bson, one.type, one.start, one.end)).join(",")}]`;
    case Type.binary: {
      const data = binary(bson, start, end);
      return `{"$binary":{"base64":"${toBase64(data)}","subType":"${hex(bytes.subarray(start + 4, start + 5))}"}}`;
    }
    case Type.undefined:
      return '{"$undefined":true}';
    case Type.objectId:
      return `{"$oid":"${hex(bytes.subarray(start, end))}"}`;
    case Type.bool:
      return String(bytes[start] !== 0);
    case Type.date:
      return `{"$date":{"$numberLong":"${view.getBigInt64(start, true)}"}}`;
    case Type.null:
      return "null";
    case Type.regex: {
      const [pattern, next] = bson.zeroEnded(start);
      return `{"$regularExpression":{"pattern":${stringify(pattern)},"options":${stringify(bson.zeroEnded(next)[0])}}}`;
    }
    case Type.dbPointer:
      return `{"$dbPointer":{"$ref":${stringify(bson.text(start))},"$id":{"$oid":"${hex(bytes.subarray(end - 12, end))}"}}}`;
    case Type.code:
      return `{"$code":${stringify(bson.text(start))}}`;
    case Type.symbol:
      return `{"$symbol":${stringify(bson.text(start))}}`;
    case Type.codeWithScope: {
      const scope = start + 8 + view.getInt32(start + 4, true);
      return `{"$code":${stringify(bson.text(start + 4))},"$scope":${document(bson, scope)}}`;
    }
    case Type.int:
      return `{"$numberInt":"${view.getInt32(start, true)}"}`;
    case Type.timestamp:
      return `{"$timestamp":{"t":${view.getUint32(start + 4, true)},"i":${view.getUint32(start, true)}}}`;
    case Type.long:
      return `{"$numberLong":"${view.getBigInt64(start, true)}"}`;
    case Type.decimal:
      return `{"$numberDecimal":"${new Decimal128(bytes.slice(start, end)).toString()}"}`;
    case Type.maxKey:
      return '{"$maxKey":1}';
    default:
      return '{"$minKey":1}';
  }
}

/** The bytes of a binary value; subtype 2 repeats their length before them. */
export function binary({ bytes }: Bson, start: number, end: number): Uint8Array {
  return bytes.subarray(start + (bytes[start + 4] === 2 ? 9 : 5), end);
}

export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

function double(number: number): string {
  if (Object.is(number, -0)) return "-0.0";
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}
