/// <reference types="node" />
/**
 * `node price.js <folder>`: measures the designs of the built exercises in a folder, and writes their costs into the
 * bundles, including the calls whose cost learners predict, so that gradings need not measure them. `cargo xtask build
 * --release` runs it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Engine, init } from "../shell/engine.js";
import type { Bundle } from "./bundle.js";
import { costs } from "./measure.js";
import { answered } from "./predictions.js";
import { deal, isMainThread, work } from "./threads.js";

const read = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));

/** The ids of the exercises in a folder. */
function idsIn(folder: string): string[] {
  const { tracks } = read(folder, "index.json") as { tracks: readonly { exercises: readonly { id: string }[] }[] };
  return tracks.flatMap(({ exercises }) => exercises.map(({ id }) => id));
}

if (isMainThread) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error("usage: node price.js <folder>");
    process.exit(2);
  }
  let designs = 0;
  await deal<number>(import.meta.url, folder, idsIn(folder).length, (_, measured) => (designs += measured));
  console.log(`  ${designs} designs`);
} else {
  await work(async (folder) => {
    const ids = idsIn(folder);
    await init();
    return (at) => price(folder, ids[at] as string);
  });
}

/** Measures the designs of an exercise; returns their number. */
function price(folder: string, id: string): number {
  const bundle = read(folder, `${id}.json`) as Bundle;
  const newEngine = (options: ConstructorParameters<typeof Engine>[0]): Engine => new Engine(options);
  const found = costs(bundle, { newEngine });
  const missing = bundle.designs.filter(({ file }) => !(file in found));
  if (missing.length > 0) throw new Error(`${id}: ${missing.map(({ file }) => file).join(", ")} cannot be measured`);
  const predict = bundle.predict && answered(bundle, { newEngine });
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...bundle, ...(predict && { predict }), costs: found }));
  return bundle.designs.length;
}
