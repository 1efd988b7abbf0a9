import assert from "node:assert/strict";
import { test } from "node:test";

import { Decimal128, Double, Int32, Long, ObjectId } from "bson";

import { amountOf } from "./amount.js";
import { expect } from "./expect.js";
import { rng } from "./random.js";
import { copy } from "./isolated_copies.js";
import { canonical, notAList, numberOf, requireData, shown } from "./values.js";

const said = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing";
};

test("numbers are equal whatever their type, fields in any order, undefined fields missing", () => {
  const id = new ObjectId("507f1f77bcf86cd799439011");
  for (const [a, b] of [
    [3, new Int32(3)],
    [3, Long.fromNumber(3)],
    [3, new Double(3)],
    [3, Decimal128.fromString("3")],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1, c: undefined },
    ],
    [null, undefined],
    [0, -0],
    [id, new ObjectId(id.toHexString())],
    [new Date(5), new Date(5)],
  ]) {
    assert.equal(canonical(a), canonical(b));
  }
  for (const [a, b] of [
    [3, "3"],
    [null, 0],
    [{ a: 1 }, { a: 1, b: null }],
    [
      [1, 2],
      [2, 1],
    ],
    [new Date(5), 5],
    [id, id.toHexString()],
    [Long.fromString("9007199254740993"), Long.fromString("9007199254740992")],
    [{ '"a":1,"b"': 1 }, { a: 1, b: 1 }],
  ]) {
    assert.notEqual(canonical(a), canonical(b));
  }
});

test("copies share no mutable parts", () => {
  const value = { list: [{ n: 1 }], at: new Date(5), ["__proto__x"]: 1 };
  Object.defineProperty(value, "__proto__", { value: { evil: true }, enumerable: true });
  const twin = copy(value) as typeof value;
  assert.deepEqual(Object.keys(twin), ["list", "at", "__proto__x", "__proto__"]);
  assert.equal(Object.getPrototypeOf(twin), Object.prototype);
  twin.list[0]!.n = 2;
  twin.at.setTime(6);
  assert.equal(value.list[0]!.n, 1);
  assert.equal(value.at.getTime(), 5);
  const ring: unknown[] = [];
  ring.push(ring);
  assert.match(
    said(() => copy(ring)),
    /nested too deeply, or holds itself/,
  );
  assert.match(
    said(() => canonical(ring)),
    /nested too deeply, or holds itself/,
  );
});

test("a count of one is singular", () => {
  assert.equal(
    [0, 1, 2].map((n) => amountOf(n, "round trip")).join(", "),
    "0 round trips, 1 round trip, 2 round trips",
  );
  assert.equal([1, 3].map((n) => amountOf(n, "query was", "queries were")).join(", "), "1 query was, 3 queries were");
  const wide = (n: number): Record<string, number> => ({ _id: 7, a: n, b: n, c: n, d: n });
  const seen = said(() => expect.sameSet([wide(1)], [wide(2)], "it"));
  assert.match(seen, /^it: 1 of 1 document differs; .*; and 1 more field$/);
  assert.match(
    said(() => expect.sameSet([5], [6, 6, 6, 6], "it")),
    /^it: 1 element, expected 4; /,
  );
});

test("failures state the observation", () => {
  assert.equal(
    said(() => expect.equal([1, { a: 2 }], [1, { a: 3 }], "it")),
    "it: expected [ 1, { a: 3 } ], got [ 1, { a: 2 } ]",
  );
  assert.equal(
    said(() => expect.equal({ done: 1, waiting: NaN }, { done: 1, waiting: 2 }, "it")),
    "it: `waiting` is missing, expected 2",
  );
  assert.equal(
    said(() => expect.equal({ done: 1 }, { done: 1, waiting: 2 }, "it")),
    "it: `waiting` is missing, expected 2",
  );
  assert.equal(
    said(() => expect.sameSet([10], [3], "it")),
    "it: expected [ 3 ], got [ 10 ]",
  );
  assert.equal(
    said(() => expect.sameSet([1, 2, 2], [2, 1, 3], "it")),
    "it: expected [ 2, 1, 3 ], got [ 1, 2, 2 ]",
  );
  assert.equal(
    said(() => expect.sameSet([1, 2, 2, 4], [2, 1, 3, 4], "it")),
    "it: 4 elements, expected 4; missing: 3; not expected: 2",
  );
  assert.equal(
    said(() => expect.sameSet([], [5, 5, 6, 7], "it")),
    "it: 0 elements, expected 4; missing: 4, for example 5",
  );
  const books = [{ _id: 1, a: { b: 1, c: 2 }, d: 3 }, { _id: 2 }];
  const changed = [{ _id: 2 }, { _id: 1, a: { b: 1, c: 9 }, e: null }];
  assert.equal(
    said(() => expect.sameSet(changed, books, "it")),
    "it: 1 of 2 documents differs; in { _id: 1 } a.c is 9, expected 2; d is missing, expected 3; e is null, expected missing",
  );
  const lines = [1, 2, 3, 4].map((n) => ({ sku: n, qty: n }));
  assert.equal(
    said(() => expect.sameSet([...lines.slice(1), { sku: 1, qty: 5 }], lines, "it")),
    "it: 1 of 4 documents differs; in { sku: 1 } qty is 5, expected 1",
  );
  assert.equal(
    said(() => expect.sameSet(null, [], "it")),
    "it: expected an array, got null",
  );
  assert.match(
    said(() => expect.ordered([1, 3, 2], [1, 2, 3], "it")),
    /^it: the right elements in another order; at place 2, 3 stands where 2 belongs$/,
  );
  const items = [
    { k: 1, v: "a" },
    { k: 1, v: "b" },
    { k: 2, v: "c" },
  ];
  expect.partlyOrdered([items[1], items[0], items[2]], items, "k");
  assert.match(
    said(() => expect.partlyOrdered([items[2], items[0], items[1]], items, "k", "it")),
    /^it: the right elements, but not in order; at place 1 stands \{ k: 2, v: 'c' \}$/,
  );
  assert.equal(
    said(() => expect.atMost(3, 2, "cost")),
    "cost: 3, the most allowed is 2",
  );
  assert.equal(
    said(() => expect.atMost(NaN, 2, "cost")),
    "cost: NaN, the most allowed is 2",
  );
  assert.equal(
    said(() => expect.atLeast(1, 2, "cost")),
    "cost: 1, the least allowed is 2",
  );
  assert.equal(
    said(() => expect.throws(() => 5, "it")),
    "it: expected an error, got 5",
  );
  assert.equal(
    said(() => expect.that("", "seen")),
    "seen",
  );
  for (const good of [
    () => expect.equal(1, 1),
    () => expect.sameSet([2, 1], [1, 2]),
    () => expect.ordered([1, 2], [1, 2]),
    () => expect.atMost(2, 2),
  ]) {
    assert.equal(said(good), "nothing");
  }
});

