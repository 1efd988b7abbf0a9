/** Writing commands into the module's memory. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { freshShell, ready, run } from "./test_support.js";
import type { Shell } from "./shell.js";

const value = (shell: Shell, source: string): unknown => run(shell, source).value;

before(ready);

const MANY = "const many = Array.from({ length: 30_000 }, (_, i) => ({ _id: i, text: `number ${i}` }))";

test("a long command may run others while it is written", () => {
  const shell = freshShell();
  run(shell, `${MANY}; many[20_000].toBSON = () => { db.log.insertOne({ _id: 1 }); return { _id: -1 } }`);
  run(
    shell,
    "many[10].toBSON = () => { db.log.insertMany(many.slice(5_000, 15_000)); return { _id: -2 } }; db.c.insertMany(many)",
  );
  assert.equal(value(shell, "db.c.countDocuments()"), 30_000);
  assert.equal(value(shell, "db.log.countDocuments()"), 10_001);
  assert.equal(value(shell, "db.c.countDocuments({ text: 'number 29999' })"), 1);
});

test("a command that cannot be written to its end changes nothing", () => {
  const shell = freshShell();
  run(shell, `${MANY}; const cyclic = {}; cyclic.cyclic = cyclic; many[29_000] = cyclic`);
  run(shell, "try { db.c.insertMany(many) } catch (error) { db.log.insertOne({ error: error.message }) }");
  assert.match(String(value(shell, "db.log.findOne().error")), /circular/);
  assert.equal(value(shell, "db.c.countDocuments()"), 0);
  assert.equal(value(shell, "db.c.insertMany(many.slice(0, 29_000)); db.c.countDocuments()"), 29_000);
});

test("as many documents as a driver sends at once are one command", () => {
  const shell = freshShell();
  run(shell, "db.setProfilingLevel(2); db.c.insertMany(Array.from({ length: 100_001 }, (_, _id) => ({ _id })))");
  assert.deepEqual(
    value(shell, "db.system.profile.find({ op: 'insert' }).toArray().map((op) => op.ninserted)"),
    [100_000, 1],
  );
});
