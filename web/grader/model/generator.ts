/** Arguments that break programs: seeded, so that a verdict can be repeated. */
import type { Rng } from "../random.js";

/** Names that contain each other, that mean something to a database or to JavaScript, or that differ in case alone. */
const NAMES = [
  "ann", "Ann", "ann.b", "ann.bee", "a.b", "a", "bob", "nobody1", "nobody11", "nobody", "$ann", "$", "O'Neil", 'say "so"', "two words",
  "two  words", "__proto__", "constructor", "toString", "length", "Zoë", "Zoe\u0308", "表", "naïve-1", "a-b", "a_b", "a|b", "a:b", "a,b", "1", "01", "null",
  "true", "%20", "\\", "/", "*", "[x]", "(x)", "x?", "^x$",
];

/** Pairs that are the same when they are joined, with nothing or with a usual separator between them. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["nobody1", "12"], ["nobody11", "2"], ["a-b", "c"], ["a", "b-c"], ["a:b", "c"], ["a", "b:c"], ["a|b", "c"], ["a", "b|c"], ["a_b", "c"],
  ["a", "b_c"], ["a.b", "c"], ["a", "b.c"], ["a/b", "c"], ["a", "b/c"], ["a,b", "c"], ["a", "b,c"], ["a b", "c"], ["a", "b c"],
];

/** Numbers that limits like, and their neighbours. */
const SIZES = [0, 1, 2, 9, 10, 11, 19, 20, 21, 49, 50, 51, 99, 100, 101, 102, 200, 201, 255, 256, 257, 500, 501, 1000, 1001];

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

/** A generator over seeded randomness; `heat` is the share of `hot` draws that take the first element. */
export function generator(random: Rng, heat = 0.4): Generator {
  const chance = (share: number): boolean => random() < share;
  return {
    int: random.int,
    pick: random.pick,
    chance,
    shuffle: (list) => random.shuffle([...list]),
    text: random.text,
    hot: (list) => (chance(heat) ? list[0] : chance(0.5) ? (list[1] ?? list[0]) : random.pick(list)) as (typeof list)[number],
    name: () => random.pick(NAMES),
    pair: () => random.pick(PAIRS),
    size: (most = Infinity) => random.pick(SIZES.filter((size) => size <= most)),
    around: (...moments) => new Date(Number(random.pick(moments)) + random.pick([-1000, -1, 0, 0, 1, 1000])),
    date: random.date,
  };
}
