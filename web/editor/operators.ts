/** Operators, stages and accumulators with their help, in a file that is fetched when they are first completed. */

/** One of them, as it says of itself in the engine's source; `cargo xtask compat` writes the file. */
export interface Operator {
  name: string;
  /** "query", "update", "modifier", "stage", "accumulator", "window" or "expression". */
  kind: string;
  help: string;
}

let all: Promise<Operator[]> | undefined;

/** All of them; none where the file cannot be had, and another attempt the next time. */
export function operators(): Promise<Operator[]> {
  all ??= fetch(new URL("operators.json", import.meta.url))
    .then((response) => response.json() as Promise<Operator[]>)
    .catch(() => {
      all = undefined;
      return [];
    });
  return all;
}
