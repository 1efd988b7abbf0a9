/** Costs of the learner's calls, summed from the engine's profile. */
import type { Document } from "bson";

import type { Engine } from "../shell/engine.js";

/** The meters that are sums, each a field of a profile entry, as the meter contract defines them. */
const SUMMED = [
  "operations",
  "roundTrips",
  "keysExamined",
  "docsExamined",
  "nreturned",
  "ninserted",
  "nMatched",
  "nModified",
  "nUpserted",
  "ndeleted",
  "keysInserted",
  "keysDeleted",
  "bytesRead",
  "bytesWritten",
  "fieldsWalked",
  "bytesShifted",
  "moved",
  "requestLength",
  "responseLength",
  "seeks",
  "sortComparisons",
  "modelMillis",
] as const;

/** Fields of a profile entry that are above 0 if the command wrote something. */
const WRITTEN = ["ninserted", "nModified", "nUpserted", "ndeleted", "keysInserted", "keysDeleted", "bytesWritten"];

/**
 * Sums over the counted calls. `sortStages` counts the operations that sorted in memory, `writes` the commands that
 * wrote something.
 */
export type Meters = Record<(typeof SUMMED)[number] | "sortStages" | "shards" | "writes", number>;

/** All meters at zero. */
export function noCost(): Meters {
  const meters = { sortStages: 0, shards: 0, writes: 0 } as Meters;
  for (const name of SUMMED) meters[name] = 0;
  return meters;
}

/** A range of the engine's profile. */
export interface Entries {
  readonly entries: readonly Document[];
  /** The number of earlier entries. */
  readonly since: number;
  /** The number of the next entry. */
  readonly end: number;
}

/** The profile entries from a sequence number on. */
export function entriesSince(engine: Engine, since: number): Entries {
  const { entries, seq } = engine.runCommand("admin", { dojoProfile: 1, since }) as {
    entries: Document[];
    seq: unknown;
  };
  return { entries, since, end: Number(seq) };
}

/** Adds the cost of a range of the profile. */
export function addCost(meters: Meters, { entries, since, end }: Entries): void {
  for (const entry of entries) {
    for (const name of SUMMED) meters[name] += Number(entry[name] ?? 0);
    meters.shards = Math.max(meters.shards, Number(entry["shards"] ?? 0));
    if (entry["hasSortStage"]) meters.sortStages += 1;
    if (WRITTEN.some((name) => Number(entry[name] ?? 0) > 0)) meters.writes += 1;
  }
  // Rounded to thousandths, like the entries.
  meters.modelMillis = Math.round(meters.modelMillis * 1_000) / 1_000;
  // The profile is bounded; dropped entries still count as round trips.
  meters.roundTrips += Math.max(0, end - since - entries.length);
}
