/** What the tests share. */
import { init, initSync, Engine } from "./engine.js";
import { Shell, type Evaluation } from "./shell.js";

/** Loads the engine from the build's output; tests run from `web/`. */
export async function ready(): Promise<void> {
  const fs = await import("node:fs");
  if (!fs.existsSync(WASM)) throw new Error(`${WASM} is missing: run \`cargo xtask engine\``);
  initSync(fs.readFileSync(WASM));
  await init(WASM);
}
const WASM = process.env["SCHEMA_DOJO_WASM"] ?? "generated/engine/schema_dojo_bg.wasm";

export function freshShell(): Shell {
  return new Shell(new Engine());
}

/** Evaluates and throws what went wrong. */
export function run(shell: Shell, source: string): Evaluation {
  const result = shell.evaluate(source);
  if (result.error) throw new Error(`${result.error.text} (${result.error.line}:${result.error.column})\n${result.error.stack}`);
  return result;
}
