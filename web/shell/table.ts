/** `console.table`: rows in a box, as Node draws it. */
import { inspect } from "./printing.js";

type Row = { readonly index: string; readonly cells: ReadonlyMap<string, string>; readonly value?: string };

const VALUES = "Values";

/** The table, or undefined if the data have no rows; `only` selects columns. */
export function tableOf(data: unknown, only?: readonly string[]): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (data instanceof Map) {
    const rows = [...data].map(([key, value], at) => [String(at), inspect(key), inspect(value)]);
    return boxed(["(iteration index)", "Key", VALUES], rows);
  }
  if (data instanceof Set) {
    return boxed(
      ["(iteration index)", VALUES],
      [...data].map((value, at) => [String(at), inspect(value)]),
    );
  }
  const rows = Object.entries(data).map(([index, value]) => rowOf(index, value, only));
  const columns = [...new Set(only ?? rows.flatMap((row) => [...row.cells.keys()]))];
  const plain = rows.some((row) => row.value !== undefined);
  const head = ["(index)", ...columns, ...(plain ? [VALUES] : [])];
  return boxed(
    head,
    rows.map((row) => [
      row.index,
      ...columns.map((column) => row.cells.get(column) ?? ""),
      ...(plain ? [row.value ?? ""] : []),
    ]),
  );
}

function rowOf(index: string, value: unknown, only: readonly string[] | undefined): Row {
  if (typeof value !== "object" || value === null || isScalar(value))
    return { index, cells: new Map(), value: inspect(value) };
  const fields = Object.entries(value).filter(([name]) => !only || only.includes(name));
  return { index, cells: new Map(fields.map(([name, field]) => [name, inspect(field, { depth: 1 })])) };
}

/** Dates and BSON types are values, not rows. */
function isScalar(value: object): boolean {
  return value instanceof Date || value instanceof RegExp || (value as { _bsontype?: unknown })._bsontype !== undefined;
}

function boxed(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map(
    (name, at) => Math.max(...[name, ...rows.map((row) => row[at] ?? "")].map((cell) => [...cell].length)) + 2,
  );
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => "─".repeat(width)).join(middle) + right;
  const line = (cells: readonly string[]): string =>
    `│${widths.map((width, at) => ` ${cells[at] ?? ""}${" ".repeat(width - 1 - [...(cells[at] ?? "")].length)}`).join("│")}│`;
  return [rule("┌", "┬", "┐"), line(head), rule("├", "┼", "┤"), ...rows.map(line), rule("└", "┴", "┘")].join("\n");
}
