/** An exercise and its report, as crates/exercise writes and reads them. */

/** A function that the learner writes. */
export interface FunctionEntry {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
}

/** An accepted design. */
export interface Design {
  readonly file: string;
  readonly name: string;
  readonly rationale: string;
  /** Ids of the star checks that it passes; absent when its header does not say. */
  readonly stars?: readonly string[];
  readonly source: string;
}

/** A question about the cost of one call, asked before the first Check. */
export interface Prediction {
  readonly ask: string;
  /** Name of the probe in `checks.js` that makes the call. */
  readonly probe: string;
  readonly meter: string;
  readonly choices?: readonly number[];
  /** What the call costs on each accepted design, as the build of the site has found out. */
  readonly designs?: readonly PredictedDesign[];
}

/** What a predicted call costs on a design; null where the design does not get through it. */
export interface PredictedDesign {
  readonly name: string;
  readonly measured: number | null;
  /** The same on ten times the data. */
  readonly tenfold: number | null;
}

/** An exercise's bundle, `exercises/<id>.json`, as far as grading needs it. */
export interface Bundle {
  readonly id: string;
  readonly version?: number;
  readonly functions: readonly FunctionEntry[];
  /** The sharded cluster that runs have for a database, and the default of `t.cluster()`. */
  readonly cluster?: { readonly shards: number; readonly chunkLimit: number };
  /** The most database operations that one call may make, if the exercise says so. */
  readonly operations?: number;
  /** The script that defines `rows(rng, scale)`. */
  readonly data: string;
  /** The script that calls `must`, `star` and `measure`. */
  readonly checks: string;
  /** The script that calls `model`, when the exercise has one. */
  readonly model?: string;
  readonly predict?: readonly Prediction[];
  readonly designs: readonly Design[];
  /** Costs of the measured calls on each design, by its file, measured when the site was built. */
  readonly costs?: Costs;
}

/** Meters of designs, by their files. */
export type Costs = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type Kind = "must" | "star";
export type Status = "passed" | "failed" | "skipped" | "error";

/** The outcome of one check. */
export interface CheckReport {
  readonly id: string;
  readonly sentence: string;
  readonly kind: Kind;
  readonly status: Status;
  /** The counterexample that was observed; empty when the check passed. */
  readonly observed: string;
  /** Where to look next; may be empty. */
  readonly hint: string;
  /** The run that was observed, step by step, when the counterexample is one. */
  readonly schedule?: Schedule;
  /** How many schedules were tried; absent when the check tries none. */
  readonly schedules?: Schedules;
  /** Id of the glossary entry that the failure is about, when there is one. */
  readonly about?: string;
}

/** A guess and what it was about. */
export interface PredictionReport {
  /** Name of the probe. */
  readonly probe: string;
  readonly meter: string;
  /** The guess; null when the question was skipped. */
  readonly said: number | null;
  /** The costs of the learner's script; null when the probe fails on it. */
  readonly measured: number | null;
}

/** A run with a rival or a crash in it, to be followed step by step. */
export interface Schedule {
  /** The place of the disturbance, as the beginning of a sentence. */
  readonly title: string;
  readonly steps: readonly Step[];
}

/** Who made a step: the function that is checked, the other client, the client after a crash; or the client dies. */
export type Who = "you" | "rival" | "recovery" | "crash";

/** One step of a schedule. */
export interface Step {
  readonly who: Who;
  /** The database operation as text; empty for what is none. */
  readonly operation: string;
  /** The documents that it changed, the first few. */
  readonly changed: readonly Changed[];
  /** A note: which function made the call, what it answered, what was seen. */
  readonly note?: string;
  /** The line of the learner's script that asked for it, from 1. */
  readonly line?: number;
}

/** A document that a step changed; texts of canonical extended JSON, cut when long, null where there is none. */
export interface Changed {
  /** `database.collection`. */
  readonly namespace: string;
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Runs that were made, and that there are: more when the bound was reached. */
export interface Schedules {
  readonly tried: number;
  readonly possible: number;
}

/** The numbers of histories, races and crashes that were played against a model. */
export interface Tested {
  readonly histories: number;
  readonly races: number;
  readonly crashes: number;
}

/** The outcome of all checks. */
export interface Report {
  readonly exercise: string;
  readonly version: number;
  /** Every `must` check passed. */
  readonly passed: boolean;
  /** 0 without a pass, 1 for it, one more for each `star` check that passed. */
  readonly stars: number;
  readonly checks: readonly CheckReport[];
  /** Costs of the exercise's representative calls; empty when there are none or they failed. */
  readonly meters: Readonly<Record<string, number>>;
  /** File of the accepted design that costs the same, when exactly one does. */
  readonly design: string | null;
  /** What the exercise asks the learner to predict; absent when it asks nothing. */
  readonly predictions?: readonly PredictionReport[];
  /** Absent when the exercise has no model. */
  readonly tested?: Tested;
}
