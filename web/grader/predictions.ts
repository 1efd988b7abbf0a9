/** Predictions: what the learner guessed that a call costs, beside what it does. */
import type { PredictionReport } from "./bundle.js";
import type { Checks, Measure } from "./script.js";
import type { Session } from "./session.js";

/** Measures the probes that an exercise's predictions ask about. A probe that fails has no figures. */
export function measurePredictions(session: Session, { probes }: Checks, runs: boolean): PredictionReport[] {
  const measured = new Map<string, Readonly<Record<string, number>> | null>();
  return (session.bundle.predict ?? []).map(({ probe, meter }, at) => {
    const known = probes.get(probe);
    if (!measured.has(probe)) measured.set(probe, runs && known ? costOf(session, known) : null);
    return { probe, meter, said: session.options.said?.[at] ?? null, measured: measured.get(probe)?.[meter] ?? null };
  });
}

function costOf(session: Session, { run, plan }: Measure): Readonly<Record<string, number>> | null {
  try {
    const world = plan.shards === undefined ? session.fresh(plan) : session.cluster(plan);
    return { ...world.cost(() => run(world)) };
  } catch {
    // The checks say what is wrong with the script; the comparison waits until it runs.
    return null;
  } finally {
    session.free();
  }
}
