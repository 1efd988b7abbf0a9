/** Scripts: values, variables that persist, `await`, positions of errors, lines of profile entries. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Engine } from "./engine.js";
import { Shell } from "./shell.js";
import { freshShell, ready, run } from "./test_support.js";

before(ready);

/** Values of scripts that run one after the other in one shell. */
function values(...sources: string[]): unknown[] {
  const shell = freshShell();
  return sources.map((source) => run(shell, source).value);
}
function failure(source: string): {
  name: string;
  message: string;
  line: number | undefined;
  column: number | undefined;
} {
  const { error } = freshShell().evaluate(source);
  assert.ok(error, `no error: ${source}`);
  return { name: error.name, message: error.message, line: error.line, column: error.column };
}

test("the value is that of the last expression statement", () => {
  assert.deepEqual(values("1 + 1"), [2]);
  assert.deepEqual(values("1; 2;"), [2]);
  assert.deepEqual(values("5; let x = 6;"), [5]);
  assert.deepEqual(values("const a = 1;"), [undefined]);
  assert.deepEqual(values("if (true) { 'yes' } else { 'no' }"), ["yes"]);
  assert.deepEqual(values("for (let i = 0; i < 4; i++) i * 2;"), [6]);
  assert.deepEqual(values("1, 2"), [2]);
  assert.deepEqual(values("try { 'done' } finally { 'put away' }"), ["done"]);
  assert.deepEqual(values("try { null.x } catch { if (true) 'caught' } finally { 'put away' }"), ["caught"]);
  assert.deepEqual(values("({ a: 1 }).a"), [1]);
  assert.deepEqual(values(""), [undefined]);
  assert.deepEqual(values("'use strict'; 3"), [3]);
});

test("declarations persist for later scripts", () => {
  assert.deepEqual(
    values(
      "const a = 1; let b = 2; var c = 3; function d() { return a + b + c } class E { f() { return 5 } }",
      "a + b + c",
      "d() + new E().f()",
    ).slice(1),
    [6, 11],
  );
  assert.deepEqual(
    values("let n = 1; function get() { return n }", "n = 2; get()", "n += 5", "get()").slice(1),
    [2, 7, 7],
  );
  assert.deepEqual(values("const { x, y: [z = 9, ...rest] } = { x: 1, y: [undefined, 2, 3] };", "[x, z, rest]")[1], [
    1,
    9,
    [2, 3],
  ]);
  assert.deepEqual(values("let a = 1", "let a = 2", "a")[2], 2);
  assert.deepEqual(values("loose = 4", "loose + 1"), [4, 5]);
  assert.equal((globalThis as Record<string, unknown>)["loose"], undefined);
});

test("top-level constants can be changed and redeclared, others cannot", () => {
  assert.deepEqual(values("const a = 1; a = 2", "a += 1", "const a = 5", "a"), [2, 3, undefined, 5]);
  assert.equal(failure("function f() {\n  const b = 1;\n  b = 2;\n}\nf()").line, 3);
});

test("functions of earlier scripts see redeclared variables", () => {
  assert.equal(values("let a = 1; function f() { return a }", "let a = 2; f()")[1], 2);
  assert.equal(values("const a = 1; const f = () => a", "const a = 2", "f()")[2], 2);
  assert.equal(values("var a = 1; function f() { return a }", "var a", "f()")[2], 1);
  assert.equal(values("let a = 1; function f() { return a }", "let a", "f()")[2], undefined);
  assert.equal(
    values("let a = 1; function f() { return a }", "let { a, b } = { a: 3, b: 4 }, [c] = [5]", "f() + b + c")[2],
    12,
  );
  assert.equal(values("let a = 1; function f() { return a }", "1\nlet b = 2, a = b + 1", "f() * 10 + b")[2], 32);
  assert.equal(values("function g() { return 1 } function f() { return g() }", "function g() { return 2 }\nf()")[1], 2);
  assert.equal(values("function g() { return 1 } function f() { return g() }", "let g = () => 3; f()")[1], 3);
  assert.equal(values("let a = 1; function f() { return a }", "{ let a = 9; } f()")[1], 1);
});

test("a variable whose script failed before initializing it can be redeclared", () => {
  const shell = freshShell();
  assert.equal(shell.evaluate("throw new Error('early'); let late = 1").error?.message, "early");
  run(shell, "let late = 2");
  assert.equal(run(shell, "late").value, 2);
});

