/** Static checks of `data.js`. */
import type { Fault } from "./lint.js";
import type { Exercise } from "./validate_exercise.js";
import { rng } from "./random.js";
import { readData } from "./script.js";

/** Scales to try: empty, small, and full. */
const SCALES = [0, 0.01, 0.1, 1];

/** Reports lists that are empty at some scale: the database rejects `insertMany([])`, which no exercise teaches. */
export function lintData(exercise: Exercise): Fault[] {
  const rows = readData(exercise.data);
  const found = new Map<string, number>();
  for (const scale of SCALES) {
    for (const [name, list] of Object.entries(rows(rng(1, exercise.id), scale))) {
      if (Array.isArray(list) && list.length === 0 && !found.has(name)) found.set(name, scale);
    }
  }
  return [...found].map(([name, scale]) => ({
    file: "data.js",
    line: 0,
    message: `rows.${name} is empty at scale ${scale}, and a setup that stores it would fail`,
  }));
}
