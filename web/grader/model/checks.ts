/**
 * The checks that a model makes: histories of calls, races of every two functions that may meet, crashes in every call.
 *
 * fast-check's scheduler interleaves promises, and a learner's functions are synchronous; its shrinking works on
 * generated values, and a history has to be played again on a database for each. What remains is a few lines here.
 */
import { CheckFailure } from "../failure.js";
import { ExerciseError, type Check, type Test } from "../script.js";
import type { World } from "../world.js";
import { generator } from "./generator.js";
import { cloned, mayMeet, type Model, type State } from "./model.js";
import type { ReadModel } from "./read.js";
import { callText, observed, Player, readsOf, shortened, storyFailure, storyText, type Fault, type Step } from "./story.js";
import { faultOf, promised } from "./matchers.js";

/** Histories, and the calls of each. */
const HISTORIES = 4;
const CALLS = 40;
/** After so many calls, states are compared. */
const INTERVAL = 8;
/** Sizes of a list that grows, at which it is looked at. */
const SIZES = [3, 11, 21, 51, 102, 202, 258, 502, 1002];
/** Calls before a race or a crash, one state for each. */
const STATES = [0, 5, 12];
/** How often each pair of functions meets. */
const MEETINGS = 3;
/** Schedules of one race or crash, at most. */
const SCHEDULES = 24;
const SEED = 90_001;

/** Ids of the checks that a model makes. */
export const MODEL_CHECKS: ReadonlySet<string> = new Set(["history", "rivals", "crashes"]);

/** The checks of a model; those that it leaves nothing to check for are left out. */
export function modelChecks(read: ReadModel): Check[] {
  const { calls } = read.model;
  const names = Object.keys(calls);
  const pairs = names.flatMap((first) => names.filter((second) => mayMeet(read.model, first, second)).map((second) => [first, second] as const));
  const mortal = names.filter((name) => !calls[name]?.reads && calls[name]?.crash !== "never");
  const must = (id: string, sentence: string, run: (t: Test) => void, after: readonly string[]): Check =>
    ({ id, sentence, kind: "must", run: (t) => run(t), options: { after } });
  const checks = [must("history", "Whatever is called in whatever order, each answer is as promised.", (t) => histories(t, read), [])];
  if (pairs.length > 0) {
    checks.push(must("rivals", "Two functions at the same moment do what one after the other would.", (t) => rivals(t, read, pairs), ["history"]));
  }
  if (mortal.length > 0) {
    checks.push(must("crashes", "A client that dies in the middle leaves a call done or not done.", (t) => crashes(t, read, mortal), ["history"]));
  }
  return checks;
}

function begin(t: Test, read: ReadModel, seed: number): Player {
  const world = t.fresh({ seed, scale: read.model.scale ?? 0.1 });
  read.tick(world.clock.now());
  return new Player(world, read, read.model.start(world.rows));
}

function histories(t: Test, read: ReadModel): void {
  for (let at = 0; at < HISTORIES; at++) {
    const player = begin(t, read, SEED);
    const g = generator(t.random(SEED + at), at % 2 === 0 ? 0.3 : 0.7);
    const start = player.world.snapshot();
    const first = cloned(player.state);
    for (let call = 0; call < CALLS; call++) {
      const step = player.draw(g);
      const due = call % INTERVAL === INTERVAL - 1 || call === CALLS - 1;
      const fault = (step && player.perform(step)) ?? (due ? player.observe() : null);
      if (fault) throw shortest(player, () => player.world.restore(start), first, fault);
    }
    start.free();
  }
  for (const name of Object.keys(read.model.calls)) grow(t, read, name);
}

/** The shortest story that still shows a fault of the same call. */
function shortest({ world, read, steps }: Player, back: () => void, first: State, fault: Fault): CheckFailure {
  const again = (story: readonly Step[]): Fault | null => {
    back();
    const player = new Player(world, read, cloned(first));
    return player.replay(story) ?? player.observe();
  };
  const kind = fault.call.split("(")[0];
  const story = shortened(steps, (rest) => again(rest)?.call.split("(")[0] === kind);
  const found = again(story) ?? fault;
  return storyFailure(world, story, found, () => void again(story));
}

/** Lets one list grow past every limit that a program may have, and looks at it on the way. */
function grow(t: Test, read: ReadModel, name: string): void {
  const grows = read.model.calls[name]?.grows;
  if (!grows) return;
  const player = begin(t, read, SEED);
  const g = generator(t.random(SEED + 77), 1);
  const last = SIZES.at(-1) ?? 0;
  for (let n = 1; n <= last; n++) {
    const args = grows(g, player.state, n);
    const fault = player.perform({ name, args }) ?? (SIZES.includes(n) ? player.observe(args) : null);
    if (fault) throw new CheckFailure(`After ${n} calls of ${name}, the last of them ${callText(name, args)}: ${fault.words}`);
  }
}

/** Calls `act` with players that have a few calls behind them. */
function onStates(t: Test, read: ReadModel, act: (player: Player, at: number) => void): void {
  for (const [at, calls] of STATES.entries()) {
    const player = begin(t, read, SEED + 1);
    const g = generator(t.random(SEED + 10 + at), 0.6);
    for (let call = 0; call < calls; call++) {
      const step = player.draw(g);
      const fault = step && player.perform(step);
      // Histories have their own check.
      if (fault) break;
    }
    act(player, at);
  }
}

