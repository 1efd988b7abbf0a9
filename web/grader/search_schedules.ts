/** Tries many schedules from the same state, up to a limit. */
import type { Schedules } from "./bundle.js";
import { KnownOutcomes } from "./known_outcomes.js";
import type { Outside, StateCopy } from "./state_copy.js";
import {
  playSchedule,
  type Course,
  type Participants,
  type SchedulePlan,
  type PlayedSchedule,
} from "./play_schedule.js";
import { scheduled } from "./schedule_recorder.js";
import { canonical } from "./values.js";
import type { World } from "./world.js";

/** The most schedules per enumeration if the check sets no limit, besides the required ones. */
const LIMIT = 120;
/** The approximate number of client operations per enumeration: long runs get fewer schedules, */
const OPERATIONS = 1_200;
/** but at least this many. */
const MIN_SCHEDULES = 16;

/** The most places next to writes: a call that writes once per element of a list does so alike each time. */
const MOST_WRITES = 64;

/** The least share of single-interference schedules that a check must try for a valid verdict. */
const MIN_SHARE = 1 / 10;

/** `count` elements of a list, evenly spread, including the first and the last. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  if (count <= 1) return list.slice(0, Math.max(0, count));
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))] as T);
}

/**
 * What the invariant depends on besides the database: what each client received, or the time and outside variables.
 * Null if that is not known.
 */
type Dependence = "replies" | Outside | null;

/** One enumeration. */
export class ScheduleSearch {
  #tried = 0;
  #possible = 0;
  #operations = 0;
  /** The schedules with a single interference: existing ones, and chosen ones. */
  #single = 0;
  #chosen = 0;
  readonly #known = new KnownOutcomes();

  constructor(
    private readonly world: World,
    private readonly parts: Participants,
    private readonly back: () => void,
    private readonly limit: number | undefined,
    private readonly dependence: Dependence,
  ) {}

  /** Runs the action alone, to learn its operations. */
  undisturbed(at?: Course["at"]): PlayedSchedule {
    this.back();
    return playSchedule(this.world, this.parts, { rivals: [], lives: null, recovers: null }, null, at && { at });
  }

  /**
   * Chooses the places of a single interference: `most` of those for which `isNeeded` is true, which are next to
   * writes, and as many others as the limit allows.
   */
  places(possible: readonly number[], isNeeded: (place: number) => boolean, most = MOST_WRITES): readonly number[] {
    const needed = spread(possible.filter(isNeeded), most);
    const room = (this.limit ?? this.#bound()) - this.#tried - needed.length;
    const others = new Set(
      spread(
        possible.filter((place) => !isNeeded(place)),
        room,
      ),
    );
    const chosen = possible.filter((place) => others.has(place) || needed.includes(place));
    this.#possible += possible.length;
    this.#single += possible.length;
    this.#chosen += chosen.length;
    return chosen;
  }

  /** The further schedules that the limit allows. */
  further<T>(possible: readonly T[]): readonly T[] {
    this.#possible += possible.length;
    return spread(possible, (this.limit ?? this.#bound()) - this.#tried);
  }

  /** The limit, based on the length of the runs so far. */
  #bound(): number {
    const each = this.#operations / Math.max(1, this.#tried);
    return Math.min(LIMIT, Math.max(MIN_SCHEDULES + this.#tried, Math.floor(OPERATIONS / Math.max(1, each))));
  }

  /**
   * Plays a plan and checks the invariant, resuming from a recorded state of the same prefix if there is one.
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
        if (played.ended) this.#check(plan, played);
      });
    } catch (error) {
      throw scheduled(title, this.#replayed(plan), error);
    }
    this.#operations += played?.operations ?? 0;
    return played as PlayedSchedule;
  }

  /** Checks the invariant, unless it held after an equal outcome. */
  #check(plan: SchedulePlan, { received, hasTransaction }: PlayedSchedule): void {
    const { world, parts, dependence } = this;
    const check = (): void => void parts.invariant(world);
    // An open transaction is not part of the database's state.
    if (dependence === null || hasTransaction) return check();
    const database = world.dump();
    if (dependence === "replies") return this.#known.once({ outside: kindOf(plan), received, database }, check);
    const outside = `${world.clock.now().getTime()} ${canonical(dependence)}`;
    this.#known.once({ outside, received: [], database }, check);
  }

  /** Plays a plan once more and returns its recorded steps. */
  #replayed(plan: SchedulePlan): ReturnType<World["recorded"]> {
    this.back();
    return this.world.recorded((recorder) =>
      this.world.disturbed(() => void playSchedule(this.world, this.parts, plan, recorder)),
    );
  }

  get counts(): Schedules {
    return { tried: this.#tried, possible: this.#possible };
  }

  /** Whether too few places were tried for a verdict. A check with its own limit samples on purpose. */
  get isThin(): boolean {
    return this.limit === undefined && this.#chosen < this.#single * MIN_SHARE;
  }
}

/** The participants of a schedule, whatever the gaps. */
const kindOf = ({ rivals }: SchedulePlan): string =>
  rivals.map(({ inside, within }) => (inside ? "inside" : within ? "within" : "between")).join();

/** Runs an enumeration; afterwards restores the state and adds the counts to the world. */
export function searchSchedules(
  world: World,
  parts: Participants,
  limit: number | undefined,
  enumeration: (attempt: ScheduleSearch) => void,
  dependence: Dependence = null,
): void {
  const start = world.snapshot();
  const attempt = new ScheduleSearch(world, parts, () => world.restore(start), limit, dependence);
  try {
    enumeration(attempt);
  } finally {
    world.restore(start);
    start.free();
    world.addSchedules(attempt.counts, attempt.isThin);
  }
}