test("declared functions and classes are values, and statements without a value keep the last one", () => {
  const shell = freshShell();
  for (const [source, printed] of [
    ["5; function f() {}", "[Function: f]"],
    ["function f() {}; 5", "5"],
    ["class K extends Map {}\nlet y = 1", "[class K extends Map]"],
    ["5; if (false) 6", "5"],
    ["5; for (const x of []) x", "5"],
    ["5; var z = 6", "5"],
    ["let w = 0; while (w < 3) w++", "2"],
  ] as const) {
    assert.equal(run(shell, source).printed, printed, source);
  }
});

test("in strict scripts undeclared names are errors", () => {
  assert.equal(failure("'use strict'; undeclared = 1").name, "ReferenceError");
});

test("one shell's variables are not another's", () => {
  const engine = new Engine();
  run(new Shell(engine), "let mine = 1");
  assert.equal(new Shell(engine).evaluate("mine").error?.name, "ReferenceError");
});

test("await and async functions are synchronous", () => {
  assert.deepEqual(values("await 5", "await (1, 2)", "let it = 3; it"), [5, 2, 3]);
  assert.deepEqual(values("(await db.c.insertOne({ _id: 1 })).insertedId"), [1]);
  assert.deepEqual(values("async function f(a) { return (await a) + 1 }\nawait f(2) + await f(await f(3))"), [8]);
  assert.deepEqual(values("const f = async x => x * 2, g = async (x) => ({ x });\n[await f(4), (await g(1)).x]"), [
    [8, 1],
  ]);
  assert.deepEqual(
    values(
      "class A { async m() { return this.v } v = 3; static async s() { return 4 } }\nconst o = { async p() { return 5 }, async: 1 };\n[await new A().m(), await A.s(), await o.p(), o.async]",
    ),
    [[3, 4, 5, 1]],
  );
  assert.deepEqual(values("await Promise.all([1, Promise.resolve(2), (async () => 3)()])"), [[1, 2, 3]]);
  assert.deepEqual(
    values("let seen; (async () => { throw new Error('x') })().catch(e => { seen = e.message }); seen"),
    ["x"],
  );
  assert.deepEqual(
    values(
      "async function none() {} const o = { async m() {} }; [await none(), await o.m(), await (async () => {})()]",
    ),
    [[undefined, undefined, undefined]],
  );
  assert.deepEqual(values("let sum = 0; for await (const x of [1, 2]) { sum += x } sum"), [3]);
  assert.equal(failure("async function f() { throw new TypeError('lost') }\nf()").message, "lost");
  assert.deepEqual(
    values(
      "async function f() { try { await Promise.reject(new Error('a')) } catch (e) { return e.message } }\nawait f()",
    ),
    ["a"],
  );
});

test("shell commands work between statements", () => {
  const shell = freshShell();
  const { output } = run(shell, "db.books.insertOne({});\nshow collections\nuse other\ndb.getName()");
  assert.deepEqual(
    output.map((item) => [item.line, item.text]),
    [
      [2, "books"],
      [3, "switched to db other"],
      [4, "other"],
    ],
  );
  assert.equal(shell.db.getName(), "other");
  assert.equal(run(shell, "db.getName()").value, "other");
  assert.equal(run(shell, "use('test'); db.getName()").value, "test");
  assert.equal(run(shell, "db = db.getSiblingDB('third')").printed, "third");
  assert.equal(shell.db.getName(), "third");
  assert.equal(run(shell, "`\nuse text\n`").value, "\nuse text\n");
});

test("functions follow a change of db", () => {
  assert.deepEqual(values("function name() { return db.getName() }", "use('other'); name()")[1], "other");
});

test("syntax errors have a position", () => {
  assert.deepEqual(failure("let a = 1;\nlet b = = 2;"), {
    name: "SyntaxError",
    message: "Unexpected token (2:8)",
    line: 2,
    column: 9,
  });
  assert.equal(failure("db.c.find({").line, 1);
  assert.equal(failure("let x = 1; let x = 2;").column, 16);
});

test("runtime errors have their position in the source, whatever was rewritten before them", () => {
  assert.deepEqual(failure("missing()"), {
    name: "ReferenceError",
    message: "missing is not defined",
    line: 1,
    column: 1,
  });
  assert.deepEqual(failure("const a = 1;\n  null.x;"), {
    name: "TypeError",
    message: "Cannot read properties of null (reading 'x')",
    line: 2,
    column: 8,
  });
  const awaited = failure("await 1; await 2; missing()");
  assert.deepEqual([awaited.line, awaited.column], [1, 19]);
  const inAsync = failure("\nconst f = async (x) => { await x; missing(x) };\nawait f(1)");
  assert.deepEqual([inAsync.line, inAsync.column], [2, 35]);
  const server = failure("db.c.insertOne({ _id: 1 });\n\n   db.c.insertOne({ _id: 1 })");
  assert.deepEqual([server.name, server.line, server.column], ["MongoServerError", 3, 9]);
  assert.equal(failure("1;\n2;\ndb.c.find({ $nonsense: 1 })").line, 3);
  const strict = failure("'use strict'; missing()");
  assert.deepEqual([strict.line, strict.column], [1, 15]);
});

