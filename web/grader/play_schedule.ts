/**
 * Plays one schedule: a rival acts at given gaps, and the client under test dies at a given operation, and once more
 * during its recovery. The client's operations are numbered from 0; those of its recovery follow those of its action. A
 * rival acts *before* the operation of its gap, or at the end if there is no such operation.
 *
 * A rival blocked by the client's transaction waits for the next gap, as repeated attempts would. If it wrote something
 * before it was blocked, the run is discarded, because its writes cannot be undone; the run of the next gap covers that
 * case.
 */
import { isWrite } from "../shell/changes.js";
import type { Operation } from "../shell/engine.js";
import { MongoServerError } from "../shell/errors.js";
import { CheckFailure, Dead, LearnerError } from "./failure.js";
import { WRITE_CONFLICT, changes, isConflict, isOwnWrite, operationName } from "./operation.js";
import type { Recorder } from "./schedule_recorder.js";
import { upserted } from "./upsert.js";
import type { Act, World } from "./world.js";

/** Consecutive write conflicts after which a rival is considered blocked. */
const TRIES = 2;

/** The participants: the action, its recovery and the rival. */
export interface Participants {
  readonly action: Act;
  readonly recover: Act | null;
  readonly invariant: Act;
}

/** The events of a schedule. */
export interface SchedulePlan {
  /** The rivals and their gaps, ascending. `inside` means: within the upsert after the gap, if it matched nothing. */
  readonly rivals: readonly {
    readonly gap: number;
    readonly act: Act;
    readonly inside?: true;
    /** A third client, which acts before one of this rival's operations, unless that is in a transaction. */
    readonly within?: { readonly gap: number; readonly act: Act };
  }[];
  /** Operations of the action that the client survives; null without a crash. */
  readonly lives: number | null;
  /** Operations of the first recovery that the client survives; null if there is only one recovery. */
  readonly recovers: number | null;
}

/** A run of the client: descriptions of its operations, and where its recovery began. */
export interface PlayedSchedule {
  readonly names: readonly string[];
  /** Operations of the action; the remaining ones are the recovery's. */
  readonly acted: number;
  /** All operations of the client. */
  readonly operations: number;
  /** Indexes in `names` of upserts that inserted. */
  readonly upserts: readonly number[];
  /** Indexes in `names` of writes. */
  readonly writes: ReadonlySet<number>;
  /** Operations of the rival that acted last. */
  readonly visiting: number;
  /** Whether the run finished; if not, it proves nothing. */
  readonly ended: boolean;
  /**
   * The time of each operation and the reply to it, for each client: the one under test, the rival, a third one. What
   * their programs remember depends on nothing else.
   */
  readonly received: readonly (readonly (number | Uint8Array)[])[];
  /** Whether a client used a transaction, which may still be open. */
  readonly hasTransaction: boolean;
}

/** How a run resumes from another run's state, and where it reports the states from which others may resume. */
export interface Course {
  /** The state that the run resumes from: the client's death in its action or recovery, after this many operations. */
  readonly begins?: { readonly after: "action" | "recovery"; readonly operations: number };
  /**
   * Called before each operation of the action or the first recovery, and at their ends, with the number of operations
   * so far and whether the last one changed the database.
   */
  readonly at?: (part: "action" | "recovery", operations: number, changed: boolean) => void;
}

/** Plays a plan from the current state, without checking the invariant. */
export function playSchedule(
  world: World,
  parts: Pick<Participants, "action" | "recover">,
  plan: SchedulePlan,
  recorder: Recorder | null,
  course: Course = {},
): PlayedSchedule {
  return new Run(world, plan, recorder, course).play(parts);
}

/** The author of a client's operation. */
type Who = "you" | "recovery";

