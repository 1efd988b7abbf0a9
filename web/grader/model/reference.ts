/** Values from earlier results of a history, such as generated ids, which differ each time it is played. */
import { isRecord } from "../values.js";

/** A value from an earlier result. */
export class Reference {
  constructor(
    /** The index of the step that returned it. */
    readonly step: number,
    /** The fields and indexes that lead to it. */
    readonly path: readonly string[],
  ) {}
}

/** An argument with its parts replaced, also those within arrays and plain objects; the same one if no part is. */
export function replaced(value: unknown, replace: (part: unknown) => unknown): unknown {
  if (!Array.isArray(value) && !isRecord(value)) return replace(value);
  const entries = Object.entries(value).map(([key, item]) => [key, replaced(item, replace)] as const);
  if (entries.every(([key, item]) => item === (value as Record<string, unknown>)[key])) return value;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** The references in an argument. */
export function referencesIn(value: unknown): readonly Reference[] {
  if (value instanceof Reference) return [value];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return isRecord(value) ? Object.values(value).flatMap(referencesIn) : [];
}
