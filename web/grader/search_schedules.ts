/** Tries one schedule after another from the same state, within a bound. */
import type { Schedules } from "./bundle.js";
import type { StateCopy } from "./state_copy.js";
import {
  playSchedule,
  type Course,
  type Participants,
  type SchedulePlan,
  type PlayedSchedule,
} from "./play_schedule.js";
import { scheduled } from "./schedule_recorder.js";
import type { World } from "./world.js";

/** The most schedules that one enumeration tries when the check does not say, beside those that it must. */
const LIMIT = 120;
/** The approximate number of client operations in one enumeration: long runs get fewer variations, */
const OPERATIONS = 1_200;
/** but at least this many. */
const FEWEST = 16;

/** The least share of schedules with one disturbance that a check has to try for its verdict to count. */
const SHARE = 1 / 10;

/** `count` elements of a list, spread evenly, with the first and the last. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  if (count <= 1) return list.slice(0, Math.max(0, count));
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))] as T);
}

/** One enumeration. */
export class ScheduleSearch {
  #tried = 0;
  #possible = 0;
  #operations = 0;
  /** The schedules with one disturbance: those there are, and those chosen. */
  #single = 0;
  #chosen = 0;

  constructor(
    private readonly world: World,
    private readonly parts: Participants,
    private readonly back: () => void,
    private readonly limit: number | undefined,
  ) {}

  /** The action alone, whose operations are then known. */
  undisturbed(at?: Course["at"]): PlayedSchedule {
    this.back();
    return playSchedule(this.world, this.parts, { rivals: [], lives: null, recovers: null }, null, at && { at });
  }

  /**
   * The places of one disturbance that are tried: all that `isNeeded` says, which are those next to writes, and of the
   * others as many as the bound leaves.
   */
  places(possible: readonly number[], isNeeded: (place: number) => boolean): readonly number[] {
    const needed = possible.filter(isNeeded);
    const room = (this.limit ?? this.#bound()) - this.#tried - needed.length;
    const others = new Set(
      spread(
        possible.filter((place) => !isNeeded(place)),
        room,
      ),
    );
    const chosen = possible.filter((place) => others.has(place) || isNeeded(place));
    this.#possible += possible.length;
    this.#single += possible.length;
    this.#chosen += chosen.length;
    return chosen;
  }

  /** The further schedules that are within the bound. */
  further<T>(possible: readonly T[]): readonly T[] {
    this.#possible += possible.length;
    return spread(possible, (this.limit ?? this.#bound()) - this.#tried);
  }

  /** The bound, by how long the runs were so far. */
  #bound(): number {
    const each = this.#operations / Math.max(1, this.#tried);
    return Math.min(LIMIT, Math.max(FEWEST + this.#tried, Math.floor(OPERATIONS / Math.max(1, each))));
  }

  /**
   * Plays a plan and checks the invariant. Starts at a recorded moment of the same prefix, when there is one.
   *
   * @throws the failure, with the schedule that led to it
   */
  play(plan: SchedulePlan, title: string, from?: StateCopy, at?: Course["at"]): PlayedSchedule {
    const { world, parts } = this;
    this.#tried += 1;
    if (from) from.back(world);
    else this.back();
    let played: PlayedSchedule | undefined;
    try {
      world.disturbed(() => {
        played = playSchedule(world, parts, plan, null, { ...(from && { begins: from }), ...(at && { at }) });
        if (played.ended) parts.invariant(world);
      });
    } catch (error) {
      throw scheduled(title, this.#replayed(plan), error);
    }
    this.#operations += played?.operations ?? 0;
    return played as PlayedSchedule;
  }

  /** The steps of a plan, played once more and written down. */
  #replayed(plan: SchedulePlan): ReturnType<World["recorded"]> {
    this.back();
    return this.world.recorded((recorder) =>
      this.world.disturbed(() => void playSchedule(this.world, this.parts, plan, recorder)),
    );
  }

  get counts(): Schedules {
    return { tried: this.#tried, possible: this.#possible };
  }

  /**
   * Whether too few places were tried for a verdict. A check with a limit of its own samples on purpose.
   */
  get isThin(): boolean {
    return this.limit === undefined && this.#chosen < this.#single * SHARE;
  }
}

/** Runs an enumeration; afterwards all is as it was, and the world knows how much was tried. */
export function searchSchedules(
  world: World,
  parts: Participants,
  limit: number | undefined,
  enumeration: (attempt: ScheduleSearch) => void,
): void {
  const start = world.snapshot();
  const attempt = new ScheduleSearch(world, parts, () => world.restore(start), limit);
  try {
    enumeration(attempt);
  } finally {
    world.restore(start);
    start.free();
    world.addSchedules(attempt.counts, attempt.isThin);
  }
}
