/** Shortens a history that shows a fault: drops calls, and simplifies arguments. */
import { canonical, isRecord } from "../values.js";
import type { Step } from "./history.js";
import { Reference, referencesIn, replaced } from "./reference.js";

/** The most replays for dropping calls, and for simplifying arguments. */
const DROPS = 60;
const SIMPLER = 40;

/** Options of `shortened`. */
interface Shortening {
  /** The most replays. */
  readonly tries?: number;
  /** The number of calls at the end that stay. */
  readonly keep?: number;
}

/** Drops calls in ever smaller pieces while `fails` still finds a fault. */
export function shortened(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => boolean,
  { tries = DROPS, keep = 0 }: Shortening = {},
): readonly Step[] {
  let story = steps;
  let left = tries;
  for (let size = Math.ceil((story.length - keep) / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = story.length - keep - size; at >= 0 && left > 0; at -= size) {
      left -= 1;
      const rest = without(story, (place) => place >= at && place < at + size);
      if (rest && fails(rest)) story = rest;
    }
  }
  return story;
}

/** The steps without some of them, with references adjusted; null if others refer to the dropped ones. */
export function without(steps: readonly Step[], isDropped: (place: number) => boolean): readonly Step[] | null {
  const kept = [...steps.keys()].filter((place) => !isDropped(place));
  const places = new Map(kept.map((place, at) => [place, at]));
  const rest = kept.map((place) => steps[place] as Step);
  if (rest.some(({ args }) => referencesIn(args).some(({ step }) => !places.has(step)))) return null;
  const moved = (value: unknown): unknown =>
    value instanceof Reference ? new Reference(places.get(value.step) ?? 0, value.path) : value;
  return rest.map((step) => ({ ...step, args: step.args.map((arg) => replaced(arg, moved)) }));
}

/**
 * Replaces arguments by simpler ones while `fails` still finds a fault. `simpler` returns, for each step of a history,
 * the model's simplest arguments at that point, or null.
 */
export function simplified(
  steps: readonly Step[],
  simpler: (steps: readonly Step[]) => readonly (readonly unknown[] | null)[],
  fails: (steps: readonly Step[]) => boolean,
  most = SIMPLER,
): readonly Step[] {
  let story = steps;
  let tries = most;
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
        if (!(plain[key] instanceof Reference))
          attempt(at, { args: now().with(place, { ...(now()[place] as object), [key]: simple[key] }) });
    }
  }
  return story;
}
