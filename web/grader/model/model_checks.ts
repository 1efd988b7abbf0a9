/**
 * The checks of a model: histories of calls, races of every two functions that may run concurrently, crashes in every
 * call.
 *
 * Not with fast-check: its scheduler interleaves promises, while a learner's functions are synchronous, and its
 * shrinking works on generated values, while a history must be replayed on a database each time. The rest is a few
 * lines here.
 */
import type { Check, Test } from "../script.js";
import { crashes } from "./crashes.js";
import { histories } from "./histories.js";
import type { ReadModel } from "./read_model.js";
import { rivals } from "./rivals.js";
import { pairsOf } from "./meetings.js";
import type { ModelCheckBudget, ModelTrial } from "./model_trial.js";

/** The checks of a model, without those for which it has no calls. */
export function modelChecks(read: ReadModel, effort: ModelCheckBudget): Check[] {
  const { calls } = read.model;
  const crashing = Object.keys(calls).filter((name) => !calls[name]?.reads && calls[name]?.crash !== "never");
  const must = (id: string, sentence: string, run: (trial: ModelTrial) => void, after: readonly string[]): Check => ({
    id,
    sentence,
    kind: "must",
    run: (t: Test) => run({ t, read, ...effort }),
    options: { after },
  });
  const checks = [
    must(
      "history",
      "Every call answers as promised, in any order of calls.",
      (trial) => histories(trial, crashing),
      [],
    ),
  ];
  if (pairsOf(read).length > 0) {
    checks.push(
      must("rivals", "Two functions at the same moment do what one after the other would.", rivals, ["history"]),
    );
  }
  if (crashing.length > 0) {
    checks.push(
      must(
        "crashes",
        "A client that dies in the middle leaves a call done or not done.",
        (trial) => crashes(trial, crashing),
        ["history"],
      ),
    );
  }
  return checks;
}
