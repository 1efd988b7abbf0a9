/** Loads `model.js`. Like checks, it is trusted; learners do not write it. */
import { ExerciseError, runScript } from "../script.js";
import { MATCHERS } from "./matchers.js";
import { withStored, type Model, type PlayedModel } from "./model.js";

/** A model, and a function that sets the clock behind its `now()`. */
export interface ReadModel {
  readonly model: PlayedModel;
  /** Makes `now()` return this time. */
  readonly tick: (now: Date) => void;
}

/** Evaluates `model.js`, which calls `model(…)` once. `names` are further globals for it. */
export function readModel(source: string, names: Readonly<Record<string, unknown>> = {}): ReadModel {
  let found: Model | null = null;
  let time = new Date(0);
  const model = (given: Model): void => {
    if (found) throw new TypeError("model() is called twice");
    found = given;
  };
  runScript(source, "model.js", { ...MATCHERS, ...names, model, now: () => new Date(time.getTime()) });
  const given = found as Model | null;
  if (!given) throw new ExerciseError("model.js does not call model(…)");
  const fault = faultIn(given);
  if (fault !== null) throw new ExerciseError(`model.js: ${fault}`);
  return { model: withStored(given), tick: (now) => void (time = now) };
}

function faultIn({ start, calls, observe, stored, recover }: Model): string | null {
  if (typeof start !== "function") return "start(rows) is missing";
  if (typeof observe !== "function" && stored === undefined) return "observe(state) is missing";
  const names = Object.keys(calls ?? {});
  if (names.length === 0) return "it has no calls";
  for (const name of names) {
    const call = calls[name];
    if (typeof call?.args !== "function" || typeof call.run !== "function")
      return `the call ${name} needs args(g, state) and run(state, …)`;
    const stranger = call.while?.find((other) => !names.includes(other));
    if (stranger !== undefined) return `the call ${name} may run while ${stranger} does, which is not a call`;
    if (call.crash === "repairable" && recover === undefined)
      return `the call ${name} is repairable, and there is no \`recover\``;
  }
  return null;
}
