/** Races, found by replay: a competing client acts in every gap of a run. */
import { prefixed } from "./failure.js";
import { named } from "./schedule.js";
import type { Act, World } from "./world.js";

/**
 * Runs `action` undisturbed to count its operations, then once for each gap between them, the ones before the first
 * and after the last included, with `interference` in that gap.
 */
export function rival(world: World, action: Act, interference: Act, invariant: Act): void {
  const start = world.snapshot();
  try {
    const names: string[] = [];
    world.restore(start);
    world.watch(
      () => action(world),
      (operation, _before, proceed) => {
        names.push(named(operation));
        return proceed();
      },
    );
    for (let gap = 0; gap <= names.length; gap++) {
      world.restore(start);
      try {
        world.disturbed(() => {
          replay(world, action, interference, gap);
          invariant(world);
        });
      } catch (error) {
        throw prefixed(place(gap, names), error);
      }
    }
  } finally {
    world.restore(start);
    start.free();
  }
}

function replay(world: World, action: Act, interference: Act, gap: number): void {
  let came = false;
  let trouble: { error: unknown } | null = null;
  const interfere = (): void => {
    came = true;
    try {
      world.asRival(() => interference(world));
    } catch (error) {
      // Kept until the learner's function is done: it must not be able to catch what happened to the rival.
      trouble = { error };
    }
  };
  world.watch(
    () => action(world),
    (_operation, before, proceed) => {
      if (before === gap && !came) interfere();
      return proceed();
    },
  );
  if (!came) interfere();
  if (trouble) throw (trouble as { error: unknown }).error;
}

function place(gap: number, names: readonly string[]): string {
  const total = names.length;
  if (total === 0) return "With another client at work";
  if (gap === total) return `With another client coming in after the last operation (${names[gap - 1]})`;
  return `With another client coming in before operation ${gap + 1} of ${total} (${names[gap]})`;
}
