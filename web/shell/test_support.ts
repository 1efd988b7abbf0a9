/** Helpers for tests. */
import assert from "node:assert/strict";
import { init, Engine } from "./engine.js";
import { Shell, type Evaluation, type ShellOptions } from "./shell.js";

/** Loads the engine, which the build places beside the tests. */
export async function ready(): Promise<void> {
  await init();
}

export function freshShell(options?: ShellOptions): Shell {
  return new Shell(new Engine(), options);
}

/** Evaluates a script; throws its error. */
export function run(shell: Shell, source: string): Evaluation {
  const result = shell.evaluate(source);
  if (result.error)
    throw new Error(`${result.error.text} (${result.error.line}:${result.error.column})\n${result.error.stack}`);
  return result;
}

/** Runs each script in its own shell and compares its whole output, including its value and its error. */
export function prints(...cases: readonly (readonly [source: string, text: string])[]): void {
  for (const [source, text] of cases) {
    const { output } = freshShell().evaluate(source);
    assert.equal(output.map((item) => item.text).join("\n"), text, source);
  }
}