test("numbers may have any type, and strings are not numbers", () => {
  for (const five of [5, 5n, new Int32(5), new Double(5), Long.fromNumber(5), Decimal128.fromString("5")])
    assert.equal(numberOf(five), 5);
  for (const none of ["5", "", null, undefined, true, [5], {}, new Date(5)]) assert.ok(Number.isNaN(numberOf(none)));
});

test("long values are truncated", () => {
  assert.equal(shown(["Zoe\u0308", "a\u200bb"]), "[ 'Zoe\\u{308}', 'a\\u{200b}b' ]");
  assert.ok(shown("x".repeat(5000)).length < 700);
  assert.ok(shown(Array.from({ length: 5000 }, (_, i) => ({ i }))).length < 700);
});

test("randomness depends on seed and exercise only", () => {
  const draw = (seed: number, salt: string): number[] => {
    const random = rng(seed, salt);
    return [
      random(),
      random.int(1, 1e9),
      random.pick([1, 2, 3, 4, 5]),
      random.date(0, 1e12).getTime(),
      ...random.shuffle([1, 2, 3, 4, 5, 6]),
    ];
  };
  assert.deepEqual(draw(1, "a"), draw(1, "a"));
  assert.notDeepEqual(draw(1, "a"), draw(2, "a"));
  assert.notDeepEqual(draw(1, "a"), draw(1, "b"));
  const random = rng(7, "range");
  const drawn = Array.from({ length: 4000 }, () => random.int(2, 5));
  assert.deepEqual([...new Set(drawn)].sort(), [2, 3, 4, 5]);
  for (const value of [2, 3, 4, 5]) assert.ok(Math.abs(drawn.filter((d) => d === value).length - 1000) < 150);
  assert.deepEqual(random.shuffle([1, 2, 3, 4]).sort(), [1, 2, 3, 4]);
  assert.match(random.text(5), /^[A-Z]\w*( \w+){4}\.$/);
});

test("a copy has its own properties for names that every object inherits", () => {
  const given = JSON.parse('{ "__proto__": 1, "constructor": 2, "toString": { "valueOf": 3 }, "a": 4 }') as object;
  const copied = copy(given) as object;
  assert.deepEqual(Object.entries(copied), Object.entries(given));
  assert.deepEqual(Object.getOwnPropertyDescriptor(copied, "constructor"), {
    value: 2,
    enumerable: true,
    configurable: true,
    writable: true,
  });
});

test("values that are not data are named by their path", () => {
  const cursor = { toArray: () => [] };
  const path = (value: unknown): string => {
    try {
      requireData(value);
      return "data";
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(path([{ name: "a", numbers: [1] }, { numbers: cursor }]), "a cursor at [1].numbers");
  assert.equal(path({ a: { b: [Promise.resolve(1)] } }), "a promise at a.b[0]");
  assert.equal(path({ f: () => 1 }), "a function at f");
  const deep = { a: [{ b: { c: [{ d: [0, { numbers: cursor }] }] } }] };
  assert.equal(path(deep), "a cursor at a[0].b.c[0].d[1].numbers");
  assert.equal(path({ a: new Map([["x.y", { numbers: cursor }]]) }), 'a cursor at a["x.y"].numbers');
  assert.equal(path([new Map([[7, [Symbol("s")]]])]), "a symbol at [0][0][0]");
  assert.equal(path(new Set([1, cursor])), "a cursor at [1]");
  assert.equal(path(new Map([[cursor, 1]])), "a cursor at [0] (its key)");
  class Contact {
    numbers = cursor;
  }
  assert.equal(path({ one: new Contact() }), "a cursor at one.numbers");
  assert.equal(path(Object.assign(Object.create(null) as object, { seen: new WeakSet() })), "a WeakSet at seen");
  const itself: Record<string, unknown> = {};
  itself["left"] = itself["right"] = itself;
  assert.equal(path(itself), "The value is nested too deeply, or holds itself");
  assert.equal(path({ bytes: new Uint8Array(2), of: new Map([["a", new Date()]]) }), "data");
  assert.equal(path({ id: new ObjectId(), at: new Date(), list: [null, undefined, "x"] }), "data");
  assert.deepEqual(notAList([{ numbers: [1] }, { numbers: "x" }], "numbers"), { path: "[1].numbers", value: "x" });
  assert.equal(notAList([{ numbers: [] }], "numbers"), null);
});
