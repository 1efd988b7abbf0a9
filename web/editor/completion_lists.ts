/** Completions other than names of the data, with their help, in files that are fetched on first use. */

import { inSite, type Locate } from "./locate.js";

/** A method, operator, stage or accumulator. */
export interface Entry {
  name: string;
  /**
   * The kind: for a method its receiver, "database", "collection" or "cursor"; otherwise "query", "update", "modifier",
   * "stage", "accumulator", "window" or "expression".
   */
  kind: string;
  help: string;
}

const lists = new Map<string, Promise<Entry[]>>();

/** All entries of a file; empty if the file cannot be fetched, and then the next call retries. */
function list(file: string, locate: Locate): Promise<Entry[]> {
  let found = lists.get(file);
  if (!found) {
    found = Promise.resolve(locate(file))
      .then((address) => fetch(address))
      .then((response) => response.json() as Promise<Entry[]>)
      .catch(() => {
        lists.delete(file);
        return [];
      });
    lists.set(file, found);
  }
  return found;
}

/** The shell's own methods. */
export const methods = (locate = inSite): Promise<Entry[]> => list("methods.json", locate);

/** The operators, as the engine's source describes them; `cargo xtask compat` writes the file. */
export const operators = (locate = inSite): Promise<Entry[]> => list("operators.json", locate);
