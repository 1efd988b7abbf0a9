/** Plays histories of calls against the learner's program and the model. */
import { amountOf } from "../amount.js";
import { hash } from "../random.js";
import { CheckFailure } from "../failure.js";
import { KnownOutcomes } from "../known_outcomes.js";
import { canonical } from "../values.js";
import { generator, TWINS } from "./generator.js";
import { cloned, recoveryOf, type State, type Story } from "./model.js";
import { shortened, simplified } from "./shrink.js";
import { callText, Player, storyFailure, storyText, type Fault, type Step } from "./history.js";
import { meetings } from "./meetings.js";
import { begin, deaths, onStates, SEED, type ModelTrial } from "./model_trial.js";

/** The number of histories, and of calls in each. */
const HISTORIES = 6;
const CALLS = 40;
/** Calls between comparisons of the states. */
const INTERVAL = 8;
/** Lengths of a growing list at which it is compared. */
const SIZES = [3, 11, 21, 51, 102, 202, 258, 502, 1002];

/** The last calls of a prescribed history that a message lists. */
const MOST_SAID = 3;
/** The length of the lists in rows with long lists. */
const LONG = 1_100;

/** Plays histories of random calls, histories of the calls that later race or crash, and long lists. */
export function histories(trial: ModelTrial, crashing: readonly string[]): void {
  for (let at = 0; at < (trial.brief ? 1 : HISTORIES); at++) history(trial, at);
  if (trial.brief) return;
  playSequentially(trial, crashing);
  for (const name of Object.keys(trial.read.model.calls)) grow(trial, name);
  const { long, twins } = trial.read.model;
  if (long) playStory(trial, long.rows ? `${LONG.toLocaleString("en")} elements in a list` : null, long, LONG);
  if (twins && typeof twins !== "string")
    playStory(trial, "names that are the same when they are joined", twins, TWINS);
}

function history(trial: ModelTrial, at: number): void {
  const { t, own, played } = trial;
  const player = begin(trial, SEED);
  // Half of the histories are the same for all programs, so that programs can be compared.
  const g = generator(t.random(SEED + at + (at % 2 === 0 ? 0 : own)), { heat: at % 4 < 2 ? 0.3 : 0.7 });
  const start = player.world.snapshot();
  const first = cloned(player.state);
  played.histories += 1;
  for (let call = 0; call < CALLS; call++) {
    const step = player.draw(g);
    const due = (!trial.brief && call % INTERVAL === INTERVAL - 1) || call === CALLS - 1;
    const fault = (step && player.perform(step)) ?? (due ? player.observe() : null);
    if (fault) throw shortest(trial, player, () => player.world.restore(start), first, fault);
  }
  start.free();
  // An order that only an index provides is not the program's doing. Writes may need their unique indexes.
  const onlyReads = player.model.observe(player.state).every(([name]) => player.model.calls[name]?.reads);
  if (at === 0 && onlyReads) {
    player.world.withoutIndexes(() => {
      const fault = player.observe();
      if (fault && !fault.thrown) throw new CheckFailure(fault.words);
    });
  }
}

/**
 * Plays the calls of races one after the other, in both orders, which the races leave out, and those of crashes without
 * a crash: a failure here needs neither a rival nor a crash.
 */
function playSequentially(trial: ModelTrial, crashing: readonly string[]): void {
  const { model } = trial.read;
  onStates(trial, (player, at) => {
    const start = player.world.snapshot();
    const first = cloned(player.state);
    const before = [...player.steps];
    const known = new KnownOutcomes();
    const play = (...steps: Step[]): void => {
      trial.played.histories += 1;
      player.world.restore(start);
      const again = new Player(player.world, player.read, cloned(first), trial.played.called);
      let fault: Fault | null = null;
      for (const step of steps) fault ??= again.allows(step) ? again.perform(step) : null;
      const about = steps.flatMap(({ args }) => [...args]);
      const check = (): void => {
        fault ??= again.observe(about);
        if (fault) throw shortest(trial, again, () => player.world.restore(start), first, fault, before);
      };
      if (fault) return check();
      // Two calls that commute leave the same state in both orders.
      const outside = canonical([again.world.clock.now(), again.state, about.map(canonical).sort()]);
      known.once({ outside, received: [], database: again.world.dump() }, check);
    };
    for (const { first: one, a, second: other, b } of meetings(trial, player, at)) {
      play({ name: one, args: a }, { name: other, args: b });
      if (one !== other || canonical(a) !== canonical(b)) play({ name: other, args: b }, { name: one, args: a });
    }
    for (const step of deaths(trial, player, at, crashing)) {
      const recovery = recoveryOf(model, step.name, step.args);
      if (recovery && model.calls[recovery[0]] && player.world.has(recovery[0]))
        play(step, { name: recovery[0], args: recovery.slice(1), passes: model.recoverAfter });
    }
    player.world.restore(start);
    start.free();
  });
}

