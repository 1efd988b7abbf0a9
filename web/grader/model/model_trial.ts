/** Shared parts of a model's checks: initial worlds, drawn arguments, and counts. */
import { ExerciseError, type FreshPlan, type Test } from "../script.js";
import { Draws, generator, type Generator } from "./generator.js";
import { cloned, mayMeet } from "./model.js";
import { canonical } from "../values.js";
import type { ReadModel } from "./read_model.js";
import { Player } from "./history.js";

/** Counts of histories, races and crashes played against a model. */
export interface Played {
  histories: number;
  races: number;
  crashes: number;
  /** The functions that were called. */
  readonly called: Set<string>;
}

/** Counts at zero. */
export const nothingPlayed = (called: Set<string> = new Set()): Played => ({
  histories: 0,
  races: 0,
  crashes: 0,
  called,
});

/** Options of a model's checks. */
export interface ModelCheckBudget {
  /** A number derived from the program, so that each program meets some histories of its own. */
  readonly own: number;
  /** Plays only a few of each kind, for validation over many seeds. */
  readonly brief: boolean;
  readonly played: Played;
  /** The meetings of each state, drawn once for the histories and the races. */
  readonly meetings: Map<number, readonly Meeting[]>;
}

/** One run of a model's checks. */
export interface ModelTrial extends ModelCheckBudget {
  readonly t: Test;
  readonly read: ReadModel;
}

/** Numbers of calls before a race or a crash, one per state. */
const STATES = [0, 5, 12];
/** Meetings of each pair of functions per state, and the argument draws to choose from. */
const MEETINGS = 3;
const DRAWS = 12;
/** Calls of a third client to choose from. */
const THIRD_DRAWS = 16;
/** The rank added if two calls change the state in either order: more than shared arguments add. */
const CHANGE_RANK = 100;
/** The same for a third client's call. */
const THIRD_CHANGE_RANK = 4;
/** The most meetings and deaths per state: one of each pair or function, then more up to this number. */
const MOST_MEETINGS = 32;
const MOST_DEATHS = 12;
/** The most meetings and deaths of a brief trial: different ones per seed. */
const MOST_BRIEF = 4;
/** The first seed; seeds derived from a program are far from it. */
export const SEED = 90_001;

/** A world with its model; `rows` changes the rows for `setup`. */
export function begin({ t, read, played }: ModelTrial, seed: number, rows?: FreshPlan["rows"]): Player {
  const world = t.fresh({ seed, scale: read.model.scale ?? 0.1, ...(rows && { rows }) });
  read.tick(world.clock.now());
  return new Player(world, read, read.model.start(world.rows), played.called);
}

/** Calls `act` with players that have made a few calls. */
export function onStates(trial: ModelTrial, act: (player: Player, at: number) => void): void {
  for (const [at, calls] of (trial.brief ? STATES.slice(1, 2) : STATES).entries()) {
    const player = begin(trial, SEED + 1);
    const g = generator(trial.t.random(SEED + 10 + at + (at === 0 ? 0 : trial.own)), { heat: 0.6 });
    for (let call = 0; call < calls; call++) {
      const step = player.draw(g);
      // A fault here is reported by the check of histories.
      if (step && player.perform(step)) break;
    }
    act(player, at);
  }
}

/** A function with its arguments. */
export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Two calls that may run concurrently. */
export interface Meeting {
  readonly first: string;
  readonly a: readonly unknown[];
  readonly second: string;
  readonly b: readonly unknown[];
  /** A third client's call after the second one's, if the exercise has three clients. */
  readonly third?: Call;
}

/** A meeting to choose from. */
interface DrawnMeeting {
  /** Meetings with higher ranks are played first. */
  readonly rank: number;
  /** Returns the number of its two calls that change the state. */
  readonly effects: () => number;
  readonly meeting: () => Meeting;
}

/** The functions that may run concurrently, in both orders. */
export function pairsOf({ model }: ReadModel): readonly (readonly [string, string])[] {
  const names = Object.keys(model.calls);
  return names.flatMap((first) =>
    names.filter((second) => mayMeet(model, first, second)).map((second) => [first, second] as const),
  );
}

/** The meetings of one state, always the same for the same program. */
export function meetings(trial: ModelTrial, player: Player, at: number): readonly Meeting[] {
  let found = trial.meetings.get(at);
  if (!found) trial.meetings.set(at, (found = drawMeetings(trial, player, at)));
  return found;
}

