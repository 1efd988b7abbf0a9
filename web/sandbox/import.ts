/** Imports data, completely or not at all. */
import { fromBase64 } from "../data/bytes.js";
import { split } from "../data/elements.js";
import { fieldsOf, insertRaw, runRaw } from "../data/raw.js";
import type { Part } from "../data/part.js";
import type { Engine } from "../shell/engine.js";
import { list } from "./documents.js";
import { exported } from "./export.js";

const DB = "test";

/**
 * The first part that could not be stored: its number, and that of its document; -1 for its options, -2 for its
 * indexes.
 */
interface Refusal {
  part: number;
  at: number;
  message: string;
}

/** Stores parts. If one cannot be stored, restores the database. */
export function importParts(engine: Engine, parts: readonly Part[]): Refusal | null {
  const before = engine.snapshot();
  try {
    for (const [part, one] of parts.entries()) {
      const refused = store(engine, one);
      if (!refused) continue;
      engine.restore(before);
      return { part, ...refused };
    }
    return null;
  } catch (reason) {
    engine.restore(before);
    throw reason;
  } finally {
    before.free();
  }
}

/** Copies all collections of a database into another, empty one, where none are sharded. */
export function copyInto(from: Engine, to: Engine): void {
  const { collections } = exported(from, null, "", Infinity);
  for (const one of collections.sort((a, b) => Number(a.view) - Number(b.view))) {
    const refused = store(to, { ...one, collection: one.name }, one.db);
    if (refused) throw new Error(`${one.name}: ${refused.message}`);
  }
}

function store(
  engine: Engine,
  { collection, documents, options, indexes }: Part,
  db = DB,
): Omit<Refusal, "part"> | null {
  const exists = list(engine, db).some(({ name }) => name === collection);
  if (options !== "" && !exists) {
    const refused = runRaw(engine, db, "create", collection, (command) => command.raw(fieldsOf(fromBase64(options))));
    if (refused) return { at: -1, message: refused.message };
  }
  const refused = insertRaw(engine, db, collection, split(fromBase64(documents)));
  if (refused) return refused;
  const specs = split(fromBase64(indexes));
  // A time series has some options of its own.
  const wanted =
    specs.length > 0 && runRaw(engine, db, "createIndexes", collection, (command) => command.array("indexes", specs));
  return wanted ? { at: -2, message: wanted.message } : null;
}
