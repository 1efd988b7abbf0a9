/** Compares the learner's predictions of a call's cost with the measured cost. */
import type { Bundle, Prediction, PredictedDesign, PredictionReport } from "./bundle.js";
import { readChecks, type Checks, type Measure } from "./script.js";
import { Session, type GradeOptions } from "./session.js";

/** Measures the probes of an exercise's predictions. A probe that fails has no figures. */
export function measurePredictions(session: Session, { probes }: Checks, runs: boolean): PredictionReport[] {
  const measured = new Map<string, Readonly<Record<string, number>> | null>();
  return (session.bundle.predict ?? []).map(({ probe, meter }, at) => {
    const known = probes.get(probe);
    if (!measured.has(probe)) measured.set(probe, runs && known ? costOf(session, known) : null);
    return { probe, meter, said: session.options.said?.[at] ?? null, measured: measured.get(probe)?.[meter] ?? null };
  });
}

/** An exercise's questions with the costs of the calls on its designs, on the probe's data and on ten times as much. */
export function answered(bundle: Bundle, options: GradeOptions): Prediction[] {
  const { probes } = readChecks(bundle.checks);
  const costs = (source: string, probe: Measure, times: number): Readonly<Record<string, number>> | null => {
    const session = new Session(bundle, source, options);
    const plan = { ...probe.plan, scale: (probe.plan.scale ?? 1) * times };
    try {
      return costOf(session, { ...probe, plan });
    } finally {
      session.end();
    }
  };
  const known = new Map<string, ReturnType<typeof costs>>();
  const measured = (file: string, source: string, name: string, times: number, meter: string): number | null => {
    const key = `${file} ${name} ${times}`;
    const probe = probes.get(name);
    if (!known.has(key)) known.set(key, probe ? costs(source, probe, times) : null);
    return known.get(key)?.[meter] ?? null;
  };
  return (bundle.predict ?? []).map((question) => {
    const of = ({ file, name, source }: Bundle["designs"][number]): PredictedDesign => ({
      name,
      measured: measured(file, source, question.probe, 1, question.meter),
      tenfold: measured(file, source, question.probe, 10, question.meter),
    });
    return { ...question, designs: bundle.designs.map(of) };
  });
}

function costOf(session: Session, { run, plan }: Measure): Readonly<Record<string, number>> | null {
  try {
    const world = plan.shards === undefined ? session.fresh(plan) : session.cluster(plan);
    return { ...world.cost(() => run(world)) };
  } catch {
    // The checks report what is wrong with the script; without a running script there is no comparison.
    return null;
  } finally {
    session.free();
  }
}
