/** The layout of a schema diagram, independent of its elements. */
import { amount, bytes, get, list, number, shown, text } from "./dom.js";

export const WIDTH = 284;
export const ROW = 20;
const GAP = 44;
const MARGIN = 8;
const MAX_ROWS = 44;
const HEAD = 46;

/** A row of a box. */
export interface Row {
  name: string;
  type: string;
  depth: number;
  refers: string | null;
  /** The number of following rows that belong to it. */
  inner: number;
}

/** A collection as a box. */
export interface Box {
  name: string;
  size: string;
  rows: Row[];
  /** The number of fields that are not drawn. */
  left: number;
  indexes: { key: string; size: string }[];
  x: number;
  y: number;
  height: number;
}

/** A line from a field to the collection that it references. */
export interface Line {
  from: Box;
  row: number;
  to: Box;
}

export interface Diagram {
  boxes: Box[];
  lines: Line[];
  width: number;
  height: number;
}

/** Arranges the collections in as many columns as fit into the width. */
export function layout(shapes: unknown, room: number): Diagram {
  const boxes = list(shapes).map(boxOf);
  const columns = Math.max(1, Math.min(boxes.length, Math.floor((room - 2 * MARGIN + GAP) / (WIDTH + GAP))));
  const heights = Array.from({ length: columns }, () => MARGIN);
  for (const box of boxes) {
    const column = heights.indexOf(Math.min(...heights));
    box.x = MARGIN + column * (WIDTH + GAP);
    box.y = heights[column] ?? 0;
    heights[column] = box.y + box.height + GAP / 2;
  }
  const lines = boxes.flatMap((from) =>
    from.rows.flatMap((row, at) => {
      const to = boxes.find((box) => box.name === row.refers);
      return to && to !== from ? [{ from, row: at, to }] : [];
    }),
  );
  const width = 2 * MARGIN + columns * WIDTH + (columns - 1) * GAP;
  // A line between boxes of one column curves to the right.
  return {
    boxes,
    lines,
    width: width + (columns === 1 && lines.length > 0 ? 24 : 0),
    height: Math.max(...heights, 40),
  };
}

function boxOf(shape: unknown): Box {
  const all = rowsOf(list(get(shape, "fields")), 0);
  const rows = all.slice(0, MAX_ROWS);
  const indexes = list(get(shape, "indexes")).map((index) => ({
    key: `${text(get(index, "key"), 60)}${get(index, "unique") === true ? " unique" : ""}`,
    size: bytes(number(get(index, "bytes"))),
  }));
  const left = all.length - rows.length;
  return {
    name: text(get(shape, "name"), 60),
    size: sizeText(shape),
    rows,
    left,
    indexes,
    x: 0,
    y: 0,
    height: HEAD + ROW * (rows.length + (left > 0 ? 1 : 0)) + (indexes.length > 0 ? 10 + ROW * indexes.length : 0) + 8,
  };
}

function sizeText(shape: unknown): string {
  const [count, size] = [number(get(shape, "count")), number(get(shape, "bytes"))];
  return count === 0 ? "empty" : `${amount(count, "document")} · ${bytes(size / count)} each`;
}

function rowsOf(fields: readonly unknown[], depth: number): Row[] {
  return fields.flatMap((field) => {
    const inner = rowsOf(list(get(field, "fields")), depth + 1);
    return [
      {
        name: text(get(field, "name"), 60),
        type: typeText(field),
        depth,
        refers: text(get(field, "refers")) || null,
        inner: inner.length,
      },
      ...inner,
    ];
  });
}

/** The text of a type: `string`, `[6] of int`, or `date?` if some documents lack the field. */
function typeText(field: unknown): string {
  const types = list(get(field, "types")).map((type) => text(type, 20));
  const lengths = list(get(field, "length")).map(number);
  const own = types.filter((type) => type !== "array");
  const share = number(get(field, "share"));
  const some = share < 0.995 ? ` · in ${shown(Math.max(1, Math.round(share * 100)))} %` : "";
  const mixed = own.length > 2 ? `${own.slice(0, 2).join("|")}|…` : own.join("|");
  if (lengths.length === 2)
    return `[${shown(lengths[0] ?? 0)}${lengths[1] === lengths[0] ? "" : `…${shown(lengths[1] ?? 0)}`}]${mixed && mixed !== "object" ? ` ${mixed}` : ""}${some}`;
  return (mixed === "object" ? "{ }" : mixed) + some;
}

/** The vertical position of a box's row. */
export function rowAt(box: Box, at: number): number {
  return box.y + HEAD + ROW * at + ROW / 2;
}

/** The path of a line: from the side of its row to the head of the other box. */
export function path({ from, row, to }: Line): string {
  const [y, end] = [rowAt(from, row), to.y + 16];
  if (to.x > from.x) {
    const [x, goal] = [from.x + WIDTH, to.x];
    return `M${x} ${y}C${x + GAP / 2} ${y} ${goal - GAP / 2} ${end} ${goal - 2} ${end}`;
  }
  if (to.x < from.x) {
    const [x, goal] = [from.x, to.x + WIDTH];
    return `M${x} ${y}C${x - GAP / 2} ${y} ${goal + GAP / 2} ${end} ${goal + 2} ${end}`;
  }
  const x = from.x + WIDTH;
  return `M${x} ${y}C${x + 26} ${y} ${x + 26} ${end} ${x + 2} ${end}`;
}

/** A text description of the diagram. */
export function words({ boxes, lines }: Diagram): string {
  const parts = boxes.map(
    (box) =>
      `${box.name} (${box.size}): ${box.rows
        .filter((row) => row.depth === 0)
        .map((row) => row.name)
        .join(", ")}`,
  );
  const links = lines.map(({ from, row, to }) => `${from.name}.${from.rows[row]?.name ?? ""} holds ids of ${to.name}`);
  return [...parts, ...links].join(". ");
}
