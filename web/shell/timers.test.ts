/** Timers on the virtual clock, and `console.table`. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Shell } from "./shell.js";
import { freshShell, ready } from "./test_support.js";

before(ready);

const printed = (shell: Shell, source: string): string =>
  shell
    .evaluate(source)
    .output.map((item) => item.text)
    .join("\n");

test("timers run after the script has ended, in the order of their due times", () => {
  const shell = freshShell();
  const source = "setTimeout(() => print('late'), 20); setTimeout((...all) => print(all), 10, 1, 2); print('first')";
  assert.equal(printed(shell, source), "first\n[ 1, 2 ]\nlate");
});

test("a timer advances the virtual clock", () => {
  const shell = freshShell();
  assert.equal(
    shell.evaluate("const began = Date.now(); await new Promise(go => setTimeout(go, 500)); Date.now() - began").value,
    500,
  );
});

test("await returns a timer's value or throws its rejection", () => {
  const shell = freshShell();
  assert.equal(shell.evaluate("await new Promise(go => setTimeout(() => go(7), 5)) + 1").value, 8);
  const rejected =
    "try { await new Promise((_, no) => setTimeout(() => no(new Error('late')), 1)) } catch (error) { error.message }";
  assert.equal(
    shell.evaluate(`let text; ${rejected.replace("error.message", "text = error.message")}; text`).value,
    "late",
  );
});

test("an interval runs until it is cleared, and not endlessly", () => {
  const shell = freshShell();
  const source =
    "let n = 0; const timer = setInterval(() => { print(n); if (++n === 3) clearInterval(timer) }, 1000); 'begun'";
  assert.equal(printed(shell, source), "begun\n0\n1\n2");
  assert.match(shell.evaluate("setInterval(() => 1, 1)").error?.message ?? "", /not cleared/);
  assert.equal(printed(shell, "1"), "1");
});

test("a cleared timer does not run, and a failed script leaves none", () => {
  const shell = freshShell();
  assert.equal(printed(shell, "clearTimeout(setTimeout(() => print('no'), 1)); 1"), "1");
  shell.evaluate("setTimeout(() => print('no'), 1); throw new Error('stop')");
  assert.equal(printed(shell, "2"), "2");
});

test("an exception in a timer is the script's error", () => {
  assert.equal(freshShell().evaluate("setTimeout(() => { throw new Error('late') }, 5); 1").error?.message, "late");
});

test("combined promises settle with the first or the last of them", () => {
  const [slow, fast] = [
    "new Promise((done) => setTimeout(done, 50, 'slow'))",
    "new Promise((done) => setTimeout(done, 5, 'fast'))",
  ];
  for (const [source, text] of [
    [`await Promise.race([${slow}, ${fast}])`, "fast"],
    [`await Promise.any([Promise.reject(1), ${slow}, ${fast}])`, "fast"],
    [`await Promise.all([1, ${slow}, ${fast}])`, "[ 1, 'slow', 'fast' ]"],
    [`await Promise.all([])`, "[]"],
    [
      `await Promise.allSettled([${slow}, Promise.reject(1)])`,
      "[\n  { status: 'fulfilled', value: 'slow' },\n  { status: 'rejected', reason: 1 }\n]",
    ],
    [`try { await Promise.all([${slow}, Promise.reject(new Error('no'))]) } catch (e) { e.message }`, "no"],
    [`try { await Promise.any([Promise.reject(1), Promise.reject(2)]) } catch (e) { e.errors }`, "[ 1, 2 ]"],
    [`Promise.all([${slow}]).then((all) => print(all)); print('first')`, ""],
  ] as const) {
    assert.equal(freshShell().evaluate(source).printed, text, source);
  }
  assert.deepEqual(
    freshShell()
      .evaluate(`Promise.all([${slow}]).then((all) => print(all)); print('first'); 1`)
      .output.map((item) => item.text),
    ["first", "1", "[ 'slow' ]"],
  );
});

test("awaiting a promise that never settles is an error", () => {
  assert.match(freshShell().evaluate("await new Promise(() => {})").error?.message ?? "", /never settle/);
});

test("console.table draws rows of documents, arrays and values", () => {
  const shell = freshShell();
  assert.equal(
    printed(shell, "console.table([{ a: 1, b: 'x' }, { a: 3, c: 2 }])"),
    "┌─────────┬───┬─────┬───┐\n│ (index) │ a │ b   │ c │\n├─────────┼───┼─────┼───┤\n│ 0       │ 1 │ 'x' │   │\n│ 1       │ 3 │     │ 2 │\n└─────────┴───┴─────┴───┘",
  );
  assert.match(
    printed(shell, "console.table([1, 'a'])"),
    /│ \(index\) │ Values │\n.*\n│ 0 {7}│ 1 {6}│\n│ 1 {7}│ 'a' {4}│/,
  );
  assert.match(printed(shell, "console.table([{ a: 1, b: 2 }], ['b'])"), /│ \(index\) │ b │\n.*\n│ 0 {7}│ 2 │/);
  assert.equal(printed(shell, "console.table(5)"), "5");
});

test("console counts and asserts", () => {
  const shell = freshShell();
  const source =
    "console.count(); console.count(); console.countReset(); console.count(); console.assert(1); console.assert(0, 'x', 5); console.assert()";
  assert.equal(printed(shell, source), "default: 1\ndefault: 2\ndefault: 1\nAssertion failed: x 5\nAssertion failed");
});
