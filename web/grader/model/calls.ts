/** Calls of races and crashes: their shared values, whether the task allows both, and what they change. */
import { canonical, isScalar } from "../values.js";
import type { Player } from "./history.js";
import { cloned } from "./model.js";

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
  /** A call after the second one: of a third client if the exercise has three, otherwise of the same client. */
  readonly third?: Call;
}

/** The most shared values that count: longer lists of arguments share more, and are no better for it. */
export const MOST_SHARED = 3;

/** The positions at which two argument lists share values, as `0.user=1.book`. */
export function sharedBy(a: readonly unknown[], b: readonly unknown[]): readonly string[] {
  const [mine = [], theirs = []] = [a, b].map((args) =>
    valuesIn(args).map(([place, value]) => [place, canonical(value)]),
  );
  return mine.flatMap(([place, value]) =>
    theirs.filter(([, other]) => other === value).map(([other]) => `${place}=${other}`),
  );
}

/** The number of values that two argument lists share, up to a limit. */
export function relation(a: readonly unknown[], b: readonly unknown[]): number {
  const theirs = new Set(valuesIn(b).map(([, value]) => canonical(value)));
  const shared = new Set(
    valuesIn(a)
      .map(([, value]) => canonical(value))
      .filter((value) => theirs.has(value)),
  );
  return Math.min(MOST_SHARED, shared.size);
}

/** The most elements of a list whose values count as those of a call. */
const MOST_ELEMENTS = 4;

/** The simple values in arguments with their positions: the arguments, their fields, and those of listed documents. */
export const valuesIn = (args: readonly unknown[]): (readonly [string, unknown])[] =>
  args.flatMap((value, place) => valuesAt(value, String(place), 2));

function valuesAt(value: unknown, path: string, depth: number): (readonly [string, unknown])[] {
  if (isScalar(value)) return [[path, value]];
  const entries = Object.entries(value as object).slice(0, Array.isArray(value) ? MOST_ELEMENTS : undefined);
  return depth === 0 ? [] : entries.flatMap(([key, inner]) => valuesAt(inner, `${path}.${key}`, depth - 1));
}

/** The simple values in a state, as keys or as values. */
export function valuesOfState(state: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (isScalar(state)) return found.add(canonical(state));
  const parts =
    state instanceof Map
      ? [...(state as Map<unknown, unknown>)].flat()
      : state instanceof Set
        ? [...(state as Set<unknown>)]
        : Array.isArray(state)
          ? (state as unknown[])
          : Object.entries(state as object).flat();
  for (const part of parts) valuesOfState(part, found);
  return found;
}

/** Whether a state contains a value, perhaps as the text or the number that a model makes of it. */
export const isPresent = (present: ReadonlySet<string>, value: unknown): boolean =>
  [value, String(value), Number(value)].some((form) => present.has(canonical(form)));

/** The number of simple values in arguments that a state does not contain. */
export const freshValues = (present: ReadonlySet<string>, args: readonly unknown[]): number =>
  valuesIn(args).filter(([, value]) => !isPresent(present, value)).length;

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
  const earlier = model.calls[before];
  // A state with fewer calls may not allow it.
  if (earlier?.allowed?.(copy, ...beforeArgs) === false) return false;
  earlier?.run(copy, ...beforeArgs);
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
