/** Finds errors caused by crashes, by replay: the client dies after each operation of a run, and of its recovery. */
import { searchSchedules, type ScheduleSearch } from "./search_schedules.js";
import { StateCopy, type Outside } from "./state_copy.js";
import type { Course, SchedulePlan, PlayedSchedule } from "./play_schedule.js";
import type { Act, World } from "./world.js";

/** Options of a crash; see `World.crash`. */
export interface CrashOptions {
  /** Another client's action, in every gap of the interrupted run and of the recovery. */
  readonly rival?: Act;
  /** Keeps the rival out of the recovery: it acts before that at the latest. */
  readonly apart?: boolean;
  /** The most schedules to try besides deaths after writes; evenly spread. */
  readonly limit?: number;
  /** The most deaths after writes; 64 by default. */
  readonly most?: number;
  /**
   * Declares that runs differ only in the database and the fields of this object, `{}` for the database alone. Then the
   * common beginning of runs is executed once, and only one of the deaths that leave the same state is tried. The
   * invariant is not checked again after runs that end alike. The fields are copied and restored.
   */
  readonly outside?: Outside;
}

/**
 * Runs `action` to count its operations, then once for each number of operations that the client survives, including
 * all. After each, a new process runs `recover`, and `invariant` must hold. Then the recovery is interrupted in the
 * same way, also after its last operation, and run again. With a rival, `recover` runs twice.
 */
export function crash(
  world: World,
  action: Act,
  recover: Act | null | undefined,
  invariant: Act,
  options: CrashOptions = {},
): void {
  const { outside, rival } = options;
  // A rival acts while the client lives, so a saved database state is not enough to resume from.
  const alone = rival ? null : (outside ?? null);
  const moments = alone && new StateCopies(world, alone);
  const before = outside && new StateCopy(world, outside, "action", 0);
  try {
    const parts = { action, recover: recover ?? null, invariant };
    searchSchedules(world, parts, options.limit, (attempt) => enumerate(attempt, options, moments), alone);
  } finally {
    moments?.free();
    before?.back(world);
    before?.free();
  }
}

/** A schedule that follows from the first runs. */
interface FollowUp {
  readonly plan: SchedulePlan;
  readonly title: string;
  readonly from: StateCopy | undefined;
}

function enumerate(attempt: ScheduleSearch, { rival, apart, most }: CrashOptions, moments: StateCopies | null): void {
  const deaths = moments?.along("action", 0);
  const { names, writes } = attempt.undisturbed(deaths?.at);
  const further: FollowUp[] = [];
  const places = names.map((_, at) => at).concat(names.length);
  for (const lives of attempt.places(
    places.filter((at) => !deaths?.isAsBefore(at)),
    (at) => writes.has(at - 1),
    most,
  )) {
    const plan: SchedulePlan = { rivals: [], lives, recovers: null };
    const title = place(lives, names);
    const again = moments?.along("recovery", lives);
    const played = attempt.play(plan, title, deaths?.after(lives), again?.at);
    const recovery = played.names.slice(played.acted);
    for (let recovers = 1; recovers <= recovery.length; recovers++) {
      // The recovery's first death differs from the action's if time has passed in between.
      if (again?.isAsBefore(recovers) && (recovers > 1 || again.beginsAs(deaths?.after(lives)))) continue;
      const where = `and then dying in its recovery after operation ${recovers} of ${recovery.length} (${recovery[recovers - 1]})`;
      further.push({ plan: { ...plan, recovers }, title: `${title}, ${where}`, from: again?.after(recovers) });
    }
    for (let gap = 0; rival && gap <= (apart ? played.acted : played.names.length); gap++) {
      const where = `${title}, and another client coming in ${visit(gap, played)}`;
      further.push({ plan: { ...plan, rivals: [{ gap, act: rival }] }, title: where, from: undefined });
    }
  }
  for (const { plan, title, from } of attempt.further(further)) attempt.play(plan, title, from);
}

/** The states along one run. */
interface RunStates {
  readonly at: NonNullable<Course["at"]>;
  readonly after: (operations: number) => StateCopy | undefined;
  /** Whether the last operation changed nothing, so that dying before it or after it is equivalent. */
  readonly isAsBefore: (operations: number) => boolean;
  /** Whether the run starts in another recorded state. */
  readonly beginsAs: (moment: StateCopy | undefined) => boolean;
}

/** The states of an enumeration. */
class StateCopies {
  readonly #all: StateCopy[] = [];

  constructor(
    private readonly world: World,
    private readonly outside: Outside,
  ) {}

  /** Collects the states of one run of the action, or of a recovery after `before` operations of the action. */
  along(part: "action" | "recovery", before: number): RunStates {
    const found: StateCopy[] = [];
    return {
      at: (of, operations, changed) => {
        if (of !== part) return;
        const last = found[operations - 1];
        const moment = new StateCopy(this.world, this.outside, part, before + operations);
        this.#all.push(moment);
        found[operations] = last && !changed && last.isLike(moment) ? last : moment;
      },
      after: (operations) => found[operations],
      isAsBefore: (operations) =>
        operations > 0 && found[operations] !== undefined && found[operations] === found[operations - 1],
      beginsAs: (moment) => moment !== undefined && found[0]?.isLike(moment) === true,
    };
  }

  free(): void {
    for (const moment of this.#all) moment.free();
  }
}

function place(lives: number, names: readonly string[]): string {
  const total = names.length;
  if (lives === total)
    return total === 0 ? "After a crash" : "With the client dying after its last operation, before it answers";
  if (lives === 0) return `With the client dying before its first operation (${names[0]})`;
  return `With the client dying after operation ${lives} of ${total} (${names[lives - 1]})`;
}

function visit(gap: number, { names, acted }: PlayedSchedule): string {
  const name = names[gap];
  if (name === undefined) return "after the recovery";
  return gap < acted
    ? `before operation ${gap + 1} (${name})`
    : `before operation ${gap - acted + 1} of the recovery (${name})`;
}
