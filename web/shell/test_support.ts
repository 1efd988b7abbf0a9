/** What the tests share. */
import assert from "node:assert/strict";
import { init, Engine } from "./engine.js";
import { Shell, type Evaluation, type ShellOptions } from "./shell.js";

/** Loads the engine, which the build puts beside the tests. */
export async function ready(): Promise<void> {
  await init();
}

export function freshShell(options?: ShellOptions): Shell {
  return new Shell(new Engine(), options);
}

/** Evaluates and throws what went wrong. */
export function run(shell: Shell, source: string): Evaluation {
  const result = shell.evaluate(source);
  if (result.error)
    throw new Error(`${result.error.text} (${result.error.line}:${result.error.column})\n${result.error.stack}`);
  return result;
}

/** Runs each script in a shell of its own and compares what it printed, its value and its error included. */
export function prints(...cases: readonly (readonly [source: string, text: string])[]): void {
  for (const [source, text] of cases) {
    const { output } = freshShell().evaluate(source);
    assert.equal(output.map((item) => item.text).join("\n"), text, source);
  }
}
