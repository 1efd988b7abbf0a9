/** The exercise as the grader receives it, and the types of its report. */
import type * as exercise from "../types/exercise.js";
import type { CheckReport, Step } from "../types/protocol.js";

export type { Design, FunctionEntry } from "../types/exercise.js";
export type {
  Changed,
  CheckReport,
  PredictionReport,
  Report,
  Schedule,
  Schedules,
  Step,
  Tested,
} from "../types/protocol.js";

export type Kind = CheckReport["kind"];
export type Status = CheckReport["status"];
export type Who = Step["who"];

/** The part of an exercise's bundle that grading needs, with the costs that `price` adds when the site is built. */
export type Bundle = Pick<exercise.Bundle, "id" | "functions" | "data" | "checks" | "designs"> &
  Partial<Pick<exercise.Bundle, "version" | "cluster" | "operations" | "model">> & {
    readonly predict?: readonly Prediction[];
    /** Costs of the measured calls on each design, keyed by the design's file. */
    readonly costs?: Costs;
  };

/** A question about the cost of one call, with that cost on each accepted design. */
export type Prediction = exercise.Prediction & { readonly designs?: readonly PredictedDesign[] };

/** The cost of a predicted call on a design; null if the call fails there. */
export interface PredictedDesign {
  readonly name: string;
  readonly measured: number | null;
  /** The cost on ten times the data. */
  readonly tenfold: number | null;
}

/** Meters of designs, keyed by file. */
export type Costs = Readonly<Record<string, Readonly<Record<string, number>>>>;
