/**
 * Tries a design's mutants: which of them behave differently, and which of those the checks catch.
 *
 * A mutant *changes behaviour* if a check that the design passes fails on it, or if a call of a workload (see
 * `workload.ts`) returns another result, costs at least half as much again, or, if checks read the database themselves,
 * leaves other documents. Results and costs of other accepted designs count as correct, because the exercise promises
 * neither, and so do further fields in documents, which checks and models allow.
 *
 * The result of a function that is the learner's choice (`choice` in `checks.js`) is judged by the checks alone:
 * another one changes behaviour if a check fails, with the usual rows or with others.
 *
 * A mutant is *caught* if a check fails. One that sends other commands or stores other documents without any visible
 * difference is *unseen*: as far as calls can show, another correct design. One whose script or `setup` fails is
 * *broken*. Neither of the last two is counted.
 */
import type { Bundle, CheckReport } from "../bundle.js";
import { grade } from "../index.js";
import { readChecks } from "../script.js";
import { Session, type NewEngine } from "../session.js";
import type { Mutant } from "./mutants.js";
import { covers, IdMap, RIVAL, recorded, traced, type Recorded, type Seen, type Trace } from "./workload.js";

/** The verdict on a mutant. */
export type Verdict =
  | { readonly kind: "caught"; readonly check: string; readonly observed: string }
  /** It changes behaviour, and passes. */
  | { readonly kind: "survived"; readonly witness: string }
  | { readonly kind: "unseen" }
  | { readonly kind: "same" }
  | { readonly kind: "broken" };

/** Costs count as equal within this factor or this absolute difference. */
const FACTOR = 1.5;
const MARGIN = { roundTrips: 2, examined: 20 };
/** The seed offset of the other rows that a choice must pass. */
const OTHER_ROWS = 1;
const METERS = ["roundTrips", "examined"] as const;

/** One design, prepared for trials of its mutants. */
export class MutantTrial {
  readonly #passed: ReadonlySet<string>;
  readonly #choices: ReadonlySet<string>;
  readonly #session: Session;
  /** The traces of the other accepted designs. */
  readonly #others: readonly Session[];
  #recorded: Recorded | null = null;
  readonly #traces: { trace: Trace | null; ids: IdMap }[] = [];
  readonly #otherTraces: Trace[][] = [];

  constructor(
    readonly bundle: Bundle,
    readonly design: string,
    readonly newEngine: NewEngine,
  ) {
    this.#choices = readChecks(bundle.checks).choices;
    this.#session = new Session(bundle, design, { newEngine });
    this.#others = bundle.designs
      .filter(({ source }) => source !== design)
      .map(({ source }) => new Session(bundle, source, { newEngine }));
    const report = grade(bundle, design, { newEngine });
    const failed = report.checks.find(({ kind, status }) => kind === "must" && status !== "passed");
    if (failed) throw new Error(`${bundle.id}: the design itself is not accepted: ${failed.id}: ${failed.observed}`);
    this.#passed = new Set(report.checks.filter((check) => check.status === "passed").map((check) => check.id));
  }

  judge(mutant: Mutant): Verdict {
    const { bundle, newEngine } = this;
    const caught = this.#failure(mutant, 0);
    if (caught?.status === "error") return { kind: "broken" };
    if (caught) return { kind: "caught", check: caught.id, observed: caught.observed };
    const session = new Session(bundle, mutant.source, { newEngine });
    try {
      return this.#seen(session, mutant);
    } finally {
      session.end();
    }
  }