function rivals(t: Test, read: ReadModel, pairs: readonly (readonly [string, string])[]): void {
  let races = 0;
  onStates(t, read, (player, at) => {
    const g = generator(t.random(SEED + 20 + at), 0.8);
    pairs.forEach(([first, second]) => {
      for (let meeting = 0; meeting < MEETINGS; meeting++) races += meet(player, first, second, g) ? 1 : 0;
    });
  });
  if (races === 0) throw new ExerciseError("model.js: no two of its functions ever meet");
}

/** Plays one race; false when the model has no arguments for it. */
function meet(player: Player, first: string, second: string, g: ReturnType<typeof generator>): boolean {
  const { world, read, state } = player;
  const call = read.model.calls;
  read.tick(world.clock.now());
  const a = player.argsOf(first, g);
  const b = a && rivalArgs(player, first, second, a, g);
  if (!a || !b) return false;
  const answers: unknown[] = [];
  const texts = [callText(first, a), callText(second, b)];
  /** What contradicts an order of the two, given as their places. */
  const contradiction = (w: World, order: readonly (0 | 1)[]): string | null => {
    const copy = cloned(state);
    for (const place of order) {
      const [name, args] = place === 0 ? [first, a] : [second, b];
      const promise = call[name]?.run(copy, ...args);
      const words = promise === undefined ? null : faultOf(promise, answers[place]);
      if (words !== null) return `${texts[place]} returned ${promised(answers[place])}, promised ${promised(promise)}`;
      call[name]?.took?.(copy, answers[place], ...args);
    }
    const fault = observed(w, read, copy, readsOf(read.model, [copy, state], [...a, ...b]));
    return fault && `then ${fault.words}`;
  };
  try {
    world.rival(
      (w) => void (answers[0] = w.call(first, ...a)),
      (w) => void (answers[1] = w.call(second, ...b)),
      (w) => {
        const one = contradiction(w, [0, 1]);
        const other = one === null ? null : contradiction(w, [1, 0]);
        if (one === null || other === null) return;
        const why = one === other ? one : `if ${first} came first: ${one}; if ${second} came first: ${other}`;
        throw new CheckFailure(`${texts[0]} and ${texts[1]} at the same moment: ${why}`);
      },
      { limit: SCHEDULES },
    );
  } catch (error) {
    throw after(player, error);
  }
  return true;
}

/** Arguments of the other client's call, allowed whichever comes first; often the same as the first one's. */
function rivalArgs(player: Player, first: string, second: string, a: readonly unknown[], g: ReturnType<typeof generator>): readonly unknown[] | null {
  const { model, state } = player;
  const allowed = (name: string, args: readonly unknown[], afterName: string, afterArgs: readonly unknown[]): boolean => {
    const copy = cloned(state);
    model.calls[afterName]?.run(copy, ...afterArgs);
    return model.calls[name]?.allowed?.(copy, ...args) !== false;
  };
  for (let tries = 0; tries < 6; tries++) {
    const b = first === second && tries === 0 && g.chance(0.5) ? a : player.argsOf(second, g);
    if (b && allowed(second, b, first, a) && allowed(first, a, second, b)) return b;
  }
  return null;
}

function crashes(t: Test, read: ReadModel, names: readonly string[]): void {
  onStates(t, read, (player, at) => {
    const g = generator(t.random(SEED + 30 + at), 0.6);
    for (const name of names) for (let time = 0; time < 2; time++) die(player, name, g);
  });
}

function die(player: Player, name: string, g: ReturnType<typeof generator>): void {
  const { world, read, state } = player;
  const model: Model = read.model;
  read.tick(world.clock.now());
  const args = player.argsOf(name, g);
  if (!args) return;
  const done = cloned(state);
  model.calls[name]?.run(done, ...args);
  const recovery = model.calls[name]?.crash === "repairable" ? model.recover : undefined;
  const reads = readsOf(model, [done, state], args);
  const text = callText(name, args);
  try {
    world.crash(
      (w) => w.call(name, ...args),
      // Designs that leave nothing half done need no such function.
      recovery === undefined ? null : (w) => (w.has(recovery) ? w.call(recovery) : undefined),
      (w) => {
        const withCall = observed(w, read, cloned(done), reads);
        const without = withCall && observed(w, read, cloned(state), reads);
        if (!without) return;
        const why = withCall.words === without.words ? withCall.words : `if it was done: ${withCall.words}; if it was not: ${without.words}`;
        throw new CheckFailure(`the client died in ${text}${recovery === undefined ? "" : `, and ${recovery} ran`}: ${why}`);
      },
      { limit: SCHEDULES, outside: {} },
    );
  } catch (error) {
    throw after(player, error);
  }
}

/** A failure with the calls that came before. */
function after({ steps }: Player, error: unknown): unknown {
  if (!(error instanceof CheckFailure) || steps.length === 0) return error;
  const told = new CheckFailure(`${error.message} (before that: ${storyText(steps)})`);
  told.schedule = error.schedule;
  return told;
}
