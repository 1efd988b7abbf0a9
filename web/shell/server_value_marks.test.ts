/**
 * Printing of the server's results as mongosh 2.12 prints them: in full, each document and array as if it stood alone.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { freshShell, ready } from "./test_support.js";

before(ready);

const DEEP = "{ b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } }";

function shellWithData(): ReturnType<typeof freshShell> {
  const shell = freshShell();
  shell.evaluate(`db.c.insertOne({ _id: 1, a: ${DEEP}, z: [[[[[1]]]]] })`);
  return shell;
}

test("the server's documents have no depth limit, and share lines level by level", () => {
  const document = (margin: string): string =>
    `{\n${margin}  _id: 1,\n${margin}  a: ${DEEP},\n${margin}  z: [ [ [ [ [ 1 ] ] ] ] ]\n${margin}}`;
  const shell = shellWithData();
  const array = `[\n  ${document("  ")}\n]`;
  for (const [source, text] of [
    ["db.c.findOne()", document("")],
    ["print(db.c.find().next())", document("")],
    ["db.c.find().forEach((d) => print(d))", document("")],
    ["for (const d of db.c.find()) print(d)", document("")],
    ["db.c.find()", array],
    ["db.c.find().toArray()", array],
    ["db.c.aggregate([])", array],
    ["db.c.findAndModify({ query: {}, update: { $set: { n: 1 } }, fields: { n: 0 } })", document("")],
    ["[db.c.findOne({}, { n: 0 })]", array],
    ["db.c.findOne().a", DEEP],
    ["({ ...db.c.findOne({}, { n: 0 }) })", document("")],
    [
      "db.runCommand({ find: 'c', projection: { a: 1 } }).cursor.firstBatch",
      `[\n  {\n    _id: 1,\n    a: ${DEEP}\n  }\n]`,
    ],
    [
      "db.c.find().map((d) => ({ p: d.z, q: { r: { s: { t: { u: 1 } } } } }))",
      "[\n  {\n    p: [ [ [ [ [ 1 ] ] ] ] ],\n    q: {\n      r: { s: { t: { u: 1 } } }\n    }\n  }\n]",
    ],
  ] as const) {
    assert.equal(
      shell
        .evaluate(source)
        .output.map((item) => item.text)
        .join("\n"),
      text,
      source,
    );
  }
});

test("values that a script adds to them, and copies of them, have a script's limits", () => {
  const shell = shellWithData();
  const text = (source: string): string => shell.evaluate(source).printed;
  assert.equal(
    text("var d = db.c.findOne({}, { _id: 1 }); d.q = { a: { b: { c: { d: { e: 1 } } } } }; d"),
    "{\n  _id: 1,\n  q: {\n    a: {\n      b: { c: { d: { e: 1 } } }\n    }\n  }\n}",
  );
  assert.match(text("JSON.parse(JSON.stringify(db.c.findOne()))"), /g: \[Object\]/);
});

test("arrays of results print in full; explain's output is laid out as a script's", () => {
  const shell = freshShell();
  shell.evaluate("db.c.insertMany(Array.from({ length: 120 }, (_, i) => ({ _id: i })))");
  for (const source of [
    "db.c.find().toArray()",
    "db.c.distinct('_id')",
    "db.c.aggregate([{ $group: { _id: null, all: { $push: '$_id' } } }])",
  ]) {
    const { printed } = shell.evaluate(source);
    assert.match(printed, /\b119\b/, source);
    assert.doesNotMatch(printed, /more item/, source);
  }
  assert.match(shell.evaluate("db.c.find().map((d) => d._id).toArray()").printed, /\.\.\. 20 more items/);
  assert.match(shell.evaluate("db.c.find().explain()").printed, /serverInfo: \{\n {4}host: /);
  assert.match(
    shell.evaluate("db.c.stats()").printed,
    /^\{\n {2}ok: 1,\n {2}capped: false,\n {2}sharded: false,\n {2}size: /,
  );
});

test("a document that contains itself is printed once", () => {
  const shell = shellWithData();
  assert.match(
    shell.evaluate("var d = db.c.findOne({}, { _id: 1 }); d.self = d; d.list = [d]; d").printed,
    /^<ref \*1> \{ _id: 1, self: \[Circular \*1\], list: \[ \[Circular \*1\] \] \}$/,
  );
});