test("an error in a function of an earlier script has its position in that script", () => {
  const shell = freshShell();
  run(shell, "\n\nfunction f() { missing() }");
  assert.equal(shell.evaluate("f()").error?.line, 3);
});

test("server errors carry the server's code and details", () => {
  const { error } = freshShell().evaluate("db.c.insertOne({ _id: 1 }); db.c.insertOne({ _id: 1 })");
  assert.equal(error?.code, 11000);
  assert.equal(error?.message, "E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 1 }");
  const command = freshShell().evaluate("db.runCommand({ nonsense: 1 })").error;
  assert.equal(command?.code, 59);
  assert.equal(command?.codeName, "CommandNotFound");
});

test("documents beyond the server's limits are refused by the server", () => {
  assert.match(
    failure("db.c.insertOne({ text: 'x'.repeat(17 * 1024 * 1024) })").message,
    /too large|Size must be between/,
  );
  assert.match(
    failure("let d = {}; for (let i = 0; i < 110; i++) d = { d }; db.c.insertOne(d)").message,
    /nesting depth|levels/,
  );
  assert.match(failure("db.c.insertOne({ text: 'ü'.repeat(30e6) })").message, /larger than 48000000 bytes/);
});

test("anything may be thrown", () => {
  assert.equal(failure("throw 'text'").message, "text");
  assert.equal(failure("throw { a: 1 }").message, "{ a: 1 }");
  assert.match(failure("throw new Proxy({}, { getPrototypeOf() { throw 1 } })").message, /cannot be read/);
  assert.match(
    failure("throw Object.defineProperty(new Error('x'), 'code', { get() { throw 1 } })").message,
    /cannot be read/,
  );
  assert.equal(failure("throw undefined").message, "undefined");
  assert.equal(failure("function f() { f() } f()").name, "RangeError");
  assert.equal(failure("throw Object.defineProperty(new Error('x'), 'name', { get() { throw 1 } })").message, "x");
});

test("every profile entry has the line of its call", () => {
  const shell = freshShell();
  const { profile } = run(
    shell,
    "db.c.insertOne({ _id: 1 });\nfunction read() {\n  return db.c.findOne();\n}\nread();\nfor (const id of [2, 3])\n  db.c.insertOne({ _id: id });\ndb.c.find()\n  .sort({ _id: 1 })",
  );
  assert.deepEqual(
    profile.map((entry) => [entry["op"], entry["line"]]),
    [
      ["insert", 1],
      ["query", 3],
      ["insert", 7],
      ["insert", 7],
      ["query", 8],
    ],
  );
  assert.equal(run(shell, "1").profile.length, 0);
});

test("a command that leaves no profile entry takes none from another of its name", () => {
  const shell = freshShell();
  const { profile } = run(shell, "db.c.findOne();\ntry { db.runCommand({ find: 'c', lsid: 1 }) } catch {}");
  assert.deepEqual(
    profile.map((entry) => [entry["op"], entry["line"]]),
    [["query", 1]],
  );
});

test("output has lines and a limit", () => {
  const shell = freshShell({ outputLimit: 1000 });
  const { output } = shell.evaluate("print('a', 1, [2]);\n\nconsole.log('%s is %d', 'x', 5)");
  assert.deepEqual(
    output.map(({ kind, text, line }) => [kind, text, line]),
    [
      ["print", "a 1 [ 2 ]", 1],
      ["print", "%s is %d x 5", 3],
    ],
  );
  const flood = shell.evaluate("for (let i = 0; i < 1e5; i++) print('some text')").output;
  // Head and tail remain, and the omitted part is counted.
  const between = flood.findIndex(({ kind }) => kind === "warn");
  const left = Number(/… ([\d,]+) pieces of output with/.exec(flood[between]?.text ?? "")?.[1]?.replaceAll(",", ""));
  assert.equal(left + flood.length - 1, 1e5);
  assert.ok(between > 10 && flood.length - between > 5 && flood.length < 100);
  const counted = shell.evaluate("for (let i = 0; i < 5000; i++) print(i)").output;
  assert.deepEqual([counted[0]?.text, counted.at(-1)?.text], ["0", "4999"]);
  const long = shell.evaluate("print('a'.repeat(9000) + 'z')").output;
  assert.equal(long.length, 1);
  assert.match(long[0]?.text ?? "", /^a+\n… 8,751 characters left out …\na+z$/);
  assert.equal(shell.evaluate("'next'").output.length, 1);
});

