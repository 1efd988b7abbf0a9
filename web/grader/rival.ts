/** Finds race conditions by replay: a competing client acts in every gap of a run. */
import { searchSchedules, type ScheduleSearch } from "./search_schedules.js";
import type { SchedulePlan } from "./play_schedule.js";
import type { Act, World } from "./world.js";

/** Options of a rival; see `World.rival`. */
export interface RivalOptions {
  /** Makes the rival act twice, in every pair of gaps; a function is its second action. */
  readonly pairs?: boolean | Act;
  /** A third client's action in the gaps of the rival's own run. */
  readonly within?: Act;
  /** The most schedules to try besides the gaps next to writes; evenly spread. */
  readonly limit?: number;
  /** Skips the gap before the first operation and the one after the last, where the two actions do not overlap. */
  readonly overlapping?: boolean;
  /**
   * Declares that the invariant depends only on the database and on what each client received, so that it need not be
   * checked again after schedules that end alike.
   */
  readonly pure?: boolean;
}

/**
 * Runs `action` undisturbed to count its operations, then once per gap with `interference` in it: between operations,
 * before the first and after the last.
 */
export function rival(world: World, action: Act, interference: Act, invariant: Act, options: RivalOptions = {}): void {
  const again = typeof options.pairs === "function" ? options.pairs : interference;
  const enumerate = (attempt: ScheduleSearch): void => {
    const { names, upserts, writes } = attempt.undisturbed();
    const plan = (...gaps: number[]): SchedulePlan => ({
      rivals: gaps.map((gap, i) => ({ gap, act: i === 0 ? interference : again })),
      lives: null,
      recovers: null,
    });
    const title = (...gaps: number[]): string => {
      if (names.length === 0) return "With another client at work";
      return `With another client coming in ${gaps.map((gap) => place(gap, names)).join(", and once more ")}`;
    };
    const further: { readonly plan: SchedulePlan; readonly title: string }[] = [];
    const { pairs, within } = options;
    const isNeeded = (gap: number): boolean => writes.has(gap) || writes.has(gap - 1);
    const gaps = names.map((_, at) => at).concat(names.length);
    for (const gap of attempt.places(options.overlapping ? gaps.slice(1, -1) : gaps, isNeeded)) {
      const played = attempt.play(plan(gap), title(gap));
      // Operations that the client makes because of the first interference have gaps, too.
      for (let second = gap; pairs && second <= played.names.length; second++)
        further.push({ plan: plan(gap, second), title: title(gap, second) });
      for (let inner = 1; within && inner < played.visiting; inner++) {
        const rivals = [{ gap, act: interference, within: { gap: inner, act: within } }];
        const meanwhile = `, and a third one before operation ${inner + 1} of ${played.visiting} of that one's`;
        further.push({ plan: { ...plan(), rivals }, title: `${title(gap)}${meanwhile}` });
      }
    }
    for (const gap of attempt.places(upserts, () => true)) {
      const inside = `With another client coming in while operation ${gap + 1} of ${names.length} (${names[gap]}) has found nothing and is about to insert`;
      attempt.play({ ...plan(), rivals: [{ gap, act: interference, inside: true }] }, inside);
    }
    for (const { plan, title } of attempt.further(further)) attempt.play(plan, title);
  };
  searchSchedules(
    world,
    { action, recover: null, invariant },
    options.limit,
    enumerate,
    options.pure ? "replies" : null,
  );
}

function place(gap: number, names: readonly string[]): string {
  const total = names.length;
  if (gap < total) return `before operation ${gap + 1} of ${total} (${names[gap]})`;
  return gap === total ? `after the last operation (${names[total - 1]})` : `before operation ${gap + 1}`;
}
