/**
 * Hashes of the player's files, in the format of `integrity`. `schema-dojo.js` and `iframe.js` contain the hash of
 * `embed.html`, which contains that of `embed.js`, which contains those of all files that it loads. Those of the
 * exercises are in `hashes.json`.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

import { listFiles } from "./list_files.mjs";

/** Files whose hashes are not in `embed.js`. */
const ABOVE = ["schema-dojo.js", "fences.js", "iframe.html", "iframe.js", "embed.html", "embed.js", "hashes.json"];

/** The hash of a file. */
export async function hashOf(path) {
  const hash = createHash("sha384").update(await readFile(path));
  return `sha384-${hash.digest("base64")}`;
}

/** Writes the list of the exercises' hashes; returns the hashes of all files that `embed.js` loads. */
export async function hashFolder(folder) {
  const hashes = {};
  const exercises = {};
  const paths = [];
  for await (const path of listFiles(folder)) paths.push(path);
  for (const path of paths.sort()) {
    const name = relative(folder, path).split(sep).join("/");
    if (ABOVE.includes(name)) continue;
    (name.startsWith("exercises/") ? exercises : hashes)[name] = await hashOf(path);
  }
  const list = join(folder, "hashes.json");
  await writeFile(list, JSON.stringify(exercises));
  return { ...hashes, "hashes.json": await hashOf(list) };
}