test("time and randomness follow the clock and the seed", () => {
  const source =
    "[new Date(), Date.now(), ISODate(), Math.random(), ObjectId(), UUID(), Date().slice(0, 15), new Date(0)]";
  const make = (seed: number): string => run(new Shell(new Engine({ seed })), source).printed;
  assert.equal(make(5), make(5));
  assert.notEqual(make(5), make(6));
  const shell = freshShell();
  assert.deepEqual(run(shell, "new Date()").value, new Date("2012-10-15T12:00:00Z"));
  run(shell, "sleep(1500)");
  assert.deepEqual(run(shell, "ISODate()").value, new Date("2012-10-15T12:00:01.500Z"));
  assert.equal(run(shell, "ObjectId().getTimestamp().getTime() === Math.floor(Date.now() / 1000) * 1000").value, true);
  assert.equal(run(shell, "new Date() instanceof Date && new Date(2000, 0, 1) instanceof Date").value, true);
});

test("compile returns the functions that a script defines", () => {
  const shell = freshShell();
  const functions = shell.compile(
    "let calls = 0;\nfunction setup(db, rows) { calls++; db.c.insertMany(rows); return calls }\nconst get = async (db, id) => await db.c.findOne({ _id: id });\nconst other = 5;",
    ["setup", "get", "other", "absent"],
  );
  assert.deepEqual(Object.keys(functions), ["setup", "get"]);
  const call = (name: string, ...args: unknown[]): unknown =>
    (functions[name] as (...given: unknown[]) => unknown)(...args);
  assert.equal(call("setup", shell.db, [{ _id: 1 }]), 1);
  assert.deepEqual(call("get", shell.db, 1), { _id: 1 });
  assert.equal(shell.evaluate("calls").error?.name, "ReferenceError");
  assert.throws(() => shell.compile("function (", []), { name: "SyntaxError" });
  try {
    call("setup", shell.db, [{ _id: 1 }]);
    assert.fail("a duplicate was accepted");
  } catch (error) {
    assert.equal(shell.describeError(error).line, 2);
  }
});

test("each shell has its own globalThis, with the shell's names", () => {
  const [one, other] = [freshShell(), freshShell()];
  assert.equal(
    one.evaluate(
      "globalThis.kept = 5; this.more = 6; [this === globalThis, globalThis.kept, self.more, globalThis.db.getName(), globalThis.Date.now() === Date.now()]",
    ).printed,
    "[ true, 5, 6, 'test', true ]",
  );
  assert.equal(one.evaluate("globalThis.kept").printed, "5");
  assert.equal(other.evaluate("[globalThis.kept, typeof globalThis.Array]").printed, "[ undefined, 'function' ]");
  assert.equal((globalThis as { kept?: unknown }).kept, undefined);
});

test("await unwraps any object with a then method", () => {
  const thenable = "{ then(done) { done(5) } }";
  for (const [source, text] of [
    [`await ${thenable}`, "5"],
    [`(async () => (${thenable}))()`, "5"],
    [`Promise.resolve(1).then(() => (${thenable})).then((n) => n + 1)`, "6"],
    ["try { await { then(_, fail) { fail(new Error('no')) } } } catch (e) { e.message }", "no"],
    ["[await { then: 5 }]", "[ { then: 5 } ]"],
  ] as const) {
    assert.equal(freshShell().evaluate(source).printed, text, source);
  }
  assert.match(freshShell().evaluate("await { then() {} }").error?.message ?? "", /would never settle/);
});

test("a cursor that is never read is reported", () => {
  const shell = freshShell();
  const unread = (source: string): string[] =>
    shell.evaluate(source).unread.map(({ method, collection, line }) => `${method} ${collection} ${line}`);
  assert.deepEqual(unread("db.c.find();\ndb.d.aggregate([]);\n1"), ["find c 1", "aggregate d 2"]);
  assert.deepEqual(
    unread(
      "db.c.find().toArray(); db.c.find().forEach(print); for (const one of db.c.find()) print(one); db.c.find().count(); db.c.find().explain()",
    ),
    [],
  );
  // A script's value is printed, so it is read.
  assert.deepEqual(unread("db.c.find()"), []);
  assert.deepEqual(unread("const c = db.c.find();"), ["find c 1"]);
  assert.deepEqual(unread("c.toArray()"), []);
});
