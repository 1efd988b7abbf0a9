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
import type { Operation } from "../shell/engine.js";
import { MongoServerError } from "../shell/errors.js";
import { CheckFailure, Dead, LearnerError } from "./failure.js";
import { WRITE_CONFLICT, changes, isConflict, isOwnWrite, named } from "./operation.js";
import type { Recorder } from "./schedule.js";
import { upserted } from "./upsert.js";
import type { Act, World } from "./world.js";

/** Write conflicts in a row after which a rival is taken to try until it gets through. */
const TRIES = 2;

/** What takes part. */
export interface Parts {
  readonly action: Act;
  readonly recover: Act | null;
  readonly invariant: Act;
}

/** When what happens. */
export interface Plan {
  /** Who comes in where, by rising gap; `inside` the upsert after the gap, when that has found nothing. */
  readonly rivals: readonly { readonly gap: number; readonly act: Act; readonly inside?: true }[];
  /** Operations of the action that the client lives through; null when it does not crash. */
  readonly lives: number | null;
  /** Operations of its first recovery that it lives through; null when that is not cut. */
  readonly recovers: number | null;
}

/** What the client did: its operations in words, and where its recovery began. */
export interface Played {
  readonly names: readonly string[];
  /** Operations of the action; the others are the first recovery's. */
  readonly acted: number;
  /** All operations of the client, those of the second recovery with them. */
  readonly operations: number;
  /** Those of the names that are upserts which have inserted. */
  readonly upserts: readonly number[];
  /** Whether it came to its end; if not, nothing follows from it. */
  readonly ended: boolean;
}

/** Where a run begins when its beginning is known from another one, and where it shows the states that others may begin with. */
export interface Course {
  /** So many operations have been done: the client has died in its action, or in its recovery. */
  readonly begins?: { readonly after: "action" | "recovery"; readonly operations: number };
  /**
   * Called before each operation of the action or of the first recovery, and at their ends, with how many there were
   * and whether the last one has changed the database.
   */
  readonly at?: (part: "action" | "recovery", operations: number, changed: boolean) => void;
}

/** Plays a plan from the present state. The invariant is not looked at. */
export function play(
  world: World,
  { action, recover }: Pick<Parts, "action" | "recover">,
  plan: Plan,
  recorder: Recorder | null,
  { begins, at }: Course = {},
): Played {
  const names: string[] = [];
  const upserts: number[] = [];
  const waiting = [...plan.rivals];
  let operations = begins?.operations ?? 0;
  let trouble: { error: unknown } | null = null;
  let gaveUp = false;

  /** Lets the rival in; false when it has to wait for what the client has not committed yet. */
  const interfere = (act: Act, mayWait: boolean): boolean => {
    const done = world.callsDone;
    let conflicts = 0;
    let written = false;
    let isBlocked = false;
    const operate = (operation: Operation, _: number, proceed: () => Uint8Array): Uint8Array => {
      if (isBlocked) throw Dead.now();
      const reply = recorder === null ? proceed() : recorder.operation("rival", operation, proceed, world.calling);
      // Whoever cannot wait need not be watched.
      if (!mayWait) return reply;
      if (isConflict(reply)) isBlocked = ++conflicts >= TRIES;
      else written ||= isOwnWrite(operation);
      return reply;
    };
    try {
      world.asRival(() => world.watch(() => act(world), operate));
    } catch (error) {
      if (!isBlocked) {
        // A conflict that the function lets out is for its caller to try again.
        isBlocked = conflicts > 0 && error instanceof LearnerError && error.original instanceof MongoServerError && error.original.code === WRITE_CONFLICT;
        // Kept until the learner's function is done: it must not be able to catch what happened to the rival.
        if (!isBlocked) trouble ??= { error };
      }
    }
    if (!isBlocked) return true;
    gaveUp = written || world.callsDone !== done;
    return false;
  };

  /** Runs a part of the client's, cut after so many operations; whether it was. */
  const run = (part: Act, who: "you" | "recovery", lives: number, seen?: (operations: number, changed: boolean) => void): void => {
    let dead = false;
    let count = 0;
    let changed = true;
    try {
      count = world.watch(
        () => part(world),
        (operation, before, proceed) => {
          if (!dead) seen?.(before, changed);
          // Whoever catches this and goes on is as dead at the next operation.
          if (before >= lives || gaveUp) {
            dead = true;
            throw Dead.now();
          }
          operations += 1;
          const gap = names.push(named(operation)) - 1;
          const carryOut = (): Uint8Array =>
            recorder === null ? proceed() : recorder.operation(who, operation, proceed, world.calling);
          if (waiting[0]?.inside && waiting[0].gap === gap) {
            const { act } = waiting.shift() as { act: Act };
            return world.overtaken(operation, carryOut, () => void interfere(act, false));
          }
          while (waiting[0] && waiting[0].gap <= gap && interfere(waiting[0].act, true)) waiting.shift();
          const reply = carryOut();
          if (seen) changed = changes(operation, reply);
          if (upserted(operation, reply)) upserts.push(gap);
          return reply;
        },
      );
    } catch (error) {
      // Whatever a dead client's functions or the check made of it is not an observation.
      if (!dead || !(error instanceof Error || error instanceof CheckFailure)) throw error;
    }
    if (!dead) seen?.(count, changed);
  };

  const crashes = (whose: string): void => {
    recorder?.crash(whose);
    world.crashed();
  };

  world.start(plan.rivals.length > 0);
  if (!begins) run(action, "you", plan.lives ?? Infinity, at && ((done, changed) => at("action", done, changed)));
  const acted = names.length;
  if (plan.lives !== null && !gaveUp) {
    crashes("The client dies.");
    if (recover) {
      if (plan.recovers !== null && begins?.after !== "recovery") {
        run(recover, "recovery", plan.recovers);
        crashes("The client that recovers dies, too.");
      }
      run(recover, "recovery", Infinity, at && ((done, changed) => at("recovery", done, changed)));
      const first = names.length;
      run(recover, "recovery", Infinity);
      // What the second recovery did is no place to come in.
      if (plan.recovers === null) names.length = first;
    }
  }
  if (gaveUp) return { names, acted, operations, upserts, ended: false };
  for (const { act } of waiting) interfere(act, false);
  if (trouble) throw (trouble as { error: unknown }).error;
  return { names, acted, operations, upserts, ended: true };
}