  /** The first check that the design passes and a mutant does not. */
  #failure(mutant: Mutant, seedOffset: number): CheckReport | undefined {
    const { bundle, newEngine } = this;
    const report = grade(bundle, mutant.source, { newEngine, seedOffset, untilFailure: true, wanted: this.#passed });
    return report.checks.find(({ id, status }) => this.#passed.has(id) && (status === "failed" || status === "error"));
  }

  /** How a mutant that passes differs from the design. */
  #seen(session: Session, mutant: Mutant): Verdict {
    const { workloads, read } = (this.#recorded ??= recorded(this.bundle, this.design, this.newEngine));
    const { index } = mutant;
    let unseen = false;
    let chosen = false;
    for (const [at, workload] of workloads.entries()) {
      const known = (this.#traces[at] ??= this.#designTrace(workload));
      const trace = traced(session, workload, new IdMap(known.ids), this.#choices);
      if (known.trace === null) continue;
      if (trace === null) return { kind: "survived", witness: `setup fails with the seed ${workload.plan.seed}` };
      const differs = difference(known.trace, trace, index, []) !== null;
      const witness = differs ? difference(known.trace, trace, index, this.#accepted(at, workload, known.ids)) : null;
      if (witness !== null) return { kind: "survived", witness };
      const { calls, state } = known.trace;
      const other = [...new Set([...state.keys(), ...trace.state.keys()])].filter(
        (name) => state.get(name) !== trace.state.get(name),
      );
      const looked = workload.inOrder ? other.find((name) => read.has(name)) : undefined;
      if (looked !== undefined)
        return { kind: "survived", witness: `other documents are stored in ${looked}, which the checks look into` };
      unseen ||= other.length > 0 || calls.some((call, i) => call.operations !== trace.calls[i]?.operations);
      chosen ||= calls.some(({ choice }, i) => choice !== trace.calls[i]?.choice);
    }
    const failure = chosen ? this.#failure(mutant, OTHER_ROWS) : undefined;
    if (failure) return { kind: "survived", witness: `with other rows: ${failure.observed}` };
    return { kind: unseen || chosen ? "unseen" : "same" };
  }

  /** Traces of a workload on the other accepted designs. */
  #accepted(at: number, workload: Recorded["workloads"][number], ids: IdMap): readonly Trace[] {
    return (this.#otherTraces[at] ??= this.#others.flatMap(
      (session) => traced(session, workload, new IdMap(ids), this.#choices) ?? [],
    ));
  }

  #designTrace(workload: Recorded["workloads"][number]): { trace: Trace | null; ids: IdMap } {
    const ids = new IdMap(null);
    return { trace: traced(this.#session, workload, ids, this.#choices), ids };
  }
}

/** The first call that shows a difference found in no other accepted design, as text. */
function difference(design: Trace, mutant: Trace, unordered: boolean, accepted: readonly Trace[]): string | null {
  const costs = new Map<string, { calls: number[]; roundTrips: [number, number]; examined: [number, number] }>();
  for (const [at, call] of design.calls.entries()) {
    const other = mutant.calls[at];
    if (!other) continue;
    // With other operations the rival acted at another point, so results may differ.
    const disturbed = call.answer.includes(RIVAL) || other.answer.includes(RIVAL);
    if (disturbed && call.operations !== other.operations) break;
    const theirs = accepted.flatMap((trace) => trace.calls[at] ?? []);
    if (!alike(call, other, unordered, theirs))
      return `${call.name}, call ${at + 1}: ${call.shown} becomes ${other.shown}`;
    const cost = costs.get(call.name) ?? { calls: [], roundTrips: [0, 0], examined: [0, 0] };
    cost.calls.push(at);
    for (const meter of METERS) {
      cost[meter][0] += call[meter];
      cost[meter][1] += other[meter];
    }
    costs.set(call.name, cost);
  }
  for (const [name, cost] of costs) {
    for (const meter of METERS) {
      const [was, is] = cost[meter];
      const dearest = Math.max(
        0,
        ...accepted.map((trace) => cost.calls.reduce((sum, at) => sum + (trace.calls[at]?.[meter] ?? 0), 0)),
      );
      if (is > was * FACTOR && is > was + MARGIN[meter] && is > dearest) return `${name}: ${meter} ${was} become ${is}`;
    }
  }
  return null;
}

/** Whether a result is correct: the design's, or that of another accepted design, perhaps with further fields. */
function alike(design: Seen, mutant: Seen, unordered: boolean, accepted: readonly Seen[]): boolean {
  if ([design, ...accepted].some(({ answer, parts }) => answer === mutant.answer || covers(mutant.parts, parts)))
    return true;
  // The order does not matter if another accepted design returns another order.
  const free =
    unordered || accepted.some(({ answer, unordered }) => unordered === design.unordered && answer !== design.answer);
  return free && mutant.unordered === design.unordered;
}