function drawMeetings(trial: ModelTrial, player: Player, at: number): readonly Meeting[] {
  const { read, t, brief, own } = trial;
  // The third call of a meeting is drawn once the meeting is chosen, because that takes longest.
  const found: (() => Meeting)[][] = [];
  const pairs = pairsOf(read);
  read.tick(player.world.clock.now());
  const now = canonical(player.state);
  // Counted only if two draws share the same values.
  const effectsOf = (calls: readonly Call[]): (() => number) => {
    let count: number | undefined;
    return () => (count ??= calls.filter(({ name, args }) => player.stateAfter(name, args) !== now).length);
  };
  for (const [pair, [first, second]] of inOwnOrder(trial, pairs).entries()) {
    if (brief && found[0]?.length === MOST_BRIEF) break;
    // One pair of arguments is enough for each set of shared values: one whose calls change the state, if there is one.
    const drawn = new Map<string, DrawnMeeting>();
    /** Two calls that change the state in either order, with as few shared values as possible. */
    let apart: DrawnMeeting | null = null;
    for (let draw = 0; draw < (brief ? 3 : DRAWS); draw++) {
      const random = t.random(SEED + 2_000 + at * 5_000 + pair * 20 + draw + (draw < DRAWS / 2 ? 0 : own));
      const notes = new Draws();
      const a = player.argsOf(first, generator(random, { heat: 0.6, notes }));
      const repeating = generator(random, { heat: 0.6, repeats: notes });
      const b = a && rivalArgs(player, first, second, a, repeating);
      if (!a || !b) continue;
      const shared = sharedBy(a, b);
      const [one, other]: [Call, Call] = [
        { name: first, args: a },
        { name: second, args: b },
      ];
      const isChange = (): boolean => changes(player, one, other) && changes(player, other, one);
      const known = drawn.get(shared.join());
      if (known?.effects() === 2) continue;
      const found: DrawnMeeting = {
        rank: shared.length,
        effects: effectsOf([one, other]),
        meeting: () => ({ first, a, second, b }),
      };
      if (known && known.effects() >= found.effects()) continue;
      if (read.model.clients !== 3) {
        drawn.set(shared.join(), found);
        if (!brief && (apart === null || found.rank < apart.rank) && isChange()) apart = found;
        continue;
      }
      // A client that retries fails a second time only if both others change something.
      const rank = shared.length + (isChange() ? CHANGE_RANK : 0);
      const meeting = (): Meeting => {
        const third = thirdCall(player, pairs, [first, a, second, b], repeating);
        return { first, a, second, b, ...(third && { third }) };
      };
      drawn.set(shared.join(), { ...found, rank, meeting });
    }
    const ranked = [...drawn.values()].sort((a, b) => b.rank - a.rank).slice(0, brief ? 1 : MEETINGS);
    if (apart !== null && !ranked.includes(apart)) ranked.splice(1, 0, apart);
    for (const [rank, { meeting }] of ranked.entries()) (found[rank] ??= []).push(meeting);
  }
  if (pairs.length > 0 && found.length === 0 && at > 0)
    throw new ExerciseError("model.js: no two of its functions ever meet");
  return found
    .flat()
    .slice(0, Math.max(MOST_MEETINGS, found[0]?.length ?? 0))
    .map((meeting) => meeting());
}

/** The same list; in a brief trial, shuffled by its seed. */
function inOwnOrder<T>({ t, brief, own }: ModelTrial, list: readonly T[]): readonly T[] {
  return brief ? t.random(SEED + 9_000 + own).shuffle([...list]) : list;
}

/** The positions at which two argument lists share values, as `0.user=1.book`. */
export function sharedBy(a: readonly unknown[], b: readonly unknown[]): readonly string[] {
  const [mine = [], theirs = []] = [a, b].map((args) =>
    valuesIn(args).map(([place, value]) => [place, canonical(value)]),
  );
  return mine.flatMap(([place, value]) =>
    theirs.filter(([, other]) => other === value).map(([other]) => `${place}=${other}`),
  );
}

/** The most elements of a list whose values count as those of a call. */
const MOST_ELEMENTS = 4;

/** The simple values in arguments with their positions: the arguments, their fields, and those of listed documents. */
export const valuesIn = (args: readonly unknown[]): (readonly [string, unknown])[] =>
  args.flatMap((value, place) => valuesAt(value, String(place), 2));

