/** Crashes, found by replay: the client dies after every operation of a run, and of its recovery. */
import { tried } from "./enumerate.js";
import type { Plan, Played } from "./play.js";
import type { Act, World } from "./world.js";

/** How a crash is played; see `World.crash`. */
export interface CrashOptions {
  /** What another client does, in every gap of the run that crashes and of the recovery. */
  readonly rival?: Act;
  /** The most schedules to try; the tried ones are then spread evenly. */
  readonly limit?: number;
}

/**
 * Runs `action` to count its operations, then once for each number of operations that the client lives through, all
 * of them included. After each, new processes run `recover` twice, and `invariant` must hold. Then the recovery is
 * cut in the same way, and run twice after that.
 */
export function crash(world: World, action: Act, recover: Act | null | undefined, invariant: Act, options: CrashOptions = {}): void {
  tried(world, { action, recover: recover ?? null, invariant }, options.limit, (attempt) => {
    const { names } = attempt.undisturbed();
    const further: { plan: Plan; title: string }[] = [];
    for (const lives of attempt.chosen(names.map((_, at) => at).concat(names.length))) {
      const plan: Plan = { rivals: [], lives, recovers: null };
      const title = place(lives, names);
      const played = attempt.play(plan, title);
      const recovery = played.names.slice(played.acted);
      for (let recovers = 1; recovers < recovery.length; recovers++) {
        const again = `and then dying in its recovery after operation ${recovers} of ${recovery.length} (${recovery[recovers - 1]})`;
        further.push({ plan: { ...plan, recovers }, title: `${title}, ${again}` });
      }
      const act = options.rival;
      for (let gap = 0; act && gap <= played.names.length; gap++) {
        further.push({ plan: { ...plan, rivals: [{ gap, act }] }, title: `${title}, and another client coming in ${visit(gap, played)}` });
      }
    }
    for (const { plan, title } of attempt.chosen(further)) attempt.play(plan, title);
  });
}

function place(lives: number, names: readonly string[]): string {
  const total = names.length;
  if (lives === total) return total === 0 ? "After a crash" : "With the client ending after its last operation";
  if (lives === 0) return `With the client dying before its first operation (${names[0]})`;
  return `With the client dying after operation ${lives} of ${total} (${names[lives - 1]})`;
}

function visit(gap: number, { names, acted }: Played): string {
  const name = names[gap];
  if (name === undefined) return "after the recovery";
  return gap < acted ? `before operation ${gap + 1} (${name})` : `before operation ${gap - acted + 1} of the recovery (${name})`;
}
