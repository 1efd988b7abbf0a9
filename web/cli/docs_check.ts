/// <reference types="node" />
/** `schema-dojo docs-check`: runs every snippet of a documentation tree, compares recorded results, prints a diff. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";

import { init } from "../shell/engine.js";
import { check, type Fault, type Update } from "./docs/check.js";
import { htmlSnippets } from "./docs/html.js";
import { markdownSnippets } from "./docs/markdown.js";
import { rstSnippets } from "./docs/rst.js";
import type { Snippet } from "./docs/snippet.js";
import { updated } from "./docs/update.js";
import { UsageError } from "./usage.js";

/** Readers by the page's file extension. */
const READERS: Readonly<Record<string, (text: string, file: string) => Snippet[]>> = {
  ".md": markdownSnippets,
  ".mdx": markdownSnippets,
  ".markdown": markdownSnippets,
  ".qmd": markdownSnippets,
  ".rst": rstSnippets,
  ".html": (text, file) => htmlSnippets(text, file),
  ".htm": (text, file) => htmlSnippets(text, file),
};

/** Folders without documentation. */
const SKIPPED = new Set(["node_modules", ".git", "target", "_build", "dist"]);

export async function docsCheck(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { update: { type: "boolean", default: false } },
  });
  if (positionals.length === 0) throw new UsageError("docs-check takes a folder or a file");
  const missing = positionals.find((path) => !existsSync(path));
  if (missing !== undefined) throw new UsageError(`there is no ${missing}`);
  await init();
  let count = 0;
  let written = 0;
  const faults: Fault[] = [];
  for (const file of positionals.flatMap((path) => pages(path))) {
    const text = readFileSync(file, "utf8");
    const snippets = READERS[extname(file)]?.(text, file) ?? [];
    count += snippets.length;
    const checked = snippets.map((snippet) => check(snippet, snippets));
    const updates = checked.flatMap((one) => one.updates);
    if (!values.update) faults.push(...checked.flatMap((one) => one.faults));
    else {
      faults.push(...checked.flatMap((one) => one.faults).filter(({ difference }) => !difference));
      written += write(file, text, updates, faults);
    }
  }
  faults.forEach(print);
  process.stdout.write(
    `${count} snippets, ${faults.length} faults${values.update ? `, ${written} results written` : ""}\n`,
  );
  return faults.length === 0 ? 0 : 1;
}

/** Writes results into a page; returns their number. Those that cannot be written become faults. */
function write(file: string, text: string, updates: readonly Update[], faults: Fault[]): number {
  if (updates.length === 0) return 0;
  const { text: changed, byHand } = updated(text, updates);
  if (changed !== text) writeFileSync(file, changed);
  for (const { snippet, actual } of byHand)
    faults.push({ file, line: snippet.line, message: `the result has to be written by hand: ${actual}` });
  return updates.length - byHand.length;
}

/** The pages in a folder and below, in order. */
function pages(path: string): string[] {
  if (!statSync(path).isDirectory()) {
    if (!(extname(path) in READERS))
      throw new UsageError(`${path}: only ${Object.keys(READERS).join(", ")} can be read`);
    return [path];
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : pages(inner);
    return extname(entry.name) in READERS ? [inner] : [];
  });
}

function print({ file, line, message, difference }: Fault): void {
  process.stdout.write(`${file}:${line}: ${message}\n`);
  if (!difference) return;
  for (const text of difference.expected.split("\n")) process.stdout.write(`  - ${text}\n`);
  for (const text of difference.actual.split("\n")) process.stdout.write(`  + ${text}\n`);
}
