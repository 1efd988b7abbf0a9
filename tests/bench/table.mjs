/** Results as text tables. */

/** A number with about three significant digits. */
const short = (n) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2));

function columns(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "))
    .join("\n");
}

/** Our milliseconds, and the ratio of each other engine to them. */
export function table({ node, cpu, sizes, rounds, memory, workloads }) {
  const engines = Object.keys(memory);
  const [ours, ...others] = engines;
  const rows = [["", `${ours} ms`, ...others.map((name) => `x ${name}`)]];
  for (const { title, ms } of Object.values(workloads)) {
    const own = ms[ours];
    rows.push([
      title,
      own === undefined ? "-" : short(own),
      ...others.map((name) => (ms[name] === undefined || own === undefined ? "-" : short(ms[name] / own))),
    ]);
  }
  rows.push(["memory, MB", ...engines.map((name) => short(memory[name] / 1e6))]);
  return [
    `${sizes.reviews} reviews, ${sizes.books} books; medians of ${rounds} interleaved runs; Node ${node}, ${cpu}`,
    `How many times as long as ${ours} each takes; "-": cannot, or differs.`,
    "",
    columns(rows),
    "",
  ].join("\n");
}

/** Microseconds of one operation, and bytes of one document, at each size. */
export function growthTable(growth) {
  const parts = [];
  for (const [name, bySize] of Object.entries(growth)) {
    const sizes = Object.keys(bySize);
    const kinds = Object.keys(bySize[sizes[0]].ms);
    const rows = [[`${name}, µs each`, ...sizes.map(Number).map((n) => n.toLocaleString("en"))]];
    for (const kind of kinds) rows.push([kind, ...sizes.map((size) => short(bySize[size].ms[kind] * 1000))]);
    rows.push(["memory, bytes a document", ...sizes.map((size) => short(bySize[size].memory.bytes))]);
    rows.push(["of these its BSON", ...sizes.map((size) => short(bySize[size].memory.stored))]);
    parts.push(columns(rows), "");
  }
  return parts.join("\n");
}
