/** Measures scripts by the exercise's representative calls, on the same data for each. */
import type { Bundle, Costs } from "./bundle.js";
import { readChecks, type Checks } from "./script.js";
import { Session, type GradeOptions } from "./session.js";
import type { Tally } from "./world.js";

/** The cost of all calls, and per function. */
export interface Cost {
  readonly meters: Readonly<Record<string, number>>;
  readonly byFunction: Readonly<Record<string, Tally>>;
}

/** A script's cost for the exercise's representative calls. */
export interface Measured extends Cost {
  /** `yours`, or the design's name. */
  readonly name: string;
  /** The design's file; null for the learner's own script. */
  readonly file: string | null;
  readonly yours: boolean;
}

/** `scale` multiplies the data that the exercise measures with; 1 by default. */
export interface CompareOptions extends GradeOptions {
  readonly scale?: number;
}

/** Measures scripts on the exercise's representative calls, on the same data. Omits those that fail. */
export function compare(bundle: Bundle, source: string | null, options: CompareOptions): Measured[] {
  const listed = readChecks(bundle.checks);
  const steps = bundle.designs.length + (source === null ? 0 : 1);
  const results: Measured[] = [];
  if (source !== null) {
    options.onProgress?.(0, steps, "Your design");
    const cost = costOf(new Session(bundle, source, options), listed, options.scale);
    if (cost) results.push({ name: "yours", file: null, yours: true, ...cost });
  }
  const before = steps - bundle.designs.length;
  results.push(
    ...designCosts(bundle, listed, options, (done, name) => options.onProgress?.(before + done, steps, name)),
  );
  options.onProgress?.(steps, steps, "Done");
  return results;
}

/** Measures a script; null if the exercise measures nothing or the script fails, which the checks report. */
export function costOf(session: Session, { measure }: Checks, scale = 1): Cost | null {
  if (!measure) return null;
  try {
    const plan = { seed: 1001, ...measure.plan };
    const whole = { ...plan, scale: (plan.scale ?? 1) * scale };
    const world = plan.shards === undefined ? session.fresh(whole) : session.cluster(whole);
    return world.costByFunction(() => measure.run(world));
  } catch {
    return null;
  } finally {
    session.end();
  }
}

/** The meters that distinguish designs. */
const TRAITS = ["operations", "docsExamined", "keysExamined", "keysInserted", "bytesRead", "bytesWritten"];

/** Measures the designs of a bundle, for `Bundle.costs`: only the meters that distinguish designs. */
export function costs(bundle: Bundle, options: GradeOptions): Costs {
  const measured = designCosts(bundle, readChecks(bundle.checks), options);
  return Object.fromEntries(
    measured.map(({ file, meters }) => [file, Object.fromEntries(TRAITS.map((trait) => [trait, meters[trait] ?? 0]))]),
  );
}

/** The file of the one accepted design with the same cost. Measures the designs if the bundle has no costs. */
export function resembled(bundle: Bundle, meters: Cost["meters"], options: GradeOptions): string | null {
  // Other seeds produce other data.
  const known = options.seedOffset ? undefined : bundle.costs;
  const near = Object.entries(known ?? costs(bundle, options)).filter(([, theirs]) =>
    TRAITS.every((trait) => alike(meters[trait] ?? 0, theirs[trait] ?? 0)),
  );
  return near.length === 1 ? (near[0]?.[0] ?? null) : null;
}

/** Cache of the designs' costs by bundle, seed offset and scale: they are the same for every grading. */
const measurements = new WeakMap<Bundle, Map<string, readonly MeasuredDesign[]>>();

interface MeasuredDesign extends Measured {
  readonly file: string;
}

function designCosts(
  bundle: Bundle,
  listed: Checks,
  options: CompareOptions,
  onDesign?: (done: number, name: string) => void,
): readonly MeasuredDesign[] {
  const known = measurements.get(bundle) ?? new Map<string, readonly MeasuredDesign[]>();
  measurements.set(bundle, known);
  const key = `${options.seedOffset ?? 0} ${options.scale ?? 1}`;
  let measured = known.get(key);
  if (!measured) {
    measured = bundle.designs.flatMap(({ name, file, source }, done) => {
      onDesign?.(done, name);
      const cost = costOf(new Session(bundle, source, options), listed, options.scale);
      return cost ? [{ name, file, yours: false, ...cost }] : [];
    });
    known.set(key, measured);
  }
  return measured;
}

/** Within 3 %, or an absolute difference of a few. */
function alike(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(3, 0.03 * Math.max(a, b));
}