function valuesAt(value: unknown, path: string, depth: number): (readonly [string, unknown])[] {
  const isSimple =
    value === null ||
    typeof value !== "object" ||
    value instanceof Date ||
    (value as { _bsontype?: unknown })._bsontype !== undefined;
  if (isSimple) return [[path, value]];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? MOST_ELEMENTS : undefined);
  return depth === 0 ? [] : entries.flatMap(([key, inner]) => valuesAt(inner, `${path}.${key}`, depth - 1));
}

/** Arguments of the other client's call, allowed in both orders; mostly about the same entities as the first call. */
function rivalArgs(
  player: Player,
  first: string,
  second: string,
  a: readonly unknown[],
  g: Generator,
): readonly unknown[] | null {
  for (let tries = 0; tries < 6; tries++) {
    const b = first === second && tries === 0 && g.chance(0.3) ? a : player.argsOf(second, g);
    if (b && allowed(player, second, b, first, a) && allowed(player, first, a, second, b)) return b;
  }
  return null;
}

/** Whether the task allows a call after another one, and concurrently with it. */
export function allowed(
  { model, state }: Player,
  name: string,
  args: readonly unknown[],
  before: string,
  beforeArgs: readonly unknown[],
): boolean {
  const call = model.calls[name];
  if (call?.apart?.(args, before, beforeArgs)) return false;
  if (!call?.allowed) return true;
  const copy = cloned(state);
  model.calls[before]?.run(copy, ...beforeArgs);
  return call.allowed(copy, ...args) !== false;
}

/** Whether a call changes the state after others. */
export function changes({ model, state }: Player, call: Call, ...others: readonly Call[]): boolean {
  const copy = cloned(state);
  const run = ({ name, args }: Call): unknown => model.calls[name]?.run(copy, ...args);
  others.forEach(run);
  const before = canonical(copy);
  run(call);
  return canonical(copy) !== before;
}

/** A third client's call that may run concurrently with both others. */
function thirdCall(
  player: Player,
  pairs: readonly (readonly [string, string])[],
  [first, a, second, b]: readonly [string, readonly unknown[], string, readonly unknown[]],
  g: Generator,
): Meeting["third"] | null {
  const meets = (one: string, other: string): boolean => pairs.some(([x, y]) => x === one && y === other);
  const writers = Object.keys(player.model.calls).filter(
    (name) => !player.model.calls[name]?.reads && meets(first, name) && meets(second, name),
  );
  let best: { readonly rank: number; readonly third: Call } | null = null;
  for (let draw = 0; draw < (writers.length === 0 ? 0 : THIRD_DRAWS); draw++) {
    const name = g.pick(writers);
    const args = rivalArgs(player, first, name, a, g);
    if (!args || !allowed(player, name, args, second, b) || !allowed(player, second, b, name, args)) continue;
    const shared = sharedBy(a, args);
    const related = (shared.includes("0=0") ? 2 : 0) + (shared.length > 0 ? 1 : 0);
    if (best !== null && related + THIRD_CHANGE_RANK <= best.rank) continue;
    const [one, other, third]: [Call, Call, Call] = [
      { name: first, args: a },
      { name: second, args: b },
      { name, args },
    ];
    // All change the state whatever the others did, and concern the same entity.
    const isChange = changes(player, third, one, other) && changes(player, one, other, third);
    const rank = related + (isChange ? THIRD_CHANGE_RANK : 0);
    if (best === null || rank > best.rank) best = { rank, third };
  }
  return best?.third ?? null;
}

/**
 * Draws the calls of one state during which a client dies: for each function one that changes the state, and one that
 * is rejected.
 */
export function deaths(
  trial: ModelTrial,
  player: Player,
  at: number,
  names: readonly string[],
): readonly { readonly name: string; readonly args: readonly unknown[] }[] {
  const { read, t, own, brief } = trial;
  const found: { name: string; args: readonly unknown[] }[][] = [];
  read.tick(player.world.clock.now());
  const before = canonical(player.state);
  for (const [place, name] of inOwnOrder(trial, names).entries()) {
    const drawn = new Map<boolean, readonly unknown[]>();
    for (let tries = 0; tries < 6 && drawn.size < 2; tries++) {
      const random = t.random(SEED + 6_000 + at * 500 + place * 10 + tries + (tries < 2 ? 0 : own));
      const args = player.argsOf(name, generator(random, { heat: 0.6 }));
      if (args) drawn.set(player.stateAfter(name, args) === before, args);
    }
    for (const [rank, args] of [...drawn.values()].entries()) (found[rank] ??= []).push({ name, args });
  }
  return found.flat().slice(0, brief ? MOST_BRIEF : MOST_DEATHS);
}
