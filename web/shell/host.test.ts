/** JavaScript that the database calls. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Document } from "bson";
import { encode } from "./encode.js";
import type { Shell } from "./shell.js";
import { freshShell, ready, run } from "./support.js";

before(ready);

function filled(): Shell {
  const shell = freshShell();
  run(shell, "db.c.insertMany([{ _id: 1, a: 1, b: 1 }, { _id: 2, a: 1, b: 2 }, { _id: 3, a: 5, b: 3 }])");
  return shell;
}
function ids(shell: Shell, filter: string): unknown[] {
  return (run(shell, `db.c.find(${filter}).toArray()`).value as Document[]).map((document) => document["_id"]);
}

test("$where takes functions, sources, expressions and bodies", () => {
  const shell = filled();
  for (const where of ["function () { return this.a > this.b }", "() => false || true && 5 > 4 && false", "'this.a > this.b'", "'return this.a > this.b'", "'const { a, b } = this; return a > b;'", "'function () { return obj.a > obj.b }'", "Code('this.a > this.b')"]) {
    const expected = where.startsWith("()") ? [] : where.includes("obj") ? undefined : [3];
    if (expected) assert.deepEqual(ids(shell, `{ $where: ${where} }`), expected, where);
    else assert.equal(shell.evaluate(`db.c.find({ $where: ${where} }).toArray()`).error?.code, 139);
  }
  assert.deepEqual(ids(shell, "{ $where: 'obj.a > obj.b' }"), [3]);
});

test("errors in callbacks are the server's, with the callback's text", () => {
  const shell = filled();
  const { error } = shell.evaluate("\ndb.c.find({ $where: function () { return missing.a } }).toArray()");
  assert.equal(error?.name, "MongoServerError");
  assert.match(error?.message ?? "", /missing is not defined/);
  assert.equal(error?.line, 2);
  assert.match(shell.evaluate("db.c.find({ $where: 'this is nonsense(' }).toArray()").error?.message ?? "", /SyntaxError|Unexpected/);
});

test("a callback cannot use the database, and the shell goes on working", () => {
  const shell = filled();
  shell.engine.setHost(() => shell.engine.runCommandRaw(encode({ ping: 1, $db: "test" })));
  assert.match(shell.evaluate("db.c.find({ $where: '1' }).toArray()").error?.message ?? "", /cannot use the database/);
  assert.deepEqual(ids(shell, "{ _id: 1 }"), [1]);
});

test("mapReduce maps, reduces, finalizes and sees its scope", () => {
  const shell = filled();
  const reduced = run(
    shell,
    `db.c.mapReduce(
      function () { emit(this.a, this.b * factor); },
      function (key, values) { return Array.sum(values); },
      { out: { inline: 1 }, scope: { factor: 10, shift: (n) => n + 1 }, finalize: (key, value) => shift(value) })`,
  );
  assert.deepEqual(reduced.value, { results: [{ _id: 1, value: 31 }, { _id: 5, value: 31 }], ok: 1 });
  run(shell, "db.c.mapReduce(function () { emit(this.a, 1) }, (key, values) => Array.sum(values), 'counts')");
  assert.deepEqual(run(shell, "db.counts.find().sort({ _id: 1 }).toArray()").value, [
    { _id: 1, value: 2 },
    { _id: 5, value: 1 },
  ]);
  assert.match(shell.evaluate("db.c.mapReduce(() => emit(1), () => 1, { out: { inline: 1 } })").error?.message ?? "", /emit takes 2 args/);
});
