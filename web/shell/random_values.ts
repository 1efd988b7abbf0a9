/** Random values of every type, for tests. */
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
import type { Random } from "./random.js";

const STRINGS = [
  "",
  "a",
  "plain words",
  "ß",
  "日本語",
  "🎃 pumpkin",
  "nul\0inside",
  "x".repeat(23),
  "x".repeat(24),
  "é".repeat(40),
  "\ud800 lone",
];

function scalar(random: Random): unknown {
  const pick = random.uint32() % 29;
  const bits = random.uint32() | 0;
  switch (pick) {
    case 0:
      return bits;
    case 1:
      return bits * 3.7;
    case 2:
      return bits * 0x10000;
    case 3:
      return -0;
    case 4:
      return [NaN, Infinity, -Infinity, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53][bits & 7];
    case 5:
      return STRINGS[random.uint32() % STRINGS.length];
    case 6:
      return (bits & 1) === 0;
    case 7:
      return null;
    case 8:
      return undefined;
    case 9:
      return new Date(bits * 1000 + 7);
    case 10:
      return new Date(NaN);
    case 11:
      return BigInt(bits) * 4_294_967_296n;
    case 12:
      return new ObjectId(Uint8Array.from({ length: 12 }, () => random.uint32() & 255));
    case 13:
      return Long.fromBits(bits, random.uint32() | 0);
    case 14:
      return new Int32(bits);
    case 15:
      return new Double(bits);
    case 16:
      return Decimal128.fromString(`${bits}.5`);
    case 17:
      return new Timestamp({ t: bits >>> 0, i: 7 });
    case 18:
      return new Binary(
        Uint8Array.from({ length: bits & 31 }, (_, i) => i),
        [0, 2, 3, 128][bits & 3] as number,
      );
    case 19:
      return new UUID("00112233-4455-6677-8899-aabbccddeeff");
    case 20:
      return Uint8Array.from({ length: bits & 15 }, (_, i) => i);
    case 21:
      return /ab+c\/d/gim;
    case 22:
      return new BSONRegExp("^a(?i)b", "xi");
    case 23:
      return new BSONSymbol("symbol");
    case 24:
      return new Code("function () { return 1; }");
    case 25:
      return new Code("return x", { x: bits, nested: { y: [1] } });
    case 26:
      return new DBRef("books", new ObjectId("507f1f77bcf86cd799439011"), (bits & 1) === 0 ? undefined : "library", {
        note: 1,
        none: undefined,
      });
    case 27:
      return (bits & 1) === 0 ? new MinKey() : new MaxKey();
    default:
      return function named(a: number): number {
        return a;
      };
  }
}

function value(random: Random, depth: number): unknown {
  const pick = random.uint32() % 10;
  if (depth > 4 || pick < 6) return scalar(random);
  const size = random.uint32() % 6;
  if (pick < 8) return Array.from({ length: size }, () => value(random, depth + 1));
  return object(random, depth + 1, size);
}
function object(random: Random, depth: number, size: number): Document {
  const made: Document = {};
  const keys = ["a", "é", "k".repeat(40), "$ref", "a.b", "1", "", "toString", "_id"];
  for (let i = 0; i < size; i++)
    made[`${keys[random.uint32() % keys.length]}${i % 3 === 0 ? "" : i}`] = value(random, depth);
  return made;
}

/** A document of up to seven fields, nested up to five levels. */
export function randomDocument(random: Random): Document {
  return object(random, 0, random.uint32() % 8);
}
