/** Arguments that break programs: seeded, so that a verdict can be repeated. */
import type { Rng } from "../random.js";
import { canonical } from "../values.js";

/** Names that contain each other, that mean something to a database or to JavaScript, or that differ in case alone. */
const NAMES = [
  "ann",
  "Ann",
  "ann.b",
  "ann.bee",
  "a.b",
  "a",
  "bob",
  "nobody1",
  "nobody11",
  "nobody",
  "$ann",
  "$",
  "O'Neil",
  'say "so"',
  "two words",
  "two  words",
  "__proto__",
  "constructor",
  "toString",
  "length",
  "Zoë",
  "Zoe\u0308",
  "表",
  "naïve-1",
  "a-b",
  "a_b",
  "a|b",
  "a:b",
  "a,b",
  "1",
  "01",
  "null",
  "true",
  " a",
  "a ",
  "a\tb",
  "%20",
  "\\",
  "/",
  "*",
  "[x]",
  "(x)",
  "x?",
  "^x$",
];

/** Pairs that are the same when they are joined, with nothing or with a usual separator between them. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["nobody1", "12"],
  ["nobody11", "2"],
  ["a-b", "c"],
  ["a", "b-c"],
  ["a:b", "c"],
  ["a", "b:c"],
  ["a|b", "c"],
  ["a", "b|c"],
  ["a_b", "c"],
  ["a", "b_c"],
  ["a.b", "c"],
  ["a", "b.c"],
  ["a/b", "c"],
  ["a", "b/c"],
  ["a,b", "c"],
  ["a", "b,c"],
  ["a b", "c"],
  ["a", "b c"],
];

/** Numbers that limits like, and their neighbours. */
const SIZES = [
  0, 1, 2, 9, 10, 11, 19, 20, 21, 49, 50, 51, 99, 100, 101, 102, 200, 201, 255, 256, 257, 500, 501, 1000, 1001,
];

/** Draws arguments. */
export interface Generator {
  int(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  shuffle<T>(list: readonly T[]): T[];
  text(words: number): string;
  /** An element; most draws take one of the first two, so that calls meet. */
  hot<T>(list: readonly T[]): T;
  /** A hostile name. */
  name(): string;
  /** A pair of texts that collides with another pair when joined. */
  pair(): readonly [string, string];
  /** A round number or a neighbour of one, at most `most`. */
  size(most?: number): number;
  /** A moment on, just before or just after one of these. */
  around(...moments: readonly (Date | number)[]): Date;
  date(from: Date | number, to: Date | number): Date;
}

/** The recorded draws of a generator, for another one to repeat. */
export class Draws {
  readonly #drawn = new Set<string>();
  readonly #numbers: number[] = [];

  note(value: unknown): void {
    this.#drawn.add(canonical(value));
    if (typeof value === "number") this.#numbers.push(value);
  }

  /** The numbers in a range that were drawn before. */
  numbers(low: number, high: number): readonly number[] {
    return this.#numbers.filter((number) => number >= low && number <= high);
  }

  /** The elements of a list that were drawn before. */
  among<T>(list: readonly T[]): readonly T[] {
    return list.filter((item) => this.#drawn.has(canonical(item)));
  }
}

/** How a generator draws. */
export interface Drawing {
  /** The share of `hot` draws that take the first element; 0.4 by default. */
  readonly heat?: number;
  /** Notes what is drawn. */
  readonly notes?: Draws;
  /** Draws what was drawn there, most of the time. */
  readonly repeats?: Draws;
}

/** How often a generator that repeats does so. */
const REPEATED = 0.75;

/** A generator over seeded randomness. */
export function generator(random: Rng, { heat = 0.4, notes, repeats }: Drawing = {}): Generator {
  const chance = (share: number): boolean => random() < share;
  const drawn = <T>(list: readonly T[], draw: () => T): T => {
    const before = repeats?.among(list) ?? [];
    const value = before.length > 0 && chance(REPEATED) ? random.pick(before) : draw();
    notes?.note(value);
    return value;
  };
  return {
    int(low, high) {
      const before = repeats && chance(REPEATED) ? repeats.numbers(low, high) : [];
      const value = before.length > 0 ? random.pick(before) : random.int(low, high);
      notes?.note(value);
      return value;
    },
    pick: (list) => drawn(list, () => random.pick(list)),
    chance,
    shuffle: (list) => random.shuffle([...list]),
    text: random.text,
    hot: (list) =>
      drawn(
        list,
        () =>
          (chance(heat) ? list[0] : chance(0.5) ? (list[1] ?? list[0]) : random.pick(list)) as (typeof list)[number],
      ),
    name: () => drawn(NAMES, () => random.pick(NAMES)),
    pair: () => drawn(PAIRS, () => random.pick(PAIRS)),
    size: (most = Infinity) => random.pick(SIZES.filter((size) => size <= most)),
    around: (...moments) => new Date(Number(random.pick(moments)) + random.pick([-1000, -1, 0, 0, 1, 1000])),
    date: random.date,
  };
}

/**
 * Draws after which the simplest arguments are given up: a model that draws until it likes what it gets never would.
 */
const PATIENCE = 500;

/** A generator of the simplest arguments: the first of each list, the lowest number, one word. */
export function simplest(): Generator {
  let draws = 0;
  const first = <T>(list: readonly T[]): T => {
    draws += 1;
    if (draws > PATIENCE) throw new RangeError("there are no simpler arguments");
    return list[0] as T;
  };
  return {
    int: (low) => first([low]),
    pick: first,
    chance: () => first([false]),
    shuffle: (list) => [...list],
    text: () => "Word.",
    hot: first,
    name: () => first(NAMES),
    pair: () => first(PAIRS),
    size: (most = Infinity) => Math.min(1, most),
    around: (...moments) => new Date(Number(first(moments))),
    date: (from) => new Date(Number(first([from]))),
  };
}
