import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine, init } from "./engine.js";
import { Shell } from "./shell.js";

await init();

test("endless recursion in a script never interrupts a command", () => {
  const commands = [
    "db.books.insertOne({ n: 1, tags: ['a', { b: [1, 2, 3] }] })",
    "db.books.find({ $or: [{ $and: [{ n: { $gt: 0 } }, { 'tags.b': 2 }] }, { n: /^x/ }] }).sort({ n: -1 }).toArray()",
    "db.books.updateMany({ n: { $gte: 1 } }, { $inc: { n: 1 }, $push: { tags: { $each: [1], $slice: -3 } } })",
    "db.books.aggregate([{ $facet: { a: [{ $group: { _id: { $cond: [{ $gt: ['$n', 1] }, { $add: ['$n', { $max: [1, 2] }] }, 0] } } }] } }]).toArray()",
  ];
  for (const command of commands) {
    for (const padding of [0, 5]) {
      const engine = new Engine();
      const shell = new Shell(engine, { db: "test" });
      shell.evaluate("db.books.createIndex({ n: 1 }); db.books.insertOne({ n: 1, tags: [] })");
      const variables = Array.from({ length: padding }, (_, i) => `const v${i} = Math.random();`).join(" ");
      const { error } = shell.evaluate(
        `let depth = 0; function again() { ${variables} depth++; ${command}; return again() + 1; } again()`,
      );
      assert.match(String(error?.message), /^Maximum call stack size exceeded/, command);
      const after = shell.evaluate("[db.books.find().toArray().length, db.books.countDocuments({ n: { $gte: 0 } })]");
      assert.equal(after.error, null);
      const [all, byIndex] = after.value as [number, number];
      assert.ok(all >= 1);
      assert.equal(all, byIndex);
      engine.free();
    }
  }
});
