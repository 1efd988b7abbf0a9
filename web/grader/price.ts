/// <reference types="node" />
/**
 * `node price.js <folder>`: measures the designs of the exercises that are built into a folder, and writes what they
 * cost into their bundles, also for the calls that learners are asked to predict, so that no grading has to.
 * `cargo xtask build --release` runs it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Engine, init } from "../shell/engine.js";
import type { Bundle } from "./bundle.js";
import { costs } from "./measure.js";
import { answered } from "./predictions.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node price.js <folder>");
  process.exit(2);
}
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
const { tracks } = read("index.json") as { tracks: readonly { exercises: readonly { id: string }[] }[] };

await init();
let designs = 0;
for (const { id } of tracks.flatMap(({ exercises }) => exercises)) {
  const bundle = read(`${id}.json`) as Bundle;
  const found = costs(bundle, { newEngine: (options) => new Engine(options) });
  const missing = bundle.designs.filter(({ file }) => !(file in found));
  if (missing.length > 0) throw new Error(`${id}: ${missing.map(({ file }) => file).join(", ")} cannot be measured`);
  const predict = bundle.predict && answered(bundle, { newEngine: (options) => new Engine(options) });
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...bundle, ...(predict && { predict }), costs: found }));
  designs += bundle.designs.length;
}
console.log(`  ${designs} designs`);
