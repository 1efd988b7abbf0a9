/** The decoder returns what the driver's deserializer returns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BSONRegExp, deserialize, Int32, Long, ObjectId, type Document } from "bson";
import { decode, decodeWithin } from "./decode.js";
import { encode } from "./encode.js";
import { FULL, inspect } from "./printing.js";
import { Random } from "./random.js";
import { randomDocument } from "./random_values.js";

/** Compares with the driver's reader; false where the driver throws, as for patterns that are invalid in JavaScript. */
function readAsByDriver(bytes: Uint8Array): boolean {
  let wanted: unknown;
  try {
    wanted = deserialize(bytes, { promoteLongs: false });
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  const mine = decode(bytes);
  assert.equal(inspect(mine, FULL), inspect(wanted, FULL));
  assert.deepEqual(encode(mine), encode(wanted));
  return true;
}

test("decodes generated documents as the driver does", () => {
  const random = new Random(3);
  for (let i = 0; i < 3000; i++) {
    // Inside a document of a reply: the driver looks for references only there.
    const bytes = encode({ documents: [randomDocument(random)] });
    if (!readAsByDriver(bytes)) continue;
  }
});

/** A document similar to another: sometimes with another value, an extra field or a missing one. */
function alike(document: Document, random: Random): Document {
  const made: Document = {};
  for (const [name, value] of Object.entries(document)) {
    const change = random.uint32() % 40;
    if (change === 0) made["extra"] = 1;
    if (change === 1) continue;
    const plain = value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
    made[name] = change === 2 ? randomDocument(random)["a"] : plain ? alike(value as Document, random) : value;
  }
  return made;
}

test("lists of similar documents decode like any others", () => {
  const random = new Random(5);
  const fixed: Document[] = [
    {
      _id: 1,
      name: "n",
      tags: ["a"],
      at: new Date(5),
      on: true,
      inner: { x: 1, y: { z: 2.5 } },
      id: new ObjectId("507f1f77bcf86cd799439011"),
    },
    { constructor: 1, toString: "s", class: null, hasOwnProperty: {}, get: [{ a: 1 }] },
    { averyveryverylongname: 1, b: "x".repeat(2000) },
  ];
  for (let i = 0; i < 400; i++) {
    const base = i % 4 === 3 ? randomDocument(random) : (fixed[i % 4] as Document);
    const other = i % 5 === 0 ? randomDocument(random) : base;
    const documents = Array.from({ length: 40 }, (_, at) => alike(at % 3 === 0 ? other : base, random));
    const bytes = encode({ documents });
    if (!readAsByDriver(bytes)) continue;
    // Truncated or damaged bytes are errors, as in other documents.
    const damaged = bytes.slice(0, i % 2 === 0 ? random.uint32() % bytes.length : bytes.length);
    if (damaged.length > 0) damaged[random.uint32() % damaged.length] = random.uint32() & 255;
    try {
      decode(damaged);
    } catch (error) {
      assert.match((error as Error).name, /BSON|RangeError|TypeError/);
    }
  }
});

test("a list keeps its number of elements, however long its first documents are", () => {
  const long = "x".repeat(300);
  const alike = (count: number, text: string): Document[] => Array.from({ length: count }, (_, n) => ({ n, text }));
  const lists = [
    alike(5_000, ""),
    // Preallocates more, or fewer, elements than the list has.
    [...alike(200, ""), ...alike(200, long)],
    [...alike(20, long), ...alike(5_000, "")],
    [...alike(100, ""), { other: 1 }, 7, ...alike(300, long), ...alike(2_000, "")],
    [{ other: 1 }, ...alike(400, "")],
  ];
  // The first time no shape is known; the second time the whole list is decoded as a run.
  for (const list of [...lists, ...lists]) {
    const read = decode(encode({ list }))["list"] as unknown[];
    assert.equal(read.length, list.length);
    assert.equal(Object.keys(read).length, list.length);
    assert.deepEqual(read, list);
  }
});

test("lists of documents with and without __proto__ change no prototype", () => {
  const one = JSON.parse('{"a": 1, "__proto__": {"polluted": 1}}') as Document;
  const { documents } = decode(encode({ documents: Array.from({ length: 50 }, () => one) })) as {
    documents: Document[];
  };
  for (const document of documents) {
    assert.equal(Object.getPrototypeOf(document), Object.prototype);
    assert.deepEqual(Object.keys(document), ["a", "__proto__"]);
  }
});

test("text longer than a block, at its edges, and beyond ASCII", () => {
  const texts = Array.from({ length: 3000 }, (_, i) => `${i}${"abc ".repeat((i % 300) * 3)}${i % 7 === 0 ? "ü" : ""}`);
  texts.push("x".repeat(100_000), "日".repeat(50_000), "");
  assert.deepEqual(decode(encode({ texts }))["texts"], texts);
});

test("32-bit integers and doubles are numbers, 64-bit ones stay Long", () => {
  const back = decode(encode({ i: new Int32(5), l: Long.fromNumber(5), d: 5.5 }));
  assert.deepEqual(back, { i: 5, l: Long.fromNumber(5), d: 5.5 });
});

test("regular expressions that JavaScript cannot express stay BSONRegExp", () => {
  const { a, b, c } = decode(encode({ a: new BSONRegExp("(?x)a b"), b: new BSONRegExp("a", "x"), c: /a/i }));
  assert.ok(a instanceof BSONRegExp && b instanceof BSONRegExp && c instanceof RegExp);
  assert.deepEqual(encode({ b }), encode({ b: new BSONRegExp("a", "x") }));
});

test("__proto__ is a field like any other", () => {
  const document = JSON.parse('{"__proto__": {"polluted": 1}, "a": 1}') as Record<string, unknown>;
  assert.deepEqual(Object.keys(decode(encode(document))), ["__proto__", "a"]);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});

test("damaged bytes are errors, not endless loops or values from outside them", () => {
  const random = new Random(9);
  for (let i = 0; i < 3000; i++) {
    const bytes = encode(randomDocument(random));
    const damaged = bytes.slice(0, random.uint32() % 4 === 0 ? random.uint32() % bytes.length : bytes.length);
    if (damaged.length > 0) damaged[random.uint32() % damaged.length] = random.uint32() & 255;
    try {
      decode(damaged);
    } catch (error) {
      assert.ok(error instanceof Error);
      assert.match(error.name, /BSON|RangeError|TypeError/);
    }
  }
});

test("a slice of larger bytes decodes like a copy of it, also if damaged", () => {
  const random = new Random(10);
  const outcome = (read: () => Document): string => {
    try {
      return inspect(read(), FULL);
    } catch (error) {
      return (error as Error).name;
    }
  };
  for (let i = 0; i < 2000; i++) {
    const bytes = encode(randomDocument(random));
    if (i % 2 === 1) bytes[4 + (random.uint32() % (bytes.length - 4))] = random.uint32() & 255;
    // The surrounding bytes would pass as text, names and terminators.
    const around = new Uint8Array(bytes.length + 64).fill(i % 4 === 3 ? 0 : 97);
    const start = random.uint32() % 32;
    around.set(bytes, start);
    const view = new DataView(around.buffer);
    assert.equal(
      outcome(() => decodeWithin(around, view, start, bytes.length)),
      outcome(() => decode(bytes)),
    );
  }
});

test("a name without a terminator is an error", () => {
  assert.throws(() => decode(Uint8Array.of(8, 0, 0, 0, 10, 97, 97, 97)), { name: "BSONError" });
});
