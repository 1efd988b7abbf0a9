/**
 * Room on the stack. A script that calls itself without end runs out of it somewhere; inside the engine that would
 * stop a command halfway, with the data in whatever state it was. So before each command there has to be room for it.
 */

/** Frames to try; with eight arguments each about 100 bytes, so 100 kB in all. */
const FRAMES = 1000;

/**
 * Returns when there is room for a command.
 *
 * @throws RangeError as the host does, when there is not.
 */
export function needStack(): void {
  descend(FRAMES, 0, 0, 0, 0, 0, 0, 0);
}

/** The arguments only take up room; each goes into the sum so that none is left out. */
function descend(n: number, a: number, b: number, c: number, d: number, e: number, f: number, g: number): number {
  return n === 0 ? a + b + c + d + e + f + g : descend(n - 1, b, c, d, e, f, g, a) + 1;
}
