/** Seeded arguments that tend to break programs; seeds make a verdict repeatable. */
import type { Rng } from "../random.js";
import { canonical } from "../values.js";

/** Names that contain each other, that have a meaning for a database or JavaScript, or that differ only in case. */
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
  "\u{1F600}",
  "one of two very long names that differ only at their end, a",
  "one of two very long names that differ only at their end, b",
];

/** Two pairs of texts that collide when joined. */
export type Twins = readonly [readonly [string, string], readonly [string, string]];

/** Pairs that collide when joined, directly or with a usual separator. */
export const TWINS: readonly Twins[] = [
  [
    ["nobody1", "12"],
    ["nobody11", "2"],
  ],
  [
    ["a-b", "c"],
    ["a", "b-c"],
  ],
  [
    ["a:b", "c"],
    ["a", "b:c"],
  ],
  [
    ["a|b", "c"],
    ["a", "b|c"],
  ],
  [
    ["a_b", "c"],
    ["a", "b_c"],
  ],
  [
    ["a.b", "c"],
    ["a", "b.c"],
  ],
  [
    ["a/b", "c"],
    ["a", "b/c"],
  ],
  [
    ["a,b", "c"],
    ["a", "b,c"],
  ],
  [
    ["a b", "c"],
    ["a", "b c"],
  ],
  [
    ["a::b", "c"],
    ["a", "b::c"],
  ],
  [
    ["a, b", "c"],
    ["a", "b, c"],
  ],
  [
    ["a > b", "c"],
    ["a", "b > c"],
  ],
  [
    ["a->b", "c"],
    ["a", "b->c"],
  ],
];

/** The same pairs, one by one. */
const PAIRS = TWINS.flat();

/** Common limits and their neighbours. */
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
  /** An element; most draws take one of the first two, so that calls collide. */
  hot<T>(list: readonly T[]): T;
  /** A hostile name. */
  name(): string;
  /** A pair of strings that collides with another pair when joined. */
  pair(): readonly [string, string];
  /** A round number or a neighbour, at most `most`. */
  size(most?: number): number;
  /** A time at, just before or just after one of these. */
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

  /** The recorded numbers in a range. */
  numbers(low: number, high: number): readonly number[] {
    return this.#numbers.filter((number) => number >= low && number <= high);
  }

  /** The recorded elements of a list. */
  among<T>(list: readonly T[]): readonly T[] {
    return list.filter((item) => this.#drawn.has(canonical(item)));
  }
}

/** Options of a generator. */
export interface Drawing {
  /** The share of `hot` draws that return the first element; 0.4 by default. */
  readonly heat?: number;
  /** Records the draws. */
  readonly notes?: Draws;
  /** Some draws repeat one of these recorded draws. */
  readonly repeats?: Draws;
  /** The share of such draws; 0.75 by default. */
  readonly repeatShare?: number;
}

/** The probability that such a generator repeats a draw. */
const REPEAT_PROBABILITY = 0.75;
/** The probability that a generator draws a name again: histories read what they wrote. */
const SAME_NAME_PROBABILITY = 0.4;

/** A generator over seeded randomness. */
export function generator(
  random: Rng,
  { heat = 0.4, notes, repeats, repeatShare = REPEAT_PROBABILITY }: Drawing = {},
): Generator {
  const chance = (share: number): boolean => random() < share;
  const drawn = <T>(list: readonly T[], draw: () => T): T => {
    const before = repeats?.among(list) ?? [];
    const value = before.length > 0 && chance(repeatShare) ? random.pick(before) : draw();
    notes?.note(value);
    return value;
  };
  const names: string[] = [];
  const name = (): string => {
    if (names.length > 0 && chance(SAME_NAME_PROBABILITY)) return random.pick(names);
    const value = drawn(NAMES, () => random.pick(NAMES));
    names.push(value);
    return value;
  };
  return {
    int(low, high) {
      const before = repeats && chance(repeatShare) ? repeats.numbers(low, high) : [];
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
    name,
    pair: () => drawn(PAIRS, () => random.pick(PAIRS)),
    size: (most = Infinity) => random.pick(SIZES.filter((size) => size <= most)),
    around: (...moments) => new Date(Number(random.pick(moments)) + random.pick([-1000, -1, 0, 0, 1, 1000])),
    date: random.date,
  };
}

/**
 * Draws after which the search for simplest arguments gives up: a model that draws until a value fits would never end.
 */
const MAX_DRAWS = 500;

/** A generator of the simplest arguments: the first element of each list, the lowest number, one word. */
export function simplest(): Generator {
  let draws = 0;
  const first = <T>(list: readonly T[]): T => {
    draws += 1;
    if (draws > MAX_DRAWS) throw new RangeError("there are no simpler arguments");
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
