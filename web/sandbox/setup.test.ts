/** Where a run calls `setup`. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { functionNames, withSetup } from "./setup.js";

const CALL = "setup(db, rows);";

test("the call follows the declarations and precedes their uses", () => {
  const source =
    "const limit = 3;\nfunction setup(db, rows) {}\nfunction find(db) { return db.a.find(); }\nfind(db);\nconst late = 1;";
  assert.equal(withSetup(source)?.source, source.replace("find(db);\n", `${CALL}find(db);\n`));
});

test("a declaration that uses the database is an experiment", () => {
  const source = "function setup(db) {}\nconst page = find(db, 1);\nfunction find(db) {}";
  assert.equal(withSetup(source)?.source, source.replace("const page", `${CALL}const page`));
});

test("functions that use the database are not called yet", () => {
  const source = "const setup = (db, rows) => db.a.insertMany(rows.a);\nconst find = (db) => db.a.find();";
  assert.equal(withSetup(source)?.source, `${source}\n${CALL}`);
});

test("a setup that is a variable is called after its declaration", () => {
  const source = "print(1);\nconst setup = function (db) {};\nprint(2);";
  assert.equal(withSetup(source)?.source, source.replace("print(2)", `${CALL}print(2)`));
});

test("a comment at the end does not swallow the call", () => {
  const source = "function setup(db) {} // no more";
  assert.equal(withSetup(source)?.source, `${source}\n${CALL}`);
});

test("a script without setup, or with a syntax error, stays unchanged", () => {
  for (const source of ["print(1)", "function other() {}", "function setup( {", "{ function setup() {} }"]) {
    assert.equal(withSetup(source), null, source);
  }
});

test("columns of errors refer to the learner's source", () => {
  const placed = withSetup("function setup(db) {}\n  fail();");
  const error = { name: "Error", message: "", text: "" };
  assert.equal(placed?.mend({ ...error, line: 2, column: 3 + CALL.length }).column, 3);
  assert.equal(placed?.mend({ ...error, line: 1, column: 5 }).column, 5);
});

test("the functions of a script are those at its top level", () => {
  const source =
    "function a() { function inner() {} }\nconst b = () => 1, c = 2;\nlet d = async function () {};\nclass E {}";
  assert.deepEqual(functionNames(source), ["a", "b", "d"]);
  assert.deepEqual(functionNames("function ("), []);
});
