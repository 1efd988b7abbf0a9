/**
 * The outcomes of schedules after which the invariant held. Different schedules often lead to the same database and to
 * the same values in clients and checks; then the invariant, which sees nothing else, holds again.
 */
import type { PlayedSchedule } from "./play_schedule.js";

/** What an invariant may depend on. */
export interface Outcome {
  /** Everything outside the database and the clients. */
  readonly outside: string;
  /** What the clients received and may remember. */
  readonly received: PlayedSchedule["received"];
  /** The whole state of the database. */
  readonly database: Uint8Array;
}

/** The outcomes of one enumeration. */
export class KnownOutcomes {
  readonly #known: Outcome[] = [];

  /** Calls `check` unless it succeeded for an equal outcome. */
  once(outcome: Outcome, check: () => void): void {
    if (this.#known.some((known) => isSame(known, outcome))) return;
    check();
    this.#known.push(outcome);
  }
}

function isSame(a: Outcome, b: Outcome): boolean {
  return (
    a.outside === b.outside &&
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
