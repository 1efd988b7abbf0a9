/** Handlers of the requests that grade. */
import type { Document } from "bson";

import { compare as compareDesigns, grade, type Bundle, type NewEngine } from "../grader/index.js";
import { rng, VISIBLE_SEED } from "../grader/random.js";
import { readData } from "../grader/script.js";
import { Engine } from "../shell/engine.js";
import type { Measured, Report } from "../types/protocol.js";
import type { Progress } from "./session.js";
import { functionNames } from "./setup.js";

const YOURS = "Yours";
/** Milliseconds of grading after which a worker is warmed up. */
const WARM = 250;

const now = performance.now.bind(performance);

const newEngine: NewEngine = (options) => new Engine(options);

/** The learner's predictions and passes so far; in a review, also the script without the function to rewrite. */
interface CheckOptions {
  readonly said?: readonly (number | null)[];
  readonly blank?: string;
  readonly passes?: number;
}

/** Checks a script; in a review only by those checks that need the rewritten function. */
export function check(
  bundle: Bundle,
  source: string,
  progress: Progress,
  { said = [], blank, passes }: CheckOptions = {},
): Report {
  const wanted = blank === undefined ? new Set<string>() : failing(exercise(bundle, blank), blank);
  return grade(exercise(bundle, source), source, {
    newEngine,
    onProgress: progress,
    said,
    ...(passes !== undefined && { passes }),
    ...(wanted.size > 0 && { wanted }),
  });
}

/** The required checks that a script does not pass. */
export function failing(bundle: Bundle, source: string): Set<string> {
  const { checks } = grade(bundle, source, { newEngine });
  return new Set(checks.filter(({ kind, status }) => kind === "must" && status !== "passed").map(({ id }) => id));
}

/**
 * Grades an accepted design for a short time and ignores the result, so that the code is already compiled for a later
 * check.
 */
export function warm(bundle: Bundle): void {
  // Another host's bundle may lack any field.
  const { designs, checks } = bundle as Partial<Bundle>;
  const design = designs?.[0];
  if (!design || !checks) return;
  const end = now() + WARM;
  grade(bundle, design.source, { newEngine, enough: () => now() > end });
}

/** Measures a script and the accepted designs, on `scale` times the data. */
export function compare(bundle: Bundle, source: string, scale: number, progress: Progress): Measured[] {
  const measured = compareDesigns(exercise(bundle, source), source, { newEngine, onProgress: progress, scale });
  return measured.map((one) => ({ ...one, name: one.yours ? YOURS : one.name }));
}

/** The bundle for the grader. A snippet lists no functions: its checks may call all that the script defines. */
function exercise(bundle: Bundle, source: string): Bundle {
  // Another host's bundle may lack the list.
  if (!Array.isArray(bundle.functions) || bundle.functions.length > 0) return bundle;
  return { ...bundle, functions: functionNames(source).map((name) => ({ name, signature: name, doc: "" })) };
}

/** The rows for a run, from the exercise's `rows(rng, scale)`. */
export function visibleRows(bundle: Bundle): Document {
  return readData(bundle.data)(rng(VISIBLE_SEED, bundle.id), 1);
}
