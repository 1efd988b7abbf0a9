/** Plays a race or a crash, and reduces one that fails to the calls and arguments that it needs. */
import { CheckFailure } from "../failure.js";
import { Player, storyText, type Step } from "./history.js";
import { cloned } from "./model.js";
import type { Call } from "./calls.js";
import { begin, nothingPlayed, SEED, type ModelTrial } from "./model_trial.js";
import { shortened, simplified, without } from "./shrink.js";

/** The most replays for dropping the calls before a scene that fails, and for simplifying arguments. */
const MOST_SHORTER = 8;
const MOST_SIMPLER = 16;

/** Calls of a race or a crash, which `act` plays. */
export interface Scene<Calls extends readonly Call[]> {
  readonly calls: Calls;
  /** Whether the task allows them in this state. */
  readonly fits: (player: Player, calls: Calls) => boolean;
  readonly act: (player: Player, calls: Calls) => void;
}

/** Plays a scene. A failure is tried again after fewer calls and with simpler arguments, and names those it needs. */
export function play<Calls extends readonly Call[]>(trial: ModelTrial, player: Player, scene: Scene<Calls>): void {
  const first = failureOf(player, scene, scene.calls);
  if (first === null) return;
  const reduced =
    trial.brief || trial.unreduced ? { failure: first, before: player.steps } : reduce(trial, player, scene, first);
  const { failure, before } = reduced;
  if (before.length === 0) throw failure;
  const named = new CheckFailure(`${failure.message} (before that: ${storyText(before)})`);
  named.schedule = failure.schedule;
  throw named;
}

function failureOf<Calls extends readonly Call[]>(
  player: Player,
  { act }: Scene<Calls>,
  calls: Calls,
): CheckFailure | null {
  try {
    act(player, calls);
    return null;
  } catch (error) {
    if (error instanceof CheckFailure) return error;
    throw error;
  }
}

/** A failure with the calls before it. */
interface Reduced {
  readonly failure: CheckFailure;
  readonly before: readonly Step[];
}

/** The fewest calls and the simplest arguments with which a scene still fails. */
function reduce<Calls extends readonly Call[]>(
  trial: ModelTrial,
  player: Player,
  scene: Scene<Calls>,
  failure: CheckFailure,
): Reduced {
  const { world, read, state } = begin({ ...trial, played: nothingPlayed() }, SEED + 1);
  const start = world.snapshot();
  const keep = scene.calls.length;
  const fresh = (): Player => {
    world.restore(start);
    return new Player(world, read, cloned(state));
  };
  let found: Reduced = { failure, before: player.steps };
  /** Whether the scene fails whose calls are the story's last ones. */
  const fails = (story: readonly Step[]): boolean => {
    const before = story.slice(0, -keep);
    const again = fresh();
    if (again.replay(before) !== null) return false;
    const calls: Call[] = [];
    for (const { name, args } of story.slice(-keep)) {
      const known = again.resolved(args);
      if (known === null) return false;
      calls.push({ name, args: known });
    }
    read.tick(world.clock.now());
    if (!scene.fits(again, calls as readonly Call[] as Calls)) return false;
    const repeated = failureOf(again, scene, calls as readonly Call[] as Calls);
    if (repeated !== null) found = { failure: repeated, before };
    return repeated !== null;
  };
  const simpler = (story: readonly Step[]): readonly (readonly unknown[] | null)[] => {
    const args: (readonly unknown[] | null)[] = [];
    const again = fresh();
    again.replay(story.slice(0, -keep), (at) => args.push(again.simplestArgs(story[at]?.name ?? "")));
    read.tick(world.clock.now());
    return [...args, ...story.slice(-keep).map(({ name }) => again.simplestArgs(name))];
  };
  const story = [
    ...player.steps,
    ...scene.calls.map(({ name, args }): Step => ({ name, args: player.referred(args) })),
  ];
  simplified(fewest(read.model.calls, story, fails, keep), simpler, fails, MOST_SIMPLER);
  start.free();
  return found;
}

/** The fewest calls before the last `keep` ones with which a scene still fails. */
function fewest(
  models: ModelTrial["read"]["model"]["calls"],
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => boolean,
  keep: number,
): readonly Step[] {
  const before = steps.length - keep;
  const alone = without(steps, (at) => at < before);
  if (before > 0 && alone && fails(alone)) return alone;
  const changes = without(steps, (at) => at < before && models[steps[at]?.name ?? ""]?.reads === true);
  const story = changes && changes.length < steps.length && fails(changes) ? changes : steps;
  return shortened(story, fails, { tries: MOST_SHORTER, keep });
}
