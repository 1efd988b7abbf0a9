/** A canonical form of results, for comparing engines. */

import { createHash } from "node:crypto";

/** The most rows of a result in an error message. */
const SHOWN = 3;

/** The text of a value: keys sorted, dates as text, numbers rounded to 9 digits, without fields that engines add. */
function text(value) {
  if (value === null || value === undefined) return "null";
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (typeof value === "number") return String(Number.isInteger(value) ? value : Number(value.toPrecision(9)));
  if (Array.isArray(value)) return `[${value.map(text).join(",")}]`;
  if (typeof value === "object") {
    if (value._bsontype) return text(value.toJSON());
    const keys = Object.keys(value)
      .filter((key) => key !== "$loki" && key !== "meta")
      .sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${text(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/**
 * The answer's fingerprint and beginning.
 *
 * @param {unknown} answer
 * @param {boolean} ordered whether the order of rows is part of the answer
 */
export function canonical(answer, ordered) {
  const rows = (Array.isArray(answer) ? answer : [answer]).map(text);
  if (!ordered) rows.sort();
  const hash = createHash("sha256");
  for (const row of rows) hash.update(row).update("\n");
  return { hash: hash.digest("hex"), rows: rows.length, start: rows.slice(0, SHOWN).join("\n") };
}
