/**
 * Plays one schedule: the client under test with a rival coming in at given gaps, dying at a given operation, and
 * dying once more while it recovers.
 *
 * The client's operations are counted from 0, those of its recovery after those of its action. A rival comes in
 * *before* the operation of its gap, or at the end when there is no such operation. A rival that cannot get past what
 * the client's transaction holds waits for the next gap, as trying again and again would have it. If it has written
 * something before it came to that, the run is given up: it cannot be made unwritten, and the next gap's run shows
 * what comes of it.
 */
import { isWrite } from "../shell/changes.js";
import type { Operation } from "../shell/engine.js";
import { MongoServerError } from "../shell/errors.js";
import { CheckFailure, Dead, LearnerError } from "./failure.js";
import { WRITE_CONFLICT, changes, isConflict, isOwnWrite, operationName } from "./operation.js";
import type { Recorder } from "./schedule_recorder.js";
import { upserted } from "./upsert.js";
import type { Act, World } from "./world.js";

/** Write conflicts in a row after which a rival is taken to try until it gets through. */
const TRIES = 2;

/** The participants: the action, its recovery and the rival. */
export interface Participants {
  readonly action: Act;
  readonly recover: Act | null;
  readonly invariant: Act;
}

/** When what happens. */
export interface SchedulePlan {
  /** The rivals and their gaps, ascending; `inside` acts within the upsert after the gap, when it found nothing. */
  readonly rivals: readonly {
    readonly gap: number;
    readonly act: Act;
    readonly inside?: true;
    /** A third client, which comes in before an operation of this rival's, unless that is in a transaction. */
    readonly within?: { readonly gap: number; readonly act: Act };
  }[];
  /** Operations of the action that the client lives through; null when it does not crash. */
  readonly lives: number | null;
  /** Operations of its first recovery that it lives through; null when that is not cut. */
  readonly recovers: number | null;
}

/** The client's run: its operations in words, and where its recovery began. */
export interface PlayedSchedule {
  readonly names: readonly string[];
  /** Operations of the action; the others are the first recovery's. */
  readonly acted: number;
  /** All operations of the client, those of the second recovery with them. */
  readonly operations: number;
  /** Indexes of the names of upserts that have inserted. */
  readonly upserts: readonly number[];
  /** Indexes of the names of writes. */
  readonly writes: ReadonlySet<number>;
  /** Operations of the rival that came in last. */
  readonly visiting: number;
  /** Whether it came to its end; if not, nothing follows from it. */
  readonly ended: boolean;
}

/**
 * Where a run begins when its beginning is known from another one, and where it shows the states that others may begin
 * with.
 */
export interface Course {
  /** Called when the client dies in its action or its recovery, with the number of operations done. */
  readonly begins?: { readonly after: "action" | "recovery"; readonly operations: number };
  /**
   * Called before each operation of the action or of the first recovery, and at their ends, with how many there were
   * and whether the last one has changed the database.
   */
  readonly at?: (part: "action" | "recovery", operations: number, changed: boolean) => void;
}

/** Plays a plan from the present state. The invariant is not looked at. */
export function playSchedule(
  world: World,
  parts: Pick<Participants, "action" | "recover">,
  plan: SchedulePlan,
  recorder: Recorder | null,
  course: Course = {},
): PlayedSchedule {
  return new Run(world, plan, recorder, course).play(parts);
}

/** Who does an operation of the client's. */
type Who = "you" | "recovery";

/** A plan while it is played. */
class Run {
  readonly #names: string[] = [];
  readonly #upserts: number[] = [];
  readonly #writes = new Set<number>();
  /** The rivals that have not come in yet. */
  readonly #waiting: SchedulePlan["rivals"][number][];
  #operations: number;
  #visiting = 0;
  /** Whether the client's last operation has changed the database. */
  #changed = true;
  /** A rival's error. It is raised when the learner's function is done, which must not be able to catch it. */
  #trouble: { error: unknown } | null = null;
  /** Whether a rival that cannot get any further has written something. */
  #gaveUp = false;

  constructor(
    private readonly world: World,
    private readonly plan: SchedulePlan,
    private readonly recorder: Recorder | null,
    private readonly course: Course,
  ) {
    this.#waiting = [...plan.rivals];
    this.#operations = course.begins?.operations ?? 0;
  }

