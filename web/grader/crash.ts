/** Crashes, found by replay: the client dies after every operation of a run. */
import { CheckFailure, prefixed } from "./failure.js";
import { named } from "./schedule.js";
import type { Act, World } from "./world.js";

/** Thrown into the learner's function when its client is dead. */
class Dead extends Error {
  override get name(): string {
    return "Dead";
  }
  constructor() {
    super("The client has died");
  }
}

/**
 * Runs `action` to count its operations, then once for each number of operations that the client lives through, all
 * of them included. After each, new processes run `recover` twice, and `invariant` must hold.
 */
export function crash(world: World, action: Act, recover: Act | null | undefined, invariant: Act): void {
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
    for (let lived = 0; lived <= names.length; lived++) {
      world.restore(start);
      try {
        world.disturbed(() => {
          liveThrough(world, action, lived);
          world.restartProcesses();
          if (recover) {
            recover(world);
            recover(world);
          }
          invariant(world);
        });
      } catch (error) {
        throw prefixed(place(lived, names), error);
      }
    }
  } finally {
    world.restore(start);
    start.free();
  }
}

function liveThrough(world: World, action: Act, lived: number): void {
  let dead = false;
  try {
    world.watch(
      () => action(world),
      (_operation, before, proceed) => {
        // Whoever catches this and goes on is as dead at the next operation.
        if (before >= lived) {
          dead = true;
          throw new Dead();
        }
        return proceed();
      },
    );
  } catch (error) {
    // Whatever a dead client's functions or the check made of it is not an observation.
    if (!dead || !(error instanceof Error || error instanceof CheckFailure)) throw error;
  }
}

function place(lived: number, names: readonly string[]): string {
  const total = names.length;
  if (lived === total) return total === 0 ? "After a crash" : "With the client ending after its last operation";
  if (lived === 0) return `With the client dying before its first operation (${names[0]})`;
  return `With the client dying after operation ${lived} of ${total} (${names[lived - 1]})`;
}
