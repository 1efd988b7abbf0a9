import assert from "node:assert/strict";
import { test } from "node:test";

import { mutants, sampled, type Mutant } from "./mutants.js";

/** The mutants of one kind, without whitespace. */
function made(source: string, kind: string): string[] {
  return mutants(source)
    .filter((mutant) => mutant.kind === kind)
    .map((mutant) => mutant.source.replace(/\s+/g, ""));
}

test("a field of a filter, an option, an index can be missing", () => {
  assert.deepEqual(made("db.a.find({ x: 1, y: 2 })", "drop a field"), ["db.a.find({y:2})", "db.a.find({x:1})"]);
  assert.deepEqual(made("db.a.createIndex(keys, { unique: true })", "drop a field"), ["db.a.createIndex(keys,{})"]);
  assert.deepEqual(made("db.a.updateOne(q, u, { upsert: true })", "drop an argument"), ["db.a.updateOne(q,u)"]);
  assert.deepEqual(made("db.a.aggregate([{ $match: m }, { $sort: s }])", "drop an element"), [
    "db.a.aggregate([{$sort:s}])",
    "db.a.aggregate([{$match:m}])",
  ]);
});

test("operators and methods are replaced by similar ones", () => {
  assert.deepEqual(made("db.a.updateOne(q, { $inc: { n } })", "swap an operator"), ["db.a.updateOne(q,{$set:{n}})"]);
  assert.deepEqual(made("db.a.find({ n: { $gte: x } })", "swap an operator"), ["db.a.find({n:{$gt:x}})"]);
  assert.deepEqual(made("db.a.updateMany(q, u)", "swap a method"), ["db.a.updateOne(q,u)"]);
});

test("sort orders are dropped and reversed, but not incremented", () => {
  const source = "db.a.find().sort({ x: -1 }).limit(10)";
  assert.deepEqual(made(source, "drop a link of a chain"), ["db.a.find().limit(10)", "db.a.find().sort({x:-1})"]);
  assert.deepEqual(made(source, "turn an order"), ["db.a.find().sort({x:1}).limit(10)"]);
  assert.deepEqual(
    made(source, "off by one").filter((text) => text.includes("limit(")),
    ["db.a.find().sort({x:-1}).limit(11)", "db.a.find().sort({x:-1}).limit((9))"],
  );
  assert.deepEqual(made("db.a.find({}, { x: 1 })", "off by one"), []);
  assert.deepEqual(made("f({ $inc: { n: 1 } })", "off by one"), ["f({$inc:{n:2}})", "f({$inc:{n:(0)}})"]);
});

test("guards are removed and negated, returns dropped", () => {
  assert.deepEqual(made("if (a) b();", "guard"), ["if(true)b();", "if(false)b();", "if(!(a))b();"]);
  assert.deepEqual(made("x = a && b", "drop a condition"), ["x=(a)", "x=(b)"]);
  assert.deepEqual(made("function f() { return a; }", "drop a return"), ["functionf(){void(a);}"]);
});

test("adjacent writes are swapped, unless the second needs the first", () => {
  const body = (first: string): string => `function f() { ${first} db.b.deleteOne(q); }`;
  assert.deepEqual(made(body("db.a.insertOne(d);"), "reorder two writes"), [
    "functionf(){db.b.deleteOne(q);db.a.insertOne(d);}",
  ]);
  assert.deepEqual(made(body("const q = db.a.insertOne(d);"), "reorder two writes"), []);
  assert.deepEqual(made(body("db.a.find(d);"), "reorder two writes"), []);
});

test("every mutant parses, is unique, and has its line", () => {
  const source =
    "// A design.\nfunction f(db, n) {\n  if (n > 0) db.a.updateOne({ _id: n }, { $set: { n: 1 } }, { upsert: true });\n  return db.a.find().sort({ n: 1 });\n}\n";
  const all = mutants(source);
  assert.ok(all.length > 15);
  assert.equal(new Set([source, ...all.map((mutant) => mutant.source)]).size, all.length + 1);
  for (const mutant of all) new Function(mutant.source);
  assert.deepEqual(
    new Set(all.filter((mutant) => mutant.kind === "turn an order").map((mutant) => mutant.line)),
    new Set([4]),
  );
});

test("a sample depends only on the seed, and contains each kind", () => {
  const all: Mutant[] = Array.from({ length: 90 }, (_, i) => ({
    kind: i < 80 ? "a" : i < 89 ? "b" : "c",
    line: 1,
    says: "",
    source: String(i),
    index: false,
  }));
  const some = sampled(all, 12, 1, "x");
  assert.deepEqual(some, sampled(all, 12, 1, "x"));
  assert.notDeepEqual(some, sampled(all, 12, 2, "x"));
  assert.equal(some.length, 12);
  assert.deepEqual([...new Set(some.map((mutant) => mutant.kind))].sort(), ["a", "b", "c"]);
  assert.equal(sampled(all, 200, 1, "x").length, 90);
});

test("limits, separators, rounded dates, names as ids, reads before writes", () => {
  assert.equal(made("db.a.find({ x })", "limit a result").length, 2);
  assert.match(made("db.a.find({ x })", "limit a result")[0] ?? "", /^db\.a\.find\(\{x\}\)\.limit\(\d+\)$/);
  assert.match(made("db.a.aggregate([{ $match: m }])", "limit a result")[0] ?? "", /\{\$match:m\},\{\$limit:\d+\}\]/);
  assert.deepEqual(made("const k = `${a}|${b}/x`", "drop a separator"), ["constk=`${a}${b}/x`"]);
  assert.deepEqual(made('[a, b].join("-")', "drop a separator"), ['[a,b].join("")']);
  assert.equal(made("f(new Date())", "round a date").length, 3);
  assert.deepEqual(made("db.a.insertOne({ name, n: 1 })", "take a name for the _id"), [
    "db.a.insertOne({_id:name,name,n:1})",
  ]);
  assert.deepEqual(made("db.a.find({ name })", "take a name for the _id"), []);
  assert.deepEqual(made("db.a.deleteOne({ x: 1 })", "look, then write"), [
    "((found)=>found?db.a.deleteOne({_id:found._id}):{matchedCount:0,modifiedCount:0,deletedCount:0})(db.a.findOne({x:1}))",
  ]);
  assert.deepEqual(made("db.a.updateOne({ x }, u, { upsert: true })", "look, then write"), []);
  assert.deepEqual(made("return_(r.modifiedCount === 1)", "ignore a refusal"), ["return_((r.modifiedCount===1,true))"]);
  assert.deepEqual(made("function f() { db.a.updateOne(q, u); return db.a.findOne(q).n; }", "write after the answer"), [
    "functionf(){try{returndb.a.findOne(q).n;}finally{db.a.updateOne(q,u);}}",
  ]);
  assert.deepEqual(made("function f() { db.a.updateOne(q, u); return n; }", "write after the answer"), []);
  assert.deepEqual(made("f({ $literal: x })", "drop a $literal"), ["f(x)"]);
});
