/// <reference types="node" />
/** `schema-dojo run`: runs a mongosh script and prints what mongosh prints. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Engine, init } from "../shell/engine.js";
import type { OutputItem } from "../shell/output.js";
import { Shell } from "../shell/shell.js";
import { storeFiles } from "./data.js";
import { UsageError } from "./usage.js";

export async function runScript(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { data: { type: "string" }, db: { type: "string", default: "test" } },
  });
  const [script] = positionals;
  if (script === undefined || positionals.length > 1) throw new UsageError("run takes one script");
  await init();
  const engine = new Engine({ now: Date.now() });
  if (values.data !== undefined) storeFiles(engine, values.db, values.data);
  const shell = new Shell(engine, { db: values.db, onOutput: print });
  const { error } = shell.evaluate(readFileSync(script, "utf8"), { filename: script });
  if (error === null) return 0;
  const place = error.line === undefined ? script : `${script}:${error.line}`;
  process.stderr.write(`${place}: ${error.name}: ${error.message}\n`);
  return 1;
}

/** Prints output immediately; the error that ends the script is printed with its position. */
function print({ kind, text }: OutputItem): void {
  if (kind !== "error") (kind === "warn" ? process.stderr : process.stdout).write(`${text}\n`);
}
