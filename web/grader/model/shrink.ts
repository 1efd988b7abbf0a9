/** Shortens a history that shows a fault: drops calls, and simplifies arguments. */
import { canonical } from "../values.js";
import { Reference, type Step } from "./history.js";

/** The most replays for dropping calls, and for simplifying arguments. */
const DROPS = 60;
const SIMPLER = 40;

/** Drops calls in ever smaller pieces while `fails` still finds a fault, which it is asked at most `tries` times. */
export function shortened(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => boolean,
  tries = DROPS,
): readonly Step[] {
  let story = steps;
  for (let size = Math.ceil(story.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = story.length - size; at >= 0 && tries > 0; at -= size) {
      tries -= 1;
      const rest = without(story, at, size);
      if (rest && fails(rest)) story = rest;
    }
  }
  return story;
}

/** The steps without some of them, with references adjusted; null if others refer to the dropped ones. */
function without(steps: readonly Step[], at: number, size: number): readonly Step[] | null {
  const dropped = (place: number): boolean => place >= at && place < at + size;
  const rest: Step[] = [];
  for (const [place, step] of steps.entries()) {
    if (dropped(place)) continue;
    if (step.args.some((value) => value instanceof Reference && dropped(value.step))) return null;
    const moved = (value: unknown): unknown =>
      value instanceof Reference && value.step >= at + size ? new Reference(value.step - size, value.path) : value;
    rest.push({ ...step, args: step.args.map(moved) });
  }
  return rest;
}

/**
 * Replaces arguments by simpler ones while `fails` still finds a fault. `simpler` returns, for each step of a history,
 * the model's simplest arguments at that point, or null.
 */
export function simplified(
  steps: readonly Step[],
  simpler: (steps: readonly Step[]) => readonly (readonly unknown[] | null)[],
  fails: (steps: readonly Step[]) => boolean,
): readonly Step[] {
  let story = steps;
  let tries = SIMPLER;
  const attempt = (at: number, change: Partial<Step>): boolean => {
    const step = story[at];
    if (!step || tries <= 0 || canonical({ ...step, ...change }) === canonical(step)) return false;
    tries -= 1;
    const changed = story.with(at, { ...step, ...change });
    if (!fails(changed)) return false;
    story = changed;
    return true;
  };
  for (let at = steps.length - 1; at >= 0 && tries > 0; at--) {
    const step = story[at];
    if (step?.passes) attempt(at, { passes: undefined });
    const args = simpler(story)[at];
    if (!step || !args || attempt(at, { args })) continue;
    for (let place = 0; place < args.length; place++) {
      const now = (): readonly unknown[] => story[at]?.args ?? [];
      if (now()[place] instanceof Reference || attempt(at, { args: now().with(place, args[place]) })) continue;
      const [plain, simple] = [now()[place], args[place]];
      if (!isRecord(plain) || !isRecord(simple)) continue;
      for (const key of Object.keys(simple))
        attempt(at, { args: now().with(place, { ...(now()[place] as object), [key]: simple[key] }) });
    }
  }
  return story;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
