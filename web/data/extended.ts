/**
 * Converts extended JSON to BSON: canonical, relaxed, and the legacy forms of mongoexport. A number without a point or
 * an exponent is an int, or a long if it is too large; any other is a double, even `5.0`.
 * Reference: <https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md>.
 */
import { Decimal128 } from "bson";

import { Bytes, fromBase64 } from "./bytes.js";
import { Type } from "./elements.js";
import { JsonFault, type Json } from "./json.js";

type Fields = Extract<Json, { is: "object" }>["fields"];
/** Writes an element with a name. */
type Write = (to: Bytes, name: string) => void;

/** An error in a document, with its position in the text. */
export class ExtendedFault extends JsonFault {
  /** @param path The field, with dots. */
  constructor(
    at: number,
    readonly path: string,
    readonly what: string,
  ) {
    super(at, path === "" ? what : `field "${path}": ${what}`);
  }
}

/** Converts a document to BSON. */
export function toBson(json: Json): Uint8Array {
  if (json.is !== "object") throw new ExtendedFault(json.at, "", "not a document: one is written between { and }");
  return new Bytes().sized((to) => writeFields(to, json.fields, "")).done();
}

function writeFields(to: Bytes, fields: Fields, path: string): void {
  for (const [name, value] of fields) {
    const inner = path === "" ? name : `${path}.${name}`;
    if (name.includes("\0")) throw new ExtendedFault(value.at, inner, "a name may not hold a zero character");
    write(to, name, value, inner);
  }
}

function write(to: Bytes, name: string, json: Json, path: string): void {
  switch (json.is) {
    case "word":
      if (json.value === null) to.element(Type.null, name);
      else to.element(Type.bool, name).byte(json.value ? 1 : 0);
      return;
    case "string":
      to.element(Type.string, name).text(json.text);
      return;
    case "number":
      writeNumber(to, name, json.text);
      return;
    case "array":
      to.element(Type.array, name).sized(() =>
        json.items.forEach((item, at) => write(to, String(at), item, `${path}.${at}`)),
      );
      return;
    case "object": {
      const wrapped = wrapper(json, path);
      if (wrapped) wrapped(to, name);
      else to.element(Type.document, name).sized(() => writeFields(to, json.fields, path));
    }
  }
}

function writeNumber(to: Bytes, name: string, text: string): void {
  const whole = /^-?\d+$/.test(text) && text !== "-0" ? BigInt(text) : null;
  if (whole !== null && BigInt.asIntN(32, whole) === whole) to.element(Type.int, name).int32(Number(whole));
  else if (whole !== null && BigInt.asIntN(64, whole) === whole) to.element(Type.long, name).int64(whole);
  else to.element(Type.double, name).double(Number(text));
}

/** The writer of an object with a name such as `$oid`; null if the object is a plain document. */
function wrapper(json: Extract<Json, { is: "object" }>, path: string): Write | null {
  const first = json.fields[0]?.[0];
  if (first === undefined || !first.startsWith("$")) return null;
  const form =
    FORMS[
      json.fields
        .map(([name]) => name)
        .sort()
        .join(" ")
    ];
  if (!form) return null;
  const named = new Map(json.fields);
  const made = form((name) => named.get(name) as Json);
  if (typeof made === "function") return made;
  // A condition such as { $regex: /a/, $options: "i" } is a document.
  if (made === null) return null;
  throw new ExtendedFault(json.at, path, `${first} ${made}`);
}

/** Returns the writer, an error, or null for a plain document. */
type Form = (field: (name: string) => Json) => Write | string | null;

const INT_TEXT = /^-?\d+$/;

