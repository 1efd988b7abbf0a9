/**
 * The outcomes of schedules after which the invariant held. Rivals in different gaps often lead to the same database
 * and to the same replies to each client; then the invariant, which sees nothing else, holds again.
 */
import type { PlayedSchedule, SchedulePlan } from "./play_schedule.js";

interface Outcome {
  /** The participants of the schedule, whatever the gaps. */
  readonly kind: string;
  readonly received: PlayedSchedule["received"];
  readonly database: Uint8Array;
}

/** The outcomes of one enumeration. */
export class KnownOutcomes {
  readonly #known: Outcome[] = [];

  /** Calls `check` unless it succeeded for an equal outcome. `database` returns the whole state of the database. */
  once(plan: SchedulePlan, played: PlayedSchedule, database: () => Uint8Array, check: () => void): void {
    // An open transaction is not part of the database's state.
    if (played.hasTransaction) return check();
    const kind = plan.rivals.map(({ inside, within }) => (inside ? "inside" : within ? "within" : "between")).join();
    const outcome: Outcome = { kind, received: played.received, database: database() };
    if (this.#known.some((known) => isSame(known, outcome))) return;
    check();
    this.#known.push(outcome);
  }
}

function isSame(a: Outcome, b: Outcome): boolean {
  return (
    a.kind === b.kind &&
    a.received.every((list, client) => {
      const other = b.received[client] ?? [];
      return list.length === other.length && list.every((item, at) => isEqual(item, other[at]));
    }) &&
    isEqual(a.database, b.database)
  );
}

function isEqual(a: number | Uint8Array, b: number | Uint8Array | undefined): boolean {
  if (typeof a === "number" || typeof b === "number" || b === undefined) return a === b;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
