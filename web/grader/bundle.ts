/** An exercise as the grader takes it, and the types of its report. */
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

/** The part of an exercise's bundle that grading needs, and what `price` adds when the site is built. */
export type Bundle = Pick<exercise.Bundle, "id" | "functions" | "data" | "checks" | "designs"> &
  Partial<Pick<exercise.Bundle, "version" | "cluster" | "operations" | "model">> & {
    readonly predict?: readonly Prediction[];
    /** Costs of the measured calls on each design, by its file. */
    readonly costs?: Costs;
  };

/** A question about the cost of one call, with that cost on each accepted design. */
export type Prediction = exercise.Prediction & { readonly designs?: readonly PredictedDesign[] };

/** What a predicted call costs on a design; null where the design does not get through it. */
export interface PredictedDesign {
  readonly name: string;
  readonly measured: number | null;
  /** The same on ten times the data. */
  readonly tenfold: number | null;
}

/** Meters of designs, by their files. */
export type Costs = Readonly<Record<string, Readonly<Record<string, number>>>>;
