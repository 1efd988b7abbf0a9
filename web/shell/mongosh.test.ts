/** What scripts print, as mongosh 2 prints it: each line is a script and all its output. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { freshShell, ready } from "./support.js";

before(ready);

/** Runs each script in a shell of its own and compares what it printed, its value and its error included. */
function prints(...cases: readonly (readonly [source: string, text: string])[]): void {
  for (const [source, text] of cases) {
    const { output } = freshShell().evaluate(source);
    assert.equal(output.map((item) => item.text).join("\n"), text, source);
  }
}

test("printjson puts every entry on a line and goes to any depth; undefined prints as nothing", () => {
  prints(
    ["printjson({ a: 1, b: [1, 'x'], c: {}, d: [] })", "{\n  a: 1,\n  b: [\n    1,\n    'x'\n  ],\n  c: {},\n  d: []\n}"],
    ["printjson({ a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } })", `{\n  a: {\n    b: {\n      c: {\n        d: {\n          e: {\n            f: {\n              g: {\n                h: 1\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}`],
    ["printjson('a\\nb'); printjson(5); printjson(null); printjson(new Date(0)); printjson(1, { a: 2 })", "a\nb\n5\nnull\nISODate('1970-01-01T00:00:00.000Z')\n1 {\n  a: 2\n}"],
    ["print(1, undefined, [undefined]); console.log(undefined, 'x'); print(); console.log('%s', 1)", "1  [ undefined ]\n x\n\n%s 1"],
  );
});

test("functions, boxed primitives and iterators print as what they are", () => {
  prints(
    ["({ b: function* () {}, c: class extends Map {} })", "{ b: [GeneratorFunction: b], c: [class c extends Map] }"],
    ["[new Number(5), new String('a'), new Boolean(true)]", "[ [Number: 5], [String: 'a'], [Boolean: true] ]"],
    ["(function* () { yield 1 })()", "Object [Generator] {}"],
  );
});

test("values of BSON types are made with and without new", () => {
  prints(
    ["[new NumberInt(5), new NumberLong('5'), new NumberDecimal('5'), new ISODate('2020-01-01')]", "[\n  Int32(5),\n  Long('5'),\n  Decimal128('5'),\n  ISODate('2020-01-01T00:00:00.000Z')\n]"],
    ["[new BinData(0, 'SGVsbG8='), new HexData(0, '48656c6c6f'), new MD5('0123456789abcdef0123456789abcdef')]", "[\n  Binary.createFromBase64('SGVsbG8=', 0),\n  Binary.createFromBase64('SGVsbG8=', 0),\n  MD5('0123456789abcdef0123456789abcdef')\n]"],
    ["[NumberLong('5') instanceof NumberLong, NumberLong('1') instanceof Long, ObjectId().constructor.name]", "[ true, true, 'ObjectId' ]"],
    ["[NumberInt('abc'), NumberInt('5.7'), NumberLong('5.5'), NumberLong('x')]", "[ Int32(0), Int32(5), Long('5'), Long('0') ]"],
    ["[ISODate(5), ISODate(null)]", "[\n  ISODate('1970-01-01T00:00:00.005Z'),\n  ISODate('1970-01-01T00:00:00.000Z')\n]"],
    ["NumberLong(5)", "Warning: NumberLong: specifying a number as argument is deprecated and may lead to loss of precision, pass a string instead\nLong('5')"],
    ["BinData('a', 'b')", "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type number, got string instead (BinData)"],
    ["DBRef()", "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (DBRef)"],
    ["ISODate('x')", 'MongoshInvalidInputError: [COMMON-10001] "x" is not a valid ISODate'],
    ["Decimal128(1.5)", "BSONError: Decimal128 must take a Buffer or string"],
  );
});
