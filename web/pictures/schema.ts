/** Draws a schema diagram: a box per collection, lines for references, and a table. */
import { behind, html, list, svg, table } from "./dom.js";
import { ROW, WIDTH, layout, path, rowAt, words, type Box } from "./layout.js";

/** Characters that fit into a row of a box. */
const CHARACTERS = 37;

/** The diagram of collections as `web/sandbox/schema.ts` describes them. */
export function schema(shapes: unknown, room: number): HTMLElement {
  if (list(shapes).length === 0) return html("p", { class: "muted empty" }, "There are no collections yet.");
  const diagram = layout(shapes, room);
  const { boxes, lines, width, height } = diagram;
  const picture = svg(
    "svg",
    { class: "schema", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": words(diagram) },
    ...boxes.flatMap(drawn),
    ...lines.map((line) => svg("path", { class: "link-line", d: path(line) })),
    ...lines.map(({ to, from }) =>
      svg("circle", {
        class: "link-end",
        cx: to.x >= from.x && to.x !== from.x ? to.x : to.x + WIDTH,
        cy: to.y + 16,
        r: 3.5,
      }),
    ),
  );
  const rows = boxes.flatMap((box) =>
    box.rows.map((row, at) => [`${box.name}.${fullName(box, at)}`, row.type, row.refers ?? ""]),
  );
  const indexes = boxes.flatMap((box) => box.indexes.map(({ key, size }) => `${box.name} ${key} · ${size}`));
  return html(
    "figure",
    { class: "schema-figure" },
    html("div", { class: "picture-scroll", tabindex: 0, role: "region", "aria-label": "Schema diagram" }, picture),
    behind(
      "The same as a table",
      html(
        "div",
        {},
        table("Fields of each collection", ["Field", "Type", "Holds ids of"], rows, false),
        html("p", { class: "small" }, `Indexes: ${indexes.join("; ") || "none"}.`),
      ),
    ),
  );
}

function fullName(box: Box, at: number): string {
  let depth = box.rows[at]?.depth ?? 0;
  const names = [box.rows[at]?.name ?? ""];
  for (let above = at - 1; above >= 0 && depth > 0; above--) {
    const row = box.rows[above];
    if (row && row.depth < depth) {
      names.unshift(row.name);
      depth = row.depth;
    }
  }
  return names.join(".");
}

function drawn(box: Box): SVGElement[] {
  const { x, y } = box;
  const out = [
    svg("rect", { class: "box", x, y, width: WIDTH, height: box.height, rx: 6 }),
    svg("text", { class: "box-name", x: x + 12, y: y + 19 }, box.name),
    svg("text", { class: "box-size", x: x + 12, y: y + 35 }, box.size),
    svg("line", { class: "rule", x1: x, x2: x + WIDTH, y1: y + 42, y2: y + 42 }),
  ];
  box.rows.forEach((row, at) => {
    const middle = rowAt(box, at);
    const left = x + 12 + row.depth * 14;
    if (row.inner > 0) {
      const inner = Math.min(row.inner, box.rows.length - at - 1);
      if (inner > 0)
        out.push(
          svg("rect", {
            class: "nested",
            x: left + 4,
            y: middle + ROW / 2,
            width: WIDTH - (left + 4 - x) - 8,
            height: ROW * inner,
            rx: 4,
          }),
        );
    }
    const room = CHARACTERS - row.depth * 2 - row.type.length - 1;
    const name = row.name.length > room ? `${row.name.slice(0, Math.max(1, room - 1))}…` : row.name;
    out.push(svg("text", { class: row.refers ? "field refers" : "field", x: left, y: middle + 4 }, name));
    out.push(svg("text", { class: "type", x: x + WIDTH - 12, y: middle + 4, "text-anchor": "end" }, row.type));
  });
  let below = y + 46 + ROW * box.rows.length;
  if (box.left > 0) {
    out.push(svg("text", { class: "type", x: x + 12, y: below + 14 }, `… ${box.left} more fields`));
    below += ROW;
  }
  if (box.indexes.length > 0)
    out.push(svg("line", { class: "rule", x1: x, x2: x + WIDTH, y1: below + 5, y2: below + 5 }));
  box.indexes.forEach(({ key, size }, at) => {
    const room = CHARACTERS - size.length - 4;
    const label = key.length > room ? `${key.slice(0, room - 1)}…` : key;
    const line = below + 22 + ROW * at;
    // A key symbol.
    out.push(
      svg("path", {
        class: "key",
        d: `M${x + 18} ${line - 4}h8m-3 0v3m3 -3v3M${x + 18} ${line - 4}a3 3 0 1 0 -6 0a3 3 0 1 0 6 0`,
      }),
    );
    out.push(svg("text", { class: "index", x: x + 29, y: line }, label));
    out.push(svg("text", { class: "index", x: x + WIDTH - 8, y: line, "text-anchor": "end" }, size));
  });
  return out;
}
