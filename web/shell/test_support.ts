/** What the tests share. */
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
  if (result.error) throw new Error(`${result.error.text} (${result.error.line}:${result.error.column})\n${result.error.stack}`);
  return result;
}
