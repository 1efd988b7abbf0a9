/** Results with titled sections, as mongosh prints statistics. */
import { FULL, inspect, PRINT } from "./printing.js";

/** Sections keyed by title, printed one below the other. */
export class Sections {
  readonly value: Readonly<Record<string, unknown>>;

  constructor(value: Readonly<Record<string, unknown>>) {
    this.value = value;
  }

  [PRINT](): string {
    return Object.entries(this.value)
      .map(([title, part]) => `${title}\n${inspect(part, FULL)}`)
      .join("\n---\n");
  }
}

/** Makes a document print on one line, however long. */
export function onOneLine<T extends object>(document: T): T {
  const text = (): string => inspect({ ...document }, { ...FULL, breakLength: Infinity, compact: Infinity });
  return Object.defineProperty(document, PRINT, { value: text });
}
