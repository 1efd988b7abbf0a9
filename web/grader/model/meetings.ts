/** Draws the calls of races: for each pair of functions, arguments that are likely to collide. */
import { ExerciseError } from "../script.js";
import { canonical } from "../values.js";
import {
  allowed,
  changes,
  isPresent,
  MOST_SHARED,
  relation,
  sharedBy,
  valuesIn,
  valuesOfState,
  type Call,
  type Meeting,
} from "./calls.js";
import { Draws, generator, type Generator } from "./generator.js";
import type { Player } from "./history.js";
import { mayMeet } from "./model.js";
import { inOwnOrder, MOST_BRIEF, SEED, type ModelTrial } from "./model_trial.js";
import type { ReadModel } from "./read_model.js";

/** Meetings of each pair of functions per state, and the argument draws to choose from. */
const MEETINGS = 6;
const DRAWS = 16;
/** Calls that a function without arguments meets. */
const ALONE = 3;
/** The rank added for each shared value that the state does not contain: a look before an insert fails only there. */
const NEW_RANK = 0.1;
/** The rank subtracted for each character of the arguments. */
const LENGTH_RANK = 1e-6;
/** The state from which another client makes two calls in one gap. */
const STATE_OF_TWO_CALLS = 1;
/** Third calls to choose from. */
const THIRD_DRAWS = 16;
/** The rank added if two calls change the state in either order: more than shared arguments add. */
const CHANGE_RANK = 100;
/** The same for a third client's call. */
const THIRD_CHANGE_RANK = 4;
/** The same for one of a third function. */
const OTHER_RANK = 0.5;
/** The most meetings per state: one of each pair of functions, then more up to this number. */
const MOST_MEETINGS = 32;

/** A meeting to choose from. */
interface DrawnMeeting {
  /** Meetings with higher ranks are played first. */
  readonly rank: number;
  /** The places of the shared values. */
  readonly shared: string;
  /** Returns the number of its two calls that change the state. */
  readonly effects: () => number;
  readonly meeting: Meeting;
  /** Draws a third call. */
  readonly third: (pairs: readonly (readonly [string, string])[]) => Call | null;
}

/** The functions that may run concurrently, in both orders. */
export function pairsOf({ model }: ReadModel): readonly (readonly [string, string])[] {
  const names = Object.keys(model.calls);
  return names.flatMap((first) =>
    names.filter((second) => mayMeet(model, first, second)).map((second) => [first, second] as const),
  );
}

/** Returns a function that calls `make` at most once, when its result is first needed. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The meetings of one state, always the same for the same program. */
export function meetings(trial: ModelTrial, player: Player, at: number): readonly Meeting[] {
  let found = trial.meetings.get(at);
  if (!found) trial.meetings.set(at, (found = drawMeetings(trial, player, at)));
  return found;
}

function drawMeetings(trial: ModelTrial, player: Player, at: number): readonly Meeting[] {
  const { read, brief } = trial;
  const found: (() => Meeting)[][] = [];
  const pairs = pairsOf(read);
  read.tick(player.world.clock.now());
  const state = { now: canonical(player.state), present: valuesOfState(player.state) };
  for (const [pair, [first, second]] of inOwnOrder(trial, pairs).entries()) {
    if (brief && found[0]?.length === MOST_BRIEF) break;
    const ranked = drawPair(trial, player, [first, second], state, SEED + 2_000 + at * 5_000 + pair * 20);
    for (const [rank, { meeting, third }] of ranked.entries()) {
      // The third call is drawn once the meeting is chosen, because that takes longest.
      const isPlayed = !brief && !read.model.singleCalls && at === STATE_OF_TWO_CALLS && rank <= 1;
      const isDrawn = read.model.clients === 3 || isPlayed;
      (found[rank] ??= []).push(() => {
        const call = isDrawn ? third(pairs) : null;
        return { ...meeting, ...(call && { third: call }) };
      });
    }
  }
  if (pairs.length > 0 && found.length === 0 && at > 0)
    throw new ExerciseError("model.js: no two of its functions ever meet");
  return found
    .flat()
    .slice(0, Math.max(MOST_MEETINGS, found[0]?.length ?? 0))
    .map((meeting) => meeting());
}

/** A state as a text that is unique per state, and the simple values in it. */
interface StateValues {
  readonly now: string;
  readonly present: ReadonlySet<string>;
}

