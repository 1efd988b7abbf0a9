/** Repeats calls without indexes: a result that changes was correct only because of the plan. */
import { LearnerError, prefixed } from "./failure.js";
import type { Act, World } from "./world.js";

const TITLE = "Asked again with all indexes dropped, which may cost more and must not answer anything else";

/**
 * Runs `action` with only the indexes on `_id`, and restores the state afterwards.
 *
 * @throws failures of `action`, with this context added, but no exceptions of a learner's function
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