  play({ action, recover }: Pick<Participants, "action" | "recover">): PlayedSchedule {
    this.world.start(Math.max(0, ...this.plan.rivals.map(({ within }) => (within ? 2 : 1))));
    if (!this.course.begins) this.#live(action, "you", this.plan.lives ?? Infinity, "action");
    const acted = this.#names.length;
    if (this.plan.lives !== null && !this.#gaveUp) {
      this.#die("The client dies.");
      if (recover) this.#recover(recover);
    }
    const ended = !this.#gaveUp;
    if (ended) {
      for (const { act, within } of this.#waiting) this.#interfere(act, false, within);
      if (this.#trouble) throw this.#trouble.error;
    }
    return {
      names: this.#names,
      acted,
      operations: this.#operations,
      upserts: this.#upserts,
      writes: this.#writes,
      visiting: this.#visiting,
      ended,
    };
  }

  /** Recovers twice, and before that dies while it recovers if the plan says so. */
  #recover(recover: Act): void {
    const cut = this.plan.recovers;
    if (cut !== null && this.course.begins?.after !== "recovery") {
      this.#live(recover, "recovery", cut, null);
      this.#die("The client that recovers dies, too.");
    }
    this.#live(recover, "recovery", Infinity, "recovery");
    const first = this.#names.length;
    this.#live(recover, "recovery", Infinity, null);
    // What the second recovery did is no place to come in.
    if (cut === null) this.#names.length = first;
  }

  #die(whose: string): void {
    this.recorder?.crash(whose);
    this.world.crashed();
  }

  /**
   * Runs a part of the client's, cut after so many operations; its states are shown under a name unless that is null.
   */
  #live(part: Act, who: Who, lives: number, shown: "action" | "recovery" | null): void {
    let dead = false;
    let count = 0;
    this.#changed = true;
    const show = (operations: number): void => {
      if (shown !== null && !dead) this.course.at?.(shown, operations, this.#changed);
    };
    try {
      count = this.world.watch(
        () => part(this.world),
        (operation, before, proceed) => {
          show(before);
          // A program that catches this and goes on dies at the next operation.
          if (before >= lives || this.#gaveUp) {
            dead = true;
            throw Dead.now();
          }
          return this.#operate(operation, who, proceed);
        },
      );
    } catch (error) {
      // Whatever a dead client's functions or the check made of it is not an observation.
      if (!dead || !(error instanceof Error || error instanceof CheckFailure)) throw error;
    }
    show(count);
  }

  /** Carries out an operation of the client's behind the rivals that come in before it. */
  #operate(operation: Operation, who: Who, proceed: () => Uint8Array): Uint8Array {
    this.#operations += 1;
    const { calling } = this.world;
    const gap = this.#names.push(`${operationName(operation)}${calling ? ` in ${calling.name}` : ""}`) - 1;
    if (isWrite(operation)) this.#writes.add(gap);
    const carryOut = (): Uint8Array => this.#recorded(who, operation, proceed);
    const next = this.#waiting[0];
    if (next?.inside && next.gap === gap) {
      this.#waiting.shift();
      return this.world.overtaken(operation, carryOut, () => void this.#interfere(next.act, false));
    }
    while (
      this.#waiting[0] &&
      this.#waiting[0].gap <= gap &&
      this.#interfere(this.#waiting[0].act, true, this.#waiting[0].within)
    ) {
      this.#waiting.shift();
    }
    const reply = carryOut();
    if (this.course.at) this.#changed = changes(operation, reply);
    if (upserted(operation, reply)) this.#upserts.push(gap);
    return reply;
  }

  #recorded(who: Who | "rival", operation: Operation, proceed: () => Uint8Array): Uint8Array {
    const { recorder, world } = this;
    return recorder === null ? proceed() : recorder.operation(who, operation, proceed, world.calling);
  }

  /** Lets the rival in; false when it has to wait for what the client has not committed yet. */
  #interfere(act: Act, mayWait: boolean, within?: SchedulePlan["rivals"][number]["within"]): boolean {
    const done = this.world.callsDone;
    let conflicts = 0;
    let written = false;
    let isBlocked = false;
    let third = within;
    this.#visiting = 0;
    const failed = (error: unknown): void => {
      // A conflict that the function lets out is for its caller to try again.
      isBlocked ||= conflicts > 0 && isLetOut(error);
      if (!isBlocked) this.#trouble ??= { error };
    };
    const operate = (operation: Operation, _: number, proceed: () => Uint8Array): Uint8Array => {
      if (third?.gap === this.#visiting && operation.command["autocommit"] !== false) {
        const { act } = third;
        third = undefined;
        try {
          this.world.asRival(() => this.world.watch(() => act(this.world), operate), 1);
        } catch (error) {
          failed(error);
        }
      }
      if (isBlocked) throw Dead.now();
      this.#visiting += 1;
      const reply = this.#recorded("rival", operation, proceed);
      // A rival that cannot wait need not be watched.
      if (!mayWait) return reply;
      if (isConflict(reply)) isBlocked = ++conflicts >= TRIES;
      else written ||= isOwnWrite(operation);
      return reply;
    };
    try {
      this.world.asRival(() => this.world.watch(() => act(this.world), operate));
    } catch (error) {
      failed(error);
    }
    if (!isBlocked) return true;
    this.#gaveUp = written || this.world.callsDone !== done;
    return false;
  }
}

/** Whether a write conflict has come out of a learner's function. */
function isLetOut(error: unknown): boolean {
  if (!(error instanceof LearnerError)) return false;
  return error.original instanceof MongoServerError && error.original.code === WRITE_CONFLICT;
}
