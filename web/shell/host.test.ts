/** JavaScript that the database calls. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Document } from "bson";
import { encode } from "./encode.js";
import type { Shell } from "./shell.js";
import { freshShell, ready, run } from "./test_support.js";

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
  for (const where of [
    "function () { return this.a > this.b }",
    "'this.a > this.b'",
    "'return this.a > this.b'",
    "'const { a, b } = this; return a > b;'",
    "'function () { return obj.a > obj.b }'",
    "Code('this.a > this.b')",
    "'(this.a > this.b);'",
    "'((this.a > this.b) && (5 == 5));'",
    "'(this.a) > (this.b)'",
    "'x = this.a; x > this.b;'",
    "'let x = this.a; x > this.b'",
    "'obj.a > obj.b'",
    "function () { return obj.a > obj.b }",
    "'(function () { return this.a > this.b })'",
  ]) {
    assert.deepEqual(ids(shell, `{ $where: ${where} }`), [3], where);
  }
  assert.deepEqual(ids(shell, "{ $where: () => false || true && 5 > 4 && false }"), []);
  assert.match(
    shell.evaluate("db.c.find({ $where: 'this.a) + (this.b' }).toArray()").error?.message ?? "",
    /SyntaxError|Unexpected/,
  );
});

test("a body's variables do not outlive the call", () => {
  const shell = filled();
  ids(shell, "{ $where: 'left = 1; left == 1' }");
  assert.equal(run(shell, "typeof left").value, "undefined");
});

test("server-side functions can wait, assert and read the clock; they have no db", () => {
  const shell = filled();
  const value = (body: string): unknown =>
    run(
      shell,
      `db.c.aggregate([{ $limit: 1 }, { $project: { _id: 0, v: { $function: { body: ${body}, args: [], lang: "js" } } } }]).toArray()[0].v`,
    ).value;
  assert.equal(value("function () { sleep(1); return 7; }"), 7);
  assert.equal(value("function () { assert(true); return Number(new Date()) > 0; }"), true);
  const failed = shell.evaluate("db.c.find({ $where: function () { assert(false, 'because'); } }).toArray()");
  assert.match(failed.error?.message ?? "", /assert failed : because/);
  const nested = shell.evaluate("db.c.find({ $where: function () { return db.c.countDocuments() > 0; } }).toArray()");
  assert.match(nested.error?.message ?? "", /db is not defined/);
});

test("a function that sleeps for longer than maxTimeMS ends the command", () => {
  const shell = filled();
  const find = (source: string, limit: number): unknown =>
    shell.evaluate(`db.c.find({ $where: ${source} }).maxTimeMS(${limit}).toArray()`).error?.message;
  assert.match(String(find("'sleep(200) || true'", 100)), /operation exceeded time limit/);
  assert.match(String(find("function () { while (true) sleep(10); }", 100)), /operation exceeded time limit/);
  assert.match(
    String(find("function () { try { sleep(100); } catch { return true; } }", 100)),
    /operation exceeded time limit/,
  );
  assert.equal(find("'sleep(1) || true'", 10_000), undefined);
  assert.equal(run(shell, "db.c.find({ $where: 'sleep(60000) || true' }).itcount() > 0").value, true);
  const code = "try { db.c.find({ $where: 'sleep(200)' }).maxTimeMS(1).toArray() } catch (error) { error.code }";
  assert.equal(run(shell, code).value, 50);
});

test("errors in callbacks are the server's, with the callback's text", () => {
  const shell = filled();
  const { error } = shell.evaluate("\ndb.c.find({ $where: function () { return missing.a } }).toArray()");
  assert.equal(error?.name, "MongoServerError");
  assert.match(error?.message ?? "", /missing is not defined/);
  assert.equal(error?.line, 2);
  assert.match(
    shell.evaluate("db.c.find({ $where: 'this is nonsense(' }).toArray()").error?.message ?? "",
    /SyntaxError|Unexpected/,
  );
});

test("a callback cannot use the database, and the shell keeps working", () => {
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
  assert.deepEqual(reduced.value, {
    results: [
      { _id: 1, value: 31 },
      { _id: 5, value: 31 },
    ],
    ok: 1,
  });
  run(shell, "db.c.mapReduce(function () { emit(this.a, 1) }, (key, values) => Array.sum(values), 'counts')");
  assert.deepEqual(run(shell, "db.counts.find().sort({ _id: 1 }).toArray()").value, [
    { _id: 1, value: 2 },
    { _id: 5, value: 1 },
  ]);
  assert.match(
    shell.evaluate("db.c.mapReduce(() => emit(1), () => 1, { out: { inline: 1 } })").error?.message ?? "",
    /emit takes 2 args/,
  );
});

test("callbacks have the functions of the server's JavaScript", () => {
  const shell = filled();
  const called = (body: string): unknown =>
    (
      run(
        shell,
        `db.aggregate([{ $documents: [{}] }, { $project: { r: { $function: { body: ${JSON.stringify(`function () { return ${body} }`)}, args: [], lang: "js" } } } }]).toArray()`,
      ).value as Document[]
    )[0]?.["r"];
  // The digests are those of RFC 1321.
  assert.equal(called(`hex_md5("")`), "d41d8cd98f00b204e9800998ecf8427e");
  assert.equal(called(`hex_md5("message digest")`), "f96b697d7cb7938d525a2f31aaf161d0");
  assert.equal(
    called(`hex_md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890")`),
    "57edf4a22be3c955ac49da2e2107b67a",
  );
  assert.deepEqual(
    called("[isNumber(1), isString(1), isObject({}), Array.contains([1, 2], 2), Array.contains([1], '1')]"),
    [true, false, true, true, false],
  );
  assert.deepEqual(
    called("[Array.sum([1, 2, 3]), Array.sum([]), Array.avg([1, 2]), Array.stdDev([1, 3]), Array.unique([1, 2, 1])]"),
    [6, null, 1.5, 1, [1, 2]],
  );
  assert.match(
    shell.evaluate("db.c.find({ $where: 'hex_md5(5)' }).toArray()").error?.message ?? "",
    /hex_md5 takes a single string argument/,
  );
});

test("a function's state ends with its command", () => {
  const shell = filled();
  const evaluated = (body: string): unknown[] =>
    (
      run(
        shell,
        `db.c.aggregate([{ $project: { n: { $function: { body: ${JSON.stringify(body)}, args: [], lang: "js" } } } }]).toArray()`,
      ).value as Document[]
    ).map(({ n }) => n as unknown);
  for (const body of [
    "function f() { return f.n = (f.n ?? 0) + 1 }",
    "function () { return globalThis.n = (globalThis.n ?? 0) + 1 }",
    "function () { return console.n = (console.n ?? 0) + 1 }",
  ]) {
    assert.deepEqual(evaluated(body), [1, 2, 3], body);
    assert.deepEqual(evaluated(body), [1, 2, 3], `${body} again`);
  }
  for (const name of ["config", "db", "sh", "Mongo", "setTimeout", "globalThis.config", "globalThis.db"]) {
    const [type] = evaluated(`function () { try { return typeof ${name} } catch (error) { return "undefined" } }`);
    assert.equal(
      type,
      name === "setTimeout" || name === "globalThis.setTimeout" ? typeof setTimeout : "undefined",
      name,
    );
  }
  const before = shell.engine.clock.now().getTime();
  evaluated("function () { sleep(1000) }");
  assert.equal(shell.engine.clock.now().getTime(), before);
  assert.deepEqual(evaluated("function () { return eval('isNumber(1) && typeof ObjectId') }"), [
    "function",
    "function",
    "function",
  ]);
});

test("$where and mapReduce see the functions of system.js, $function does not", () => {
  const shell = filled();
  run(
    shell,
    "db.system.js.insertMany([{ _id: 'addOne', value: Code('function (x) { return x + 1; }') }, { _id: 'addTwo', value: Code('function (x) { return addOne(addOne(x)); }') }, { _id: 'limit', value: 3 }, { _id: 'not a name', value: 1 }])",
  );
  assert.deepEqual(ids(shell, "{ $where: 'addOne(this.b) == limit' }"), [2]);
  assert.deepEqual(ids(shell, "{ $where: function () { return addTwo(this.b) === 5; } }"), [3]);
  const batches = "db.c.find({ $where: 'addOne(this.b) > 0' }).batchSize(1).map(({ _id }) => _id).toArray()";
  assert.deepEqual(run(shell, batches).value, [1, 2, 3]);
  const { value } = run(
    shell,
    "db.c.mapReduce(function () { emit(addOne(this.a), 1) }, (key, values) => addTwo(values.length), { out: { inline: 1 } })",
  );
  assert.deepEqual(value, {
    results: [
      { _id: 2, value: 4 },
      { _id: 6, value: 3 },
    ],
    ok: 1,
  });
  const unseen = shell.evaluate(
    "db.c.aggregate([{ $project: { v: { $function: { body: 'function () { return addOne(1); }', args: [], lang: 'js' } } } }])",
  );
  assert.match(unseen.error?.message ?? "", /addOne is not defined/);
  run(shell, "db.system.js.updateOne({ _id: 'limit' }, { $set: { value: 4 } })");
  assert.deepEqual(ids(shell, "{ $where: 'addOne(this.b) == limit' }"), [3]);
});

test("mapReduce reduces single values, and refuses invalid output options", () => {
  const shell = filled();
  const output = (out: string, more = ""): string =>
    shell.evaluate(
      `db.runCommand({ mapReduce: 'c', map: function () { emit(this._id === 1 ? undefined : 0, 'mapped') }, reduce: function () { return 'reduced' }, out: ${out}${more} })`,
    ).error?.message ?? "";
  const { value } = run(
    shell,
    "db.c.mapReduce(function () { if (this._id === 1) emit(0, 'mapped') }, () => 'reduced', { out: { inline: 1 } })",
  );
  assert.deepEqual(value, { results: [{ _id: 0, value: "reduced" }], ok: 1 });
  assert.match(output("{ inline: 1, sharded: true }"), /inline and sharded/);
  assert.match(output("{ merge: 'x', db: 'admin' }"), /internal DB admin/);
  assert.match(output("{ replace: 'x', db: 'config' }"), /internal DB config/);
  assert.match(output("{ inline: 1 }", ", writeConcern: { w: 1 }"), /does not support writeConcern/);
  assert.match(output("{ merge: 'x' }"), /'on' field '_id' cannot be missing, null, undefined or an array/);
});

test("server-side functions have the additions to Object, and $function has no this", () => {
  const shell = filled();
  const { value } = run(
    shell,
    "db.c.aggregate([{ $limit: 1 }, { $project: { _id: 0, v: { $function: { body: function (a) { return [Object.keySet({ x: 1, y: 2 }), Object.bsonsize({}), Object.keys(this).length]; }, args: [1], lang: 'js' } } } }]).toArray()[0].v",
  );
  assert.deepEqual(value, [["x", "y"], 5, 0]);
});