/**
 * The shortest and simplest history that still shows a fault in the same call. `before` are the calls that led to its
 * start.
 */
function shortest(
  { unreduced }: ModelTrial,
  { world, read, steps }: Player,
  back: () => void,
  first: State,
  fault: Fault,
  before: readonly Step[] = [],
): CheckFailure {
  if (unreduced) return new CheckFailure(fault.words);
  const again = (story: readonly Step[], each?: (player: Player, at: number) => void): Fault | null => {
    back();
    const player = new Player(world, read, cloned(first));
    return player.replay(story, each && ((at) => each(player, at))) ?? player.observe();
  };
  const kind = kindOf(fault);
  const fails = (story: readonly Step[]): boolean => {
    const found = again(story);
    return found !== null && kindOf(found) === kind;
  };
  const simpler = (story: readonly Step[]): readonly (readonly unknown[] | null)[] => {
    const found: (readonly unknown[] | null)[] = story.map(() => null);
    again(story, (player, at) => {
      found[at] = player.simplestArgs(story[at]?.name ?? "");
    });
    return found;
  };
  const story = simplified(shortened(steps, fails), simpler, fails);
  const found = again(story) ?? fault;
  return storyFailure(world, story, found, () => void again(story), before);
}

/** Identifies a mistake while a history is shortened. */
const kindOf = ({ call, words }: Fault): string => `${call.split("(")[0]} ${/failed: (\w+)/.exec(words)?.[1] ?? ""}`;

/** Grows one list past every limit that a program may have, and compares it on the way. */
function grow(trial: ModelTrial, name: string): void {
  const grows = trial.read.model.calls[name]?.grows;
  if (!grows) return;
  trial.played.histories += 1;
  const player = begin(trial, SEED);
  const g = generator(trial.t.random(SEED + 77 + (hash(name) % 1000)), { heat: 1 });
  const last = SIZES.at(-1) ?? 0;
  // First makes the calls that this one requires in the model.
  const other = generator(trial.t.random(SEED + 78));
  for (let tries = 0; tries < 20 && !player.allows({ name, args: grows(other, player.state, 1) }); tries++) {
    const step = player.draw(other);
    const fault = step && player.perform(step);
    if (fault) throw new CheckFailure(fault.words);
  }
  for (let n = 1; n <= last; n++) {
    const args = grows(g, player.state, n);
    const fault = player.perform({ name, args }) ?? (SIZES.includes(n) ? player.observe(args) : null);
    if (fault)
      throw new CheckFailure(
        `After ${n} ${n === 1 ? "call" : "calls"} of ${name}, the last of them ${callText(name, args)}: ${fault.words}`,
      );
  }
}

/**
 * Plays a history that the model prescribes; `what` says in words what is special about it, beside its calls. If none
 * of them reads, the states are compared at the end.
 */
function playStory<T>(trial: ModelTrial, what: string | null, story: Story<T>, data: T): void {
  trial.played.histories += 1;
  const player = begin(trial, SEED, story.rows && ((rows) => story.rows?.(rows, data) ?? rows));
  const fail = (fault: Fault, before: readonly Step[]): never => {
    const far = before.length - MOST_SAID;
    const said = `${far > 0 ? `${amountOf(far, "call")} and ` : ""}${storyText(before.slice(-MOST_SAID))}`;
    const parts = [...(what === null ? [] : [`with ${what}`]), ...(before.length === 0 ? [] : [`after ${said}`])];
    const prefix = parts.join(", ");
    throw new CheckFailure(`${prefix === "" ? "" : `${prefix[0]?.toUpperCase()}${prefix.slice(1)}: `}${fault.words}`);
  };
  let reads = false;
  for (const [name, ...args] of story.calls(player.state, data)) {
    reads ||= player.model.calls[name]?.reads === true;
    const fault = player.perform({ name, args });
    if (fault) fail(fault, fault.thrown ? player.steps : player.steps.slice(0, -1));
  }
  const fault = reads ? null : player.observe();
  if (fault) fail(fault, player.steps);
}
