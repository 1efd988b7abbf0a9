/** Finds the glossary entry for a check's counterexample. */
import type { Schedule } from "./bundle.js";

/** Patterns of counterexamples with their entries; the first match wins. */
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bround trips?\b|\bcommands? (?:was|were) sent\b/, "round-trip"],
  [/\bsort(?:s|ed)? in memory\b/, "compound-index"],
  [/\bdocument ends at 16 MB\b|\b16 MB\b/, "unbounded"],
  [/\bexamined\b/, "index"],
  [/\bfields walked\b/, "bson"],
  [/\bof \d+ writes (?:went|to)\b|\bshards?\b/, "shard-key"],
];

/**
 * The entry's id, or null if none surely helps. A rival or a crash in the schedule is better evidence than the text.
 */
export function glossaryEntryFor(observed: string, schedule: Schedule | null | undefined): string | null {
  const who = new Set(schedule?.steps.map((step) => step.who));
  if (who.has("crash")) return "idempotent";
  if (who.has("rival")) return "rival";
  return BY_WORDS.find(([words]) => words.test(observed))?.[1] ?? null;
}

/** All entries that this file names. */
export const GLOSSARY_ENTRIES: readonly string[] = ["idempotent", "rival", ...BY_WORDS.map(([, id]) => id)];
