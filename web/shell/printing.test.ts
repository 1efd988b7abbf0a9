/** The layout is that of Node's `util.inspect`; BSON types print as in mongosh. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect as nodeInspect } from "node:util";
import {
  Binary,
  BSONRegExp,
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
import { inspect, show } from "./printing.js";
import { Random } from "./random.js";

const NODE = { depth: 6, maxArrayLength: 100, maxStringLength: 10_000, breakLength: 80, compact: 3 } as const;

function same(value: unknown): void {
  const mine = inspect(value).split("\n");
  const wanted = nodeInspect(value, NODE).split("\n");
  const differs = wanted.findIndex((line, i) => line !== mine[i]);
  const from = Math.max(0, differs - 3);
  if (differs >= 0) assert.deepEqual(mine.slice(from, differs + 3), wanted.slice(from, differs + 3));
  assert.equal(mine.length, wanted.length);
}

const WORDS = [
  "",
  "a",
  "it's",
  'say "x"',
  `both ' and "`,
  "all ' \" `",
  "line\nbreak",
  "tab\t\x01\x7f",
  "back\\slash",
  "word ".repeat(20),
  "one\ntwo ".repeat(12),
  "\ud800",
  "ünïcode",
];

function value(random: Random, depth: number): unknown {
  const pick = random.uint32() % 14;
  if (depth > 8 || pick < 8 + (depth > 2 ? 3 : 0)) {
    return [
      random.uint32() % 1000,
      random.next(),
      WORDS[random.uint32() % WORDS.length],
      null,
      undefined,
      true,
      -0,
      12n,
    ][pick % 8];
  }
  const size = random.uint32() % (pick === 8 && depth > 1 ? 130 : 9);
  if (pick % 2 === 0) {
    const plain = random.uint32() % 2 === 0;
    return Array.from({ length: size }, () => (plain ? random.uint32() % 5000 : value(random, depth + 1)));
  }
  const made: Record<string, unknown> = {};
  for (let i = 0; i < size; i++)
    made[`${["key", "with space", "dotted.name", "x", "quo'te"][random.uint32() % 5]}${i || ""}`] = value(
      random,
      depth + 1,
    );
  return made;
}

test("prints generated values in Node's layout", () => {
  const random = new Random(11);
  for (let i = 0; i < 2000; i++) same(value(random, 0));
});

test("prints classes, maps, sets, holes, functions and cycles as Node does", () => {
  class Point {
    x = 1;
  }
  const cyclic: Record<string, unknown> = { name: "c" };
  cyclic["self"] = cyclic;
  cyclic["list"] = [cyclic];
  for (const one of [
    new Point(),
    [new Point()],
    new Map([["a", { b: 1 }]]),
    new Set([1, "x"]),
    [1, , , 4],
    cyclic,
    Object.create(null),
    Symbol("s"),
    { [Symbol("k")]: 1 },
    (a: number) => a,
    class Named {},
    function named() {},
    {
      get x() {
        return 1;
      },
      set y(_v: number) {},
    },
    Uint8Array.from([1, 2, 3]),
    /re/gi,
  ]) {
    same(one);
  }
});

test("prints BSON types as the calls that make them", () => {
  const id = new ObjectId("507f1f77bcf86cd799439011");
  const cases: [unknown, string][] = [
    [id, "ObjectId('507f1f77bcf86cd799439011')"],
    [new Date(1350302400000), "ISODate('2012-10-15T12:00:00.000Z')"],
    [Long.fromString("9007199254740993"), "Long('9007199254740993')"],
    [new Int32(5), "Int32(5)"],
    [new Double(2.5), "Double(2.5)"],
    [Decimal128.fromString("1.50"), "Decimal128('1.50')"],
    [new Timestamp({ t: 5, i: 2 }), "Timestamp({ t: 5, i: 2 })"],
    [new UUID("00112233-4455-6677-8899-aabbccddeeff"), "UUID('00112233-4455-6677-8899-aabbccddeeff')"],
    [new Binary(Uint8Array.from([1, 2])), "Binary.createFromBase64('AQI=', 0)"],
    [new MinKey(), "MinKey()"],
    [new MaxKey(), "MaxKey()"],
    [new Code("f()"), "Code('f()')"],
    [new Code("f()", { a: 1 }), "Code('f()', { a: 1 })"],
    [new DBRef("books", id), "DBRef('books', ObjectId('507f1f77bcf86cd799439011'))"],
    [new BSONRegExp("a", "i"), "BSONRegExp('a', 'i')"],
    [/^a/i, "/^a/i"],
    [new Date(NaN), "Invalid Date"],
  ];
  for (const [given, expected] of cases) assert.equal(inspect(given), expected);
  assert.equal(inspect({ _id: id, n: [Long.ONE] }), "{ _id: ObjectId('507f1f77bcf86cd799439011'), n: [ Long('1') ] }");
});

test("a string prints verbatim, and quoted inside other values", () => {
  assert.equal(show("it's"), "it's");
  assert.equal(show(["it's"]), `[ "it's" ]`);
});

test("calls no getter and survives hostile objects", () => {
  let called = false;
  const trap = {
    get x() {
      called = true;
      return 1;
    },
  };
  assert.equal(inspect(trap), "{ x: [Getter] }");
  assert.equal(called, false);
  assert.equal(inspect({ _bsontype: "ObjectId" }), "{ _bsontype: 'ObjectId' }");
  let deep: unknown = 1;
  for (let i = 0; i < 10_000; i++) deep = [deep];
  assert.match(inspect(deep, { depth: Infinity }), /\[Array\]/);
});

test("prints opaque objects, boxes, arguments, buffers and subclasses as Node does", () => {
  class Catalogue extends Map<unknown, unknown> {}
  class Bag extends Set<unknown> {}
  const given = (
    function () {
      return arguments;
    } as (...values: unknown[]) => unknown
  )(1, "b");
  const values = [
    new WeakMap(),
    new WeakSet(),
    Object(10n),
    Object(Symbol("s")),
    given,
    new ArrayBuffer(3),
    Uint8Array.from({ length: 110 }, (_, i) => i).buffer,
    new Catalogue([[1, { a: 2 }]]),
    new Bag([1]),
    new Catalogue(),
  ];
  for (const one of [...values, ...values.map((value) => [value])]) same(one);
});

test("a scope or an id inside a value prints as if it were at the top", () => {
  const code = new Code("x", { a: { b: { c: { d: 1 } } } });
  assert.equal(inspect({ a: { b: { c: new Code("x", { a: 1 }) } } }), "{ a: { b: { c: Code('x', { a: 1 }) } } }");
  assert.equal(
    inspect({ a: { b: { c: code } } }),
    "{\n  a: {\n    b: {\n      c: Code('x', {\n        a: { b: { c: { d: 1 } } }\n      })\n    }\n  }\n}",
  );
});

test("a field named constructor is a field, and a buffer's bytes are a level", () => {
  class Tree {}
  for (const one of [
    { constructor: Tree, rings: 3 },
    [{ constructor: Array }],
    Object.assign(new Tree(), { constructor: Map }),
    Object.create({ constructor: Tree }),
  ])
    same(one);
  for (const one of [[{ a: { b: { c: 1 } } }, new ArrayBuffer(3)], { bytes: { a: { b: new ArrayBuffer(0) } } }])
    same(one);
});

test("an object with only a type's prototype prints by its properties", () => {
  for (const [type, text] of [
    [Map, "Map {}"],
    [Set, "Set {}"],
    [Date, "Date {}"],
    [Number, "Number {}"],
    [ArrayBuffer, "ArrayBuffer {}"],
  ] as const) {
    assert.equal(inspect(Object.create(type.prototype as object)), text);
    assert.equal(inspect([Object.create(type.prototype as object)]), `[ ${text} ]`);
  }
});

test("errors are printed with their cause and their own fields", () => {
  const failed = Object.assign(new TypeError("no"), { code: 5 });
  for (const [value, text] of [
    [new Error("a"), "Error: a"],
    [failed, "TypeError: no { code: 5 }"],
    [new Error("a", { cause: failed }), "Error: a { [cause]: [TypeError: no] { code: 5 } }"],
    [{ e: new Error("a", { cause: "b" }) }, "{ e: [Error: a] { [cause]: 'b' } }"],
    [new AggregateError([new Error("x")], "all"), "AggregateError: all { [errors]: [ [Error: x] ] }"],
  ] as const) {
    assert.equal(inspect(value), text);
  }
});
