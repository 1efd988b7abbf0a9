/** The encoder writes what the driver's serializer writes, byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Binary, BSONRegExp, BSONSymbol, Code, DBRef, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, serialize, Timestamp, UUID, type Document } from "bson";
import { decode } from "./decode.js";
import { encode, MAX_MESSAGE_BYTES, TooLargeError } from "./encode.js";
import { Random } from "./random.js";

const DRIVER = { serializeFunctions: true, ignoreUndefined: false };

function same(document: Document): void {
  assert.equal(hex(encode(document)), hex(serialize(document, DRIVER)));
}
function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

const STRINGS = ["", "a", "plain words", "ß", "日本語", "🎃 pumpkin", "nul\0inside", "x".repeat(23), "x".repeat(24), "é".repeat(40), "\ud800 lone"];

function scalar(random: Random): unknown {
  const pick = random.uint32() % 29;
  const bits = random.uint32() | 0;
  switch (pick) {
    case 0: return bits;
    case 1: return bits * 3.7;
    case 2: return bits * 0x10000;
    case 3: return -0;
    case 4: return [NaN, Infinity, -Infinity, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53][bits & 7];
    case 5: return STRINGS[random.uint32() % STRINGS.length];
    case 6: return (bits & 1) === 0;
    case 7: return null;
    case 8: return undefined;
    case 9: return new Date(bits * 1000 + 7);
    case 10: return new Date(NaN);
    case 11: return BigInt(bits) * 4_294_967_296n;
    case 12: return new ObjectId(Uint8Array.from({ length: 12 }, () => random.uint32() & 255));
    case 13: return Long.fromBits(bits, random.uint32() | 0);
    case 14: return new Int32(bits);
    case 15: return new Double(bits);
    case 16: return Decimal128.fromString(`${bits}.5`);
    case 17: return new Timestamp({ t: bits >>> 0, i: 7 });
    case 18: return new Binary(Uint8Array.from({ length: bits & 31 }, (_, i) => i), [0, 2, 3, 128][bits & 3] as number);
    case 19: return new UUID("00112233-4455-6677-8899-aabbccddeeff");
    case 20: return Uint8Array.from({ length: bits & 15 }, (_, i) => i);
    case 21: return /ab+c\/d/gim;
    case 22: return new BSONRegExp("^a(?i)b", "xi");
    case 23: return new BSONSymbol("symbol");
    case 24: return new Code("function () { return 1; }");
    case 25: return new Code("return x", { x: bits, nested: { y: [1] } });
    case 26: return new DBRef("books", new ObjectId("507f1f77bcf86cd799439011"), (bits & 1) === 0 ? undefined : "library", { note: 1, none: undefined });
    case 27: return (bits & 1) === 0 ? new MinKey() : new MaxKey();
    default: return function named(a: number): number { return a; };
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
  for (let i = 0; i < size; i++) made[`${keys[random.uint32() % keys.length]}${i % 3 === 0 ? "" : i}`] = value(random, depth);
  return made;
}

test("encodes generated documents as the driver does", () => {
  const random = new Random(7);
  for (let i = 0; i < 3000; i++) same(object(random, 0, random.uint32() % 8));
});

test("encodes maps, toBSON, holes and inherited fields as the driver does", () => {
  same({ map: new Map<string, unknown>([["x", 1], ["y", new Map([["z", 2]])]]) });
  same({ converted: { toBSON: () => ({ other: 1 }) }, list: [{ toBSON: () => 5 }] });
  // eslint-disable-next-line no-sparse-arrays
  same({ holes: [1, , 3] });
  same(Object.assign(Object.create({ inherited: 1 }) as Document, { own: 2 }));
  same({ symbol: Symbol("left out"), after: 1 });
});

test("keeps __proto__ a field like any other", () => {
  const document = JSON.parse('{"__proto__": {"polluted": 1}, "a": 1}') as Document;
  const back = decode(encode(document));
  assert.deepEqual(Object.keys(back), ["__proto__", "a"]);
  assert.equal(({} as Document)["polluted"], undefined);
});

test("refuses what is no BSON, with the driver's words", () => {
  const cyclic: Document = { a: [] };
  (cyclic["a"] as unknown[]).push({ back: cyclic });
  assert.throws(() => encode(cyclic), /Cannot convert circular structure to BSON/);
  const list: unknown[] = [];
  list.push(list);
  assert.throws(() => encode({ list }), /circular/);
  assert.throws(() => encode({ "a\0b": 1 }), /must not contain null bytes/);
  assert.throws(() => encode({ r: new BSONRegExp("a") && Object.assign(new BSONRegExp("a"), { pattern: "a\0" }) }), /null bytes/);
  assert.throws(() => encode({ x: { _bsontype: "Nonsense" } }), /Unrecognized or invalid _bsontype/);
  assert.throws(() => encode({ big: 2n ** 63n }), /does not fit in 64 bits/);
  assert.throws(() => encode([1]), /array as the root/);
});

test("refuses what is too deep or too large", () => {
  let deep: Document = {};
  for (let i = 0; i < 5000; i++) deep = { deep };
  assert.throws(() => encode(deep), /deeper than 200 levels/);
  const list: unknown[] = [];
  list.length = 1e9;
  assert.throws(() => encode({ list }), TooLargeError);
  assert.throws(() => encode({ text: "x".repeat(MAX_MESSAGE_BYTES) }), TooLargeError);
  same({ still: "works" });
});

test("the same object twice is no cycle", () => {
  const shared = { x: 1 };
  same({ a: shared, b: [shared, shared] });
});

test("round trip: 32-bit integers and doubles become numbers, 64-bit ones stay", () => {
  const back = decode(encode({ i: new Int32(5), d: new Double(5), l: Long.fromNumber(5), u: undefined, r: new BSONRegExp("(?i)x", "") }));
  assert.equal(back["i"], 5);
  assert.equal(back["d"], 5);
  assert.ok(back["l"] instanceof Long);
  assert.equal(back["u"], null);
  assert.ok(back["r"] instanceof BSONRegExp);
});