const FORMS: Readonly<Record<string, Form>> = Object.assign(Object.create(null) as Record<string, Form>, {
  $oid: (field) => {
    const text = textOf(field("$oid"));
    if (text === null || !/^[0-9a-f]{24}$/i.test(text)) return "needs 24 hexadecimal digits";
    return (to, name) => void to.element(Type.objectId, name).raw(fromHex(text));
  },
  $numberInt: (field) => {
    const number = wholeOf(field("$numberInt"), 32);
    return number === null
      ? "needs an integer of 32 bits as a string"
      : (to, name) => void to.element(Type.int, name).int32(Number(number));
  },
  $numberLong: (field) => {
    const number = wholeOf(field("$numberLong"), 64);
    return number === null
      ? "needs an integer of 64 bits as a string"
      : (to, name) => void to.element(Type.long, name).int64(number);
  },
  $numberDouble: (field) => {
    const text = textOf(field("$numberDouble"), true);
    if (text === null || !/^(-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|-?Infinity)$/.test(text))
      return "needs a number as a string";
    return (to, name) => void to.element(Type.double, name).double(Number(text));
  },
  $numberDecimal: (field) => {
    const text = textOf(field("$numberDecimal"), true);
    try {
      if (text === null) return "needs a number as a string";
      const { bytes } = Decimal128.fromString(text);
      return (to, name) => void to.element(Type.decimal, name).raw(bytes);
    } catch {
      return "needs a number of at most 34 digits as a string";
    }
  },
  $date: (field) => {
    const given = field("$date");
    const inner =
      given.is === "object" && given.fields.length === 1 && given.fields[0]?.[0] === "$numberLong"
        ? given.fields[0][1]
        : null;
    const text = given.is === "string" ? given.text : null;
    const millis = text === null ? wholeOf(inner ?? given, 64) : instant(text);
    if (millis === null) return text === null ? "needs a date" : `needs a date, ${JSON.stringify(text)} is none`;
    return (to, name) => void to.element(Type.date, name).int64(millis);
  },
  $uuid: (field) => {
    const text = textOf(field("$uuid"));
    if (text === null || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return "needs a UUID as a string";
    return binaryWriter(fromHex(text.replaceAll("-", "")), 4);
  },
  $binary: (field) => {
    const given = field("$binary");
    const parts = new Map(given.is === "object" ? given.fields : []);
    return binaryOf(textOf(parts.get("base64")), textOf(parts.get("subType")));
  },
  "$binary $type": (field) => binaryOf(textOf(field("$binary")), textOf(field("$type"))),
  $timestamp: (field) => {
    const given = field("$timestamp");
    const parts = new Map(given.is === "object" ? given.fields : []);
    const [t, i] = [wholeOf(parts.get("t"), 33), wholeOf(parts.get("i"), 33)];
    if (t === null || i === null || t < 0n || i < 0n) return "needs { t, i }, both integers of 32 bits";
    return (to, name) =>
      void to
        .element(Type.timestamp, name)
        .int32(Number(i) | 0)
        .int32(Number(t) | 0);
  },
  $regularExpression: (field) => {
    const given = field("$regularExpression");
    const parts = new Map(given.is === "object" ? given.fields : []);
    return (
      regex(textOf(parts.get("pattern")), textOf(parts.get("options"))) ?? "needs { pattern, options }, both strings"
    );
  },
  "$options $regex": (field) => regex(textOf(field("$regex")), textOf(field("$options"))),
  $dbPointer: (field) => {
    const given = field("$dbPointer");
    const parts = new Map(given.is === "object" ? given.fields : []);
    const id = parts.get("$id");
    const [ref, oid] = [textOf(parts.get("$ref")), id?.is === "object" ? textOf(id.fields[0]?.[1]) : null];
    if (ref === null || oid === null || !/^[0-9a-f]{24}$/i.test(oid)) return "needs { $ref, $id }";
    return (to, name) => void to.element(Type.dbPointer, name).text(ref).raw(fromHex(oid));
  },
  $code: (field) => {
    const code = textOf(field("$code"));
    return code === null ? "needs a string" : (to, name) => void to.element(Type.code, name).text(code);
  },
  "$code $scope": (field) => {
    const [code, scope] = [textOf(field("$code")), field("$scope")];
    if (code === null || scope.is !== "object") return "needs a string, and its $scope a document";
    const bytes = toBson(scope);
    return (to, name) => void to.element(Type.codeWithScope, name).sized(() => void to.text(code).raw(bytes), null);
  },
  $symbol: (field) => {
    const text = textOf(field("$symbol"));
    return text === null ? "needs a string" : (to, name) => void to.element(Type.symbol, name).text(text);
  },
  $undefined: () => (to, name) => void to.element(Type.undefined, name),
  $minKey: () => (to, name) => void to.element(Type.minKey, name),
  $maxKey: () => (to, name) => void to.element(Type.maxKey, name),
} satisfies Record<string, Form>);

function textOf(json: Json | undefined, number = false): string | null {
  return json?.is === "string" || (number && json?.is === "number") ? json.text : null;
}

/** A signed integer of this many bits, from a string or a number. */
function wholeOf(json: Json | undefined, bits: number): bigint | null {
  const text = textOf(json, true);
  if (text === null || !INT_TEXT.test(text)) return null;
  const number = BigInt(text);
  return BigInt.asIntN(bits, number) === number ? number : null;
}

/** Converts an ISO 8601 date to milliseconds since 1970. */
function instant(text: string): bigint | null {
  const millis = /^[+-]?\d{4,6}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(millis) ? null : BigInt(millis);
}

function regex(pattern: string | null, options: string | null): Write | null {
  if (pattern === null || options === null || pattern.includes("\0") || options.includes("\0")) return null;
  // BSON stores them in alphabetical order.
  const sorted = [...options].sort().join("");
  return (to, name) => void to.element(Type.regex, name).zeroEnded(pattern).zeroEnded(sorted);
}

function binaryOf(base64: string | null, subtype: string | null): Write | string {
  if (base64 === null || subtype === null || !/^[0-9a-f]{1,2}$/i.test(subtype))
    return "needs { base64, subType }, both strings";
  const fault = base64Fault(base64);
  return fault ?? binaryWriter(fromBase64(base64), parseInt(subtype, 16));
}

/** Why a text is not Base64; positions count from 1. */
function base64Fault(text: string): string | null {
  const digits = text.replace(/=+$/, "");
  const stray = digits.search(/[^A-Za-z0-9+/]/);
  if (stray >= 0) return `is not Base64: character ${stray + 1} is ${JSON.stringify(digits[stray])}`;
  const padding = text.length - digits.length;
  const fits = padding === 0 ? digits.length % 4 !== 1 : padding <= 2 && text.length % 4 === 0;
  return fits ? null : `is not Base64: ${text.length} characters cannot be bytes`;
}

function binaryWriter(bytes: Uint8Array, subtype: number): Write {
  return (to, name) => {
    to.element(Type.binary, name)
      .int32(bytes.length + (subtype === 2 ? 4 : 0))
      .byte(subtype);
    if (subtype === 2) to.int32(bytes.length);
    to.raw(bytes);
  };
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(at * 2, at * 2 + 2), 16));
}