/** A plan being played. */
class Run {
  readonly #names: string[] = [];
  readonly #upserts: number[] = [];
  readonly #writes = new Set<number>();
  /** The rivals that have not acted yet. */
  readonly #waiting: SchedulePlan["rivals"][number][];
  #operations: number;
  readonly #received: readonly (number | Uint8Array)[][] = [[], [], []];
  #hasTransaction = false;
  #visiting = 0;
  /** Whether the client's last operation changed the database. */
  #changed = true;
  /** A rival's error. It is thrown after the learner's function, which must not be able to catch it. */
  #rivalError: { error: unknown } | null = null;
  /** Whether a blocked rival wrote something. */
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
      if (this.#rivalError) throw this.#rivalError.error;
    }
    return {
      names: this.#names,
      acted,
      operations: this.#operations,
      upserts: this.#upserts,
      writes: this.#writes,
      visiting: this.#visiting,
      ended,
      received: this.#received,
      hasTransaction: this.#hasTransaction,
    };
  }

  /** Recovers; if the plan says so, dies during a recovery before that. */
  #recover(recover: Act): void {
    const { recovers: cut, rivals } = this.plan;
    if (cut !== null && this.course.begins?.after !== "recovery") {
      this.#live(recover, "recovery", cut, null);
      this.#die("The client that recovers dies, too.");
    }
    this.#live(recover, "recovery", Infinity, "recovery");
    // A rival in the first recovery may leave work to the next one.
    if (rivals.length > 0) this.#live(recover, "recovery", Infinity, null);
  }

  #die(whose: string): void {
    this.recorder?.crash(whose);
    this.world.crashed();
  }

  /**
   * Runs a part of the client until it has made `lives` operations; reports its states under the name `shown` unless
   * that is null.
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
          // A program that catches the exception and continues dies at the next operation.
          if (before >= lives || this.#gaveUp) {
            dead = true;
            throw Dead.now();
          }
          return this.#operate(operation, who, proceed);
        },
      );
    } catch (error) {
      // An exception of the learner's functions or the check after the client's death is no observation.
      if (!dead || !(error instanceof Error || error instanceof CheckFailure)) throw error;
    }
    show(count);
  }

  /** Runs a client's operation after the rivals due before it. */
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

  #recorded(who: Who | "rival", operation: Operation, proceed: () => Uint8Array, client = 0): Uint8Array {
    const { recorder, world } = this;
    const reply = recorder === null ? proceed() : recorder.operation(who, operation, proceed, world.calling);
    this.#hasTransaction ||= operation.command["autocommit"] === false;
    this.#received[client]?.push(world.clock.now().getTime(), reply);
    return reply;
  }

  /** Runs the rival; false if it is blocked by the client's open transaction. */
  #interfere(act: Act, mayWait: boolean, within?: SchedulePlan["rivals"][number]["within"]): boolean {
    const done = this.world.callsDone;
    let conflicts = 0;
    let written = false;
    let isBlocked = false;
    let third = within;
    this.#visiting = 0;
    const failed = (error: unknown): void => {
      // If the function lets a conflict escape, its caller is expected to retry.
      isBlocked ||= conflicts > 0 && hasConflictEscaped(error);
      if (!isBlocked) this.#rivalError ??= { error };
    };
    let client = 1;
    const operate = (operation: Operation, _: number, proceed: () => Uint8Array): Uint8Array => {
      if (third?.gap === this.#visiting && operation.command["autocommit"] !== false) {
        const { act } = third;
        third = undefined;
        client = 2;
        try {
          this.world.asRival(() => this.world.watch(() => act(this.world), operate), 1);
        } catch (error) {
          failed(error);
        }
        client = 1;
      }
      if (isBlocked) throw Dead.now();
      this.#visiting += 1;
      const reply = this.#recorded("rival", operation, proceed, client);
      // A rival that may not wait need not be watched.
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

/** Whether a write conflict escaped from a learner's function. */
function hasConflictEscaped(error: unknown): boolean {
  if (!(error instanceof LearnerError)) return false;
  return error.original instanceof MongoServerError && error.original.code === WRITE_CONFLICT;
}