/** Draws the meetings of two functions in one state, the highest ranks first. */
function drawPair(
  { read, t, brief, own }: ModelTrial,
  player: Player,
  [first, second]: readonly [string, string],
  { now, present }: StateValues,
  seed: number,
): readonly DrawnMeeting[] {
  // One pair of arguments is enough for each set of shared values: one whose calls change the state, if there is one.
  const drawn = new Map<string, DrawnMeeting>();
  /** Two calls that change the state in either order, with as few shared values as possible. */
  let apart: DrawnMeeting | null = null;
  /** Two calls that each change the state, but not after the other one: with as few shared values as possible. */
  let conflict: DrawnMeeting | null = null;
  /** The same call twice with the shortest arguments, if it changes the state. */
  let twice: { readonly length: number; readonly meeting: DrawnMeeting } | null = null;
  for (let draw = 0; draw < (brief ? 3 : DRAWS); draw++) {
    const random = t.random(seed + draw + (draw < DRAWS / 2 ? 0 : own));
    const notes = new Draws();
    const a = player.argsOf(first, generator(random, { heat: 0.6, notes }));
    const repeating = generator(random, { heat: 0.6, repeats: notes, repeatShare: draw % 2 === 0 ? 0.75 : 0.4 });
    const isSame = first === second && draw % 4 === 0;
    const b = a && (isSame ? sameArgs(player, first, a) : rivalArgs(player, first, second, a, repeating));
    if (!a || !b) continue;
    const places = sharedBy(a, b);
    // A function without arguments meets a few different calls.
    const isAlone = a.length === 0 || b.length === 0;
    const shared = isAlone ? String(Math.min(drawn.size, ALONE - 1)) : places.join();
    const fresh = valuesIn(a).filter(
      ([place, value]) => places.some((one) => one.startsWith(`${place}=`)) && !isPresent(present, value),
    ).length;
    const key = `${shared} ${fresh}`;
    const known = drawn.get(key);
    const [one, other]: [Call, Call] = [
      { name: first, args: a },
      { name: second, args: b },
    ];
    // Comparing large states takes long.
    const effects = lazily(() => [one, other].filter(({ name, args }) => player.stateAfter(name, args) !== now).length);
    const oneChanges = lazily(() => changes(player, one, other));
    const otherChanges = lazily(() => changes(player, other, one));
    const isChange = (): boolean => oneChanges() && otherChanges();
    // A client that retries fails a second time only if both others change something.
    const changing = read.model.clients === 3 && isChange() ? CHANGE_RANK : 0;
    const { length } = canonical(a);
    const meeting: DrawnMeeting = {
      rank: relation(a, b) + Math.min(fresh, MOST_SHARED) * NEW_RANK + changing - length * LENGTH_RANK,
      shared,
      effects,
      meeting: { first, a, second, b },
      third: (pairs) => thirdCall(player, pairs, [first, a, second, b], repeating),
    };
    const isShorter = first === second && (twice === null || length < twice.length) && canonical(b) === canonical(a);
    if (!brief && isShorter && effects() === 2) twice = { length, meeting };
    if (known?.effects() === 2 || (known && known.effects() >= effects())) continue;
    drawn.set(key, meeting);
    const isConflict = (): boolean => effects() === 2 && !oneChanges() && !otherChanges();
    const isFewer = places.length > 0 && (conflict === null || meeting.rank < conflict.rank);
    if (!brief && isFewer && isConflict()) conflict = meeting;
    if (!brief && read.model.clients !== 3 && (apart === null || meeting.rank < apart.rank) && isChange())
      apart = meeting;
  }
  const ranked = withExtremes([...drawn.values()]).slice(0, brief ? 1 : MEETINGS);
  const special = new Set([twice?.meeting, conflict, apart].filter((one): one is DrawnMeeting => !!one));
  // A fault is shown by the first meeting that has it: the same call twice is the simplest one.
  const start = twice ? [twice.meeting] : ranked.slice(0, 1);
  return [...new Set([...start, ...special, ...ranked])];
}

/**
 * The best meeting of each set of places at which calls share values, then the ones with the fewest new values: those
 * with the highest rank first in both groups.
 */
function withExtremes(drawn: readonly DrawnMeeting[]): DrawnMeeting[] {
  const sorted = drawn.toSorted((a, b) => b.rank - a.rank);
  const alike = (one: DrawnMeeting): readonly DrawnMeeting[] => sorted.filter(({ shared }) => shared === one.shared);
  const best = sorted.filter((one) => one === alike(one)[0]);
  return [...best, ...sorted.filter((one) => one === alike(one).at(-1) && !best.includes(one))];
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
    const b = player.argsOf(second, g);
    if (b && allowed(player, second, b, first, a) && allowed(player, first, a, second, b)) return b;
  }
  return null;
}

/** The same arguments for another client's call, if the task allows both. */
const sameArgs = (player: Player, name: string, args: readonly unknown[]): readonly unknown[] | null =>
  allowed(player, name, args, name, args) ? args : null;

/** A third call that may run concurrently with both others. */
function thirdCall(
  player: Player,
  pairs: readonly (readonly [string, string])[],
  [first, a, second, b]: readonly [string, readonly unknown[], string, readonly unknown[]],
  g: Generator,
): Call | null {
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
    const isClient = player.model.clients === 3;
    const related = isClient ? (shared.includes("0=0") ? 2 : 0) + (shared.length > 0 ? 1 : 0) : relation(a, args);
    if (best !== null && related + THIRD_CHANGE_RANK + OTHER_RANK <= best.rank) continue;
    const [one, other, third]: [Call, Call, Call] = [
      { name: first, args: a },
      { name: second, args: b },
      { name, args },
    ];
    // All change the state whatever the others did, and concern the same entity. The first client's call may only
    // repeat what the other one did, before that one's next call.
    const isChange = changes(player, third, one, other) && (!isClient || changes(player, one, other, third));
    const isOther = name !== one.name && name !== other.name;
    const rank = related + (isChange ? THIRD_CHANGE_RANK : 0) + (isOther ? OTHER_RANK : 0);
    if (best === null || rank > best.rank) best = { rank, third };
  }
  return best?.third ?? null;
}
