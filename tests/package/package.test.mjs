/** The published package as a dependent sees it: modules and types, in Node. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "dist/pkg");
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "schema-dojo-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(built, join(folder, "node_modules/schema-dojo"), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a module that depends on the package, and returns what it printed. */
function run(source) {
  const file = join(folder, "main.js");
  writeFileSync(file, source);
  return execFileSync(process.execPath, [file], { encoding: "utf8" }).trim();
}

test("the shell and its database are those of the engine", () => {
  const printed = run(`
    import { init, Engine, Shell } from "schema-dojo";
    await init();
    const engine = new Engine({ now: new Date("2020-01-02T03:04:05Z"), seed: 7 });
    const shell = new Shell(engine, { db: "test" });
    shell.db.books.insertOne({ _id: 1, title: "Cane" });
    const { value, printed, error } = shell.evaluate("db.books.find({ title: /^C/ }).toArray()");
    console.log(JSON.stringify({ value, error, now: engine.clock.now(), lines: String(printed).length > 0 }));
  `);
  assert.deepEqual(JSON.parse(printed), {
    value: [{ _id: 1, title: "Cane" }],
    error: null,
    now: "2020-01-02T03:04:05.000Z",
    lines: true,
  });
});

test("raw commands are BSON in and BSON out", () => {
  const printed = run(`
    import { init, Engine, encode, decode } from "schema-dojo";
    await init();
    const engine = new Engine({ seed: 1 });
    console.log(decode(engine.runCommandRaw(encode({ ping: 1, $db: "test" }))).ok, engine.runCommand("test", { ping: 1 }).ok);
  `);
  assert.equal(printed, "1 1");
});

test("a snapshot restores everything", () => {
  const printed = run(`
    import { init, Engine, Shell } from "schema-dojo";
    await init();
    const engine = new Engine({ seed: 1 });
    const shell = new Shell(engine, { db: "test" });
    const empty = engine.snapshot();
    shell.evaluate("db.a.insertMany([{}, {}, {}])");
    const full = shell.db.a.countDocuments();
    engine.restore(empty);
    console.log(full, shell.db.a.countDocuments(), engine.memoryUsage());
  `);
  assert.equal(printed, "3 0 0");
});

test("invalid arguments are reported", () => {
  const printed = run(`
    import { init, Engine, Shell, decode } from "schema-dojo";
    const said = (use) => {
      try {
        return use();
      } catch (error) {
        return error.name + ": " + error.message;
      }
    };
    console.log(said(() => new Engine()));
    await init();
    const engine = new Engine();
    console.log(said(() => new Engine({ now: "yesterday" })));
    console.log(said(() => engine.runCommandRaw("ping")));
    console.log(said(() => engine.restore(null)));
    console.log(said(() => new Shell({})));
    console.log(decode(engine.runCommandRaw(new Uint8Array(3))).codeName);
  `);
  assert.deepEqual(printed.split("\n"), [
    "Error: Call `await init()` before making an engine",
    "RangeError: now is not a date",
    "TypeError: A raw command is a Uint8Array of BSON",
    "TypeError: restore() takes a snapshot that snapshot() returned",
    "TypeError: The first argument of Shell must be an Engine",
    "InvalidBSON",
  ]);
});

test("the grader shares the engine", () => {
  const printed = run(`
    import { Engine, init } from "schema-dojo";
    import { grade } from "schema-dojo/grader";
    await init();
    console.log(typeof grade, typeof Engine);
  `);
  assert.equal(printed, "function function");
});

test("the types stand on their own", () => {
  writeFileSync(
    join(folder, "main.ts"),
    `import { init, Engine, Shell, ObjectId } from "schema-dojo";
     await init();
     const engine: Engine = new Engine({ now: 0, seed: 1 });
     engine.runCommandRaw(new Uint8Array(5)) satisfies Uint8Array;
     new Shell(engine, { db: "test" }).evaluate("1").error?.message satisfies string | undefined;
     new ObjectId().toHexString() satisfies string;
     new Shell(new Engine({ shards: 2, chunkLimit: 100 })).sh["status"] satisfies unknown;
     // @ts-expect-error a seed is a number
     new Engine({ seed: "x" });
    `,
  );
  const compiler = join(root, "web/node_modules/typescript/bin/tsc");
  const options = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--types",
    "",
    join(folder, "main.ts"),
  ];
  execFileSync(process.execPath, [compiler, ...options], { cwd: folder, stdio: "inherit" });
});

test("its manifest names existing files", () => {
  const manifest = JSON.parse(readFileSync(join(built, "package.json"), "utf8"));
  assert.match(manifest.version, /^\d+\.\d+\.\d+/);
  const files = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  for (const file of files) readFileSync(join(built, file));
});
