/// <reference types="node" />
/** Runs snippets and compares their output with the recorded results. */
import { resolve as resolvePath, dirname } from "node:path";

import { Engine } from "../../shell/engine.js";
import { Shell, type Evaluation } from "../../shell/shell.js";
import { parseData, readData, store, type Data } from "../data.js";
import { chunks, sameResult, type Chunk } from "./expectations.js";
import type { Snippet } from "./snippet.js";

/** A difference or an error. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** The recorded and the actual result, if they differ. */
  readonly difference?: { readonly expected: string; readonly actual: string };
}

/** A recorded result that can be replaced. */
export interface Update {
  readonly snippet: Snippet;
  readonly chunk: Chunk | null;
  readonly actual: string;
}

export interface Checked {
  readonly faults: readonly Fault[];
  readonly updates: readonly Update[];
}

const DATABASE = "test";

/** Runs one snippet in a new database: data, the snippets that it depends on, then its own code. */
export function check(snippet: Snippet, all: readonly Snippet[]): Checked {
  const faults: Fault[] = [];
  const updates: Update[] = [];
  const { file, line, code, result } = snippet;
  const shell = new Shell(new Engine(), { db: DATABASE });
  try {
    const before = dependencies(snippet, all);
    const seed = [snippet, ...before].map(seedOf).find((data) => data !== null);
    if (seed) store(shell.engine, DATABASE, seed);
    for (const one of before) {
      const { error } = shell.evaluate(one.code);
      if (error) throw new Error(`the snippet ${one.options.id} that it depends on fails: ${error.message}`);
    }
  } catch (error) {
    return { faults: [{ file, line, message: error instanceof Error ? error.message : String(error) }], updates };
  }
  const outputs: string[] = [];
  for (const chunk of chunks(code)) {
    const evaluation = shell.evaluate(chunk.code);
    const actual = shown(evaluation);
    outputs.push(actual);
    if (chunk.expected === null || chunk.mark === null) {
      if (!evaluation.error || result) continue;
      faults.push({ file, line: line + chunk.line + (evaluation.error.line ?? 1) - 1, message: actual });
      break;
    }
    if (sameResult(chunk.expected, actual)) continue;
    updates.push({ snippet, chunk, actual });
    faults.push({
      file,
      line: line + chunk.mark.from,
      message: "the result differs",
      difference: { expected: chunk.expected, actual },
    });
  }
  const whole = outputs.filter((text) => text !== "").join("\n");
  if (result && !sameResult(result.text, whole)) {
    updates.push({ snippet, chunk: null, actual: whole });
    faults.push({
      file,
      line: result.line,
      message: "the result differs",
      difference: { expected: result.text, actual: whole },
    });
  }
  return { faults, updates };
}

/** The visible result: the output and the value, or the error. */
function shown({ output, error }: Evaluation): string {
  const parts = output.filter(({ kind }) => kind !== "error").map(({ text }) => text);
  return [...parts, ...(error ? [`${error.name}: ${error.message}`] : [])].join("\n");
}

/** The snippets to run first, in order, each once. */
function dependencies(snippet: Snippet, all: readonly Snippet[]): Snippet[] {
  const found: Snippet[] = [];
  const visit = (one: Snippet, path: readonly Snippet[]): void => {
    for (const id of one.options.dependsOn) {
      const other = all.find(({ options }) => options.id === id);
      if (!other) throw new Error(`it depends on ${id}, which is not on this page`);
      if (path.includes(other)) throw new Error(`it depends on itself, through ${id}`);
      if (found.includes(other)) continue;
      visit(other, [...path, other]);
      found.push(other);
    }
  };
  visit(snippet, [snippet]);
  return found;
}

function seedOf({ options, file }: Snippet): Data | null {
  if (options.seedText !== null) return parseData(options.seedText, file);
  return options.seedFile === null ? null : readData(resolvePath(dirname(file), options.seedFile));
}
