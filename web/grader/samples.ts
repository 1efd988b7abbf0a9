/** Sample rows for an exercise's text: the first row of each kind, shortened. */
import { EJSON, type Document } from "bson";

import type { Bundle } from "./bundle.js";
import { rng, VISIBLE_SEED } from "./random.js";
import { readData } from "./script.js";

/** A block of an exercise's text; only code blocks matter here. */
export interface Block {
  readonly type: string;
  readonly language?: string;
  readonly text?: string;
}

/** Longest string of a sample, in characters. */
const MAX_STRING = 60;
/** Most elements of an array in a sample. */
const MAX_ELEMENTS = 2;

/** The blocks of a text with each sample replaced by code blocks of JSON; the same array if there is no sample. */
export function withSamples(
  bundle: Pick<Bundle, "id" | "data"> & { readonly text: readonly Block[] },
): readonly Block[] {
  if (!bundle.text.some(isSample)) return bundle.text;
  const rows = readData(bundle.data)(rng(VISIBLE_SEED, bundle.id), 1);
  return bundle.text.flatMap((block) => (isSample(block) ? samples(bundle.id, rows, block.text ?? "") : [block]));
}

const isSample = (block: Block): boolean => block.type === "code" && block.language === "sample";

function samples(id: string, rows: Document, kinds: string): Block[] {
  return kinds.split(",").map((name) => {
    const kind = name.trim();
    const all = (rows as Record<string, unknown>)[kind];
    const [first] = Array.isArray(all) ? (all as unknown[]) : [];
    if (first === undefined) throw new Error(`${id}: the sample names rows.${kind}, which has no rows`);
    return { type: "code", language: "json", text: `rows.${kind}: ${sampleText(first)}` };
  });
}

/** A row as one line of relaxed extended JSON, with long strings and arrays truncated. */
export function sampleText(row: unknown): string {
  return spaced(shortened(JSON.parse(EJSON.stringify(row, { relaxed: true }))));
}

/** Marks where an array was truncated; printed without quotes. */
class More {
  constructor(readonly count: number) {}
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") {
    const letters = Array.from(value);
    return letters.length > MAX_STRING ? `${letters.slice(0, MAX_STRING).join("")}…` : value;
  }
  if (Array.isArray(value)) {
    const first = value.slice(0, MAX_ELEMENTS).map(shortened);
    return value.length > MAX_ELEMENTS ? [...first, new More(value.length - MAX_ELEMENTS)] : first;
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

function spaced(value: unknown): string {
  if (value instanceof More) return `… ${value.count} more`;
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return `{${fields.join(", ")}}`;
}
