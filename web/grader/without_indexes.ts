/** Repeats calls without indexes: an answer that changes was only right because of the plan. */
import { LearnerError, prefixed } from "./failure.js";
import type { Act, World } from "./world.js";

const TITLE = "Asked again with all indexes dropped, which may cost more and must not answer anything else";

/**
 * Runs `action` with no index but those on `_id`; afterwards all is as it was.
 *
 * @throws what `action` finds, with where it was found; not what a function throws
 */
export function withoutIndexes(world: World, action: Act): void {
  const before = world.snapshot();
  try {
    for (const { name, indexes } of world.storage().collections) {
      for (const index of indexes) if (index.name !== "_id_") world.db.getCollection(name).dropIndex(index.name);
    }
    action(world);
  } catch (error) {
    if (!(error instanceof LearnerError)) throw prefixed(TITLE, error);
  } finally {
    world.restore(before);
    before.free();
  }
}
