/** `console`: logs print as `print` does in mongosh; the other methods are Node's. */
import { inspect } from "./printing.js";
import { tableOf } from "./table.js";

type Print = (...values: unknown[]) => void;

/** Makes a console that writes to `print`, and warnings to `warn`. */
export function makeConsole(print: Print, warn: Print): object {
  const counts = new Map<string, number>();
  const group = (...values: unknown[]): void => {
    if (values.length > 0) print(...values);
  };
  return {
    log: print,
    info: print,
    debug: print,
    // Node's depth, not mongosh's.
    dir: (value: unknown) => print(inspect(value, { depth: 2 })),
    dirxml: print,
    table: (value: unknown, columns?: unknown) =>
      print(tableOf(value, Array.isArray(columns) ? columns.map(String) : undefined) ?? value),
    error: warn,
    warn,
    trace: (...values: unknown[]) => warn(values.length > 0 ? "Trace:" : "Trace", ...values),
    group,
    groupCollapsed: group,
    groupEnd: () => undefined,
    assert: (condition?: unknown, ...values: unknown[]) => {
      const [first, ...rest] = values;
      if (!condition) warn(values.length === 0 ? "Assertion failed" : `Assertion failed: ${String(first)}`, ...rest);
    },
    count: (label = "default") => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      print(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = "default") => void counts.delete(label),
    time: () => undefined,
    timeEnd: () => undefined,
    timeLog: () => undefined,
    clear: () => undefined,
  };
}
