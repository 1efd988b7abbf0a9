/// <reference types="node" />
/** `npx schema-dojo <command>`: the playground's tools for a terminal and for CI. */
import { docsCheck } from "./docs_check.js";
import { UsageError } from "./usage.js";
import { gradeFiles } from "./grade.js";
import { runScript } from "./run.js";
import { serve } from "./serve.js";

/** A command: receives its arguments, returns the exit status. */
type Command = (args: string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  "docs-check": docsCheck,
  run: runScript,
  grade: gradeFiles,
  serve,
};

const USAGE = `usage:
  schema-dojo docs-check <folder or file>… [--update]       run the snippets of documentation, compare recorded results
  schema-dojo run <script.js> [--data <file or folder>]      run a mongosh script on an empty or given database
  schema-dojo grade <exercise> <file.js>… [--json|--junit|--csv|--xapi [--site <address>]]   grade solutions of an exercise
  schema-dojo serve [--port 27017] [--replica-set]           a MongoDB server for tests on the loopback address
`;

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command ${name}`);
  return command(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage =
    error instanceof UsageError || String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`schema-dojo: ${message}\n${isUsage ? USAGE : ""}`);
  process.exitCode = 2;
}
