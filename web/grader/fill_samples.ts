/// <reference types="node" />
/**
 * `node fill_samples.js <folder>`: replaces the samples in the texts of built exercises by one row of each kind, from
 * the exercise's own `rows(rng, scale)`, and adds the exercise's promises. `cargo xtask build` runs it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Bundle } from "./bundle.js";
import { withPromises, type TextBlock } from "./model/promises.js";
import { readModel } from "./model/read_model.js";
import { withSamples, type Block } from "./samples.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node fill_samples.js <folder>");
  process.exit(2);
}
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
const { tracks } = read("index.json") as { tracks: readonly { exercises: readonly { id: string }[] }[] };
for (const { id } of tracks.flatMap(({ exercises }) => exercises)) {
  const bundle = read(`${id}.json`) as Bundle & { readonly text: readonly Block[] };
  const samples = withSamples(bundle) as readonly TextBlock[];
  const text = withPromises(samples, bundle.model === undefined ? null : readModel(bundle.model).model, bundle);
  if (text !== bundle.text) writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...bundle, text }));
}
