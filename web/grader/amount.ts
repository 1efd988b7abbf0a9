/** Formats a count with its noun: `1 round trip`, `2 round trips`, `1 index entry`, `0 index entries`. */
export function amountOf(count: unknown, one: string, many = `${one}s`): string {
  return `${String(count)} ${Number(count) === 1 ? one : many}`;
}
