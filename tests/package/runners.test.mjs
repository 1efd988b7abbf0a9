/** The README's example for Vitest and Jest, run by both. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const installed = join(here, "node_modules");
/** Two tests: the second one finds the documents that the first has removed. */
const TESTS = `
test("sells all", async () => {
  const { deletedCount } = await client.db("shop").collection("products").deleteMany({});
  expect(deletedCount).toBe(2);
});
test("begins with the same data", async () => {
  expect(await client.db("shop").collection("products").countDocuments()).toBe(2);
});`;
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "schema-dojo-runners-"));
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(modules, name));
  symlinkSync(join(root, "dist/pkg"), join(modules, "schema-dojo"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the example with its imports into a file. */
function write(file, imports) {
  const readme = readFileSync(join(root, "dist/pkg/README.md"), "utf8");
  const [, example] = /^```ts\n(.*?)^```/ms.exec(readme);
  const lines = [
    imports,
    'import { MongoClient } from "mongodb";',
    'import { startServer } from "schema-dojo/server";',
    'const products = [{ _id: 1, name: "pen" }, { _id: 2, name: "ink" }];',
  ];
  writeFileSync(join(folder, file), `${lines.join("\n")}\n${example}${TESTS}\n`);
}

/** Runs an installed test runner; returns its JSON report. */
function report(program, ...options) {
  const env = { ...process.env, NODE_OPTIONS: "--experimental-vm-modules" };
  // Otherwise a runner takes itself for a part of this one.
  delete env.NODE_TEST_CONTEXT;
  execFileSync(process.execPath, [join(installed, program), ...options, "--outputFile=report.json"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
}

test("Vitest runs it", () => {
  write("vitest.test.ts", 'import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";');
  const { numPassedTests, success } = report("vitest/vitest.mjs", "run", "vitest.test.ts", "--reporter=json");
  assert.deepEqual({ numPassedTests, success }, { numPassedTests: 2, success: true });
});

test("Jest runs it", () => {
  write("jest.test.js", "");
  const { numPassedTests, success } = report("jest/bin/jest.js", "--json", "jest.test.js");
  assert.deepEqual({ numPassedTests, success }, { numPassedTests: 2, success: true });
});
