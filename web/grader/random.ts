/** Seeded randomness for data and checks: equal seeds give equal sequences everywhere. */

/** A generator that returns a number in [0, 1), with methods that draw other values. */
export interface Rng {
  /** A number in [0, 1). */
  (): number;
  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  /** One element. */
  pick<T>(array: readonly T[]): T;
  /** The same array, shuffled in place. */
  shuffle<T>(array: T[]): T[];
  /** A time from `from` (inclusive) to `to` (exclusive), in whole milliseconds. */
  date(from: Date | number, to: Date | number): Date;
  /** A sentence of this many words. */
  text(words: number): string;
}

/** The seed of the rows in a learner's own runs; graded worlds use others. */
export const VISIBLE_SEED = 0;

const WORDS = (
  "the of a and in to was that it his her with as had for not but be which all on at by from this so have were " +
  "one their no there will when she they or what an more if who do said little time out up them old great may man " +
  "house night long only good own should never hand day again must away much such where two place how might made " +
  "thought came light city page story voice river winter letter garden heart summer silence window shadow dream"
).split(" ");

/** FNV-1a of a text, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** A generator for a seed. The salt is the exercise's id, so that no two exercises have the same sequence. */
export function rng(seed: number, salt: string): Rng {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ hash(`${salt}:${seed}`)) >>> 0;
  // mulberry32: small, fast, and good enough for rows.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(array: readonly T[]): T => {
    if (array.length === 0) throw new RangeError("rng.pick of an empty array");
    return array[int(0, array.length - 1)] as T;
  };
  return Object.assign(next, {
    int,
    pick,
    shuffle<T>(array: T[]): T[] {
      for (let i = array.length - 1; i > 0; i--) {
        const j = int(0, i);
        [array[i], array[j]] = [array[j] as T, array[i] as T];
      }
      return array;
    },
    date(from: Date | number, to: Date | number): Date {
      const [low, high] = [Number(from), Number(to)];
      return new Date(low + Math.floor(next() * (high - low)));
    },
    text(words: number): string {
      const said = Array.from({ length: Math.max(0, words) }, () => pick(WORDS)).join(" ");
      return said === "" ? "" : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
    },
  });
}
