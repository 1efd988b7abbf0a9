import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The files in a folder and its subfolders, except in folders with these names. */
export async function* listFiles(folder, skipped = []) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.includes(entry.name)) yield* listFiles(path, skipped);
    } else {
      yield path;
    }
  }
}
