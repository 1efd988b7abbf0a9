/**
 * Room on the stack. A script that calls itself without end runs out of it somewhere; inside the engine that would
 * stop a command halfway, with the data in whatever state it was. So before each command there has to be room for it.
 */

/** Frames to try; with all their parameters each has about 550 bytes, so 110 kB in all. */
const FRAMES = 200;

/**
 * Returns when there is room for a command.
 *
 * @throws RangeError as the host does, when there is not.
 */
export function needStack(): void {
  descend(FRAMES);
}

/** The parameters only take up room: few large frames are entered sooner than many small ones. */
// prettier-ignore
function descend(
  n: number,
  _a0?: 0, _a1?: 0, _a2?: 0, _a3?: 0, _a4?: 0, _a5?: 0, _a6?: 0, _a7?: 0, _b0?: 0, _b1?: 0, _b2?: 0, _b3?: 0, _b4?: 0, _b5?: 0, _b6?: 0, _b7?: 0,
  _c0?: 0, _c1?: 0, _c2?: 0, _c3?: 0, _c4?: 0, _c5?: 0, _c6?: 0, _c7?: 0, _d0?: 0, _d1?: 0, _d2?: 0, _d3?: 0, _d4?: 0, _d5?: 0, _d6?: 0, _d7?: 0,
  _e0?: 0, _e1?: 0, _e2?: 0, _e3?: 0, _e4?: 0, _e5?: 0, _e6?: 0, _e7?: 0, _f0?: 0, _f1?: 0, _f2?: 0, _f3?: 0, _f4?: 0, _f5?: 0, _f6?: 0, _f7?: 0,
  _g0?: 0, _g1?: 0, _g2?: 0, _g3?: 0, _g4?: 0, _g5?: 0, _g6?: 0, _g7?: 0, _h0?: 0, _h1?: 0, _h2?: 0, _h3?: 0, _h4?: 0, _h5?: 0, _h6?: 0, _h7?: 0,
): number {
  return n === 0 ? 0 : descend(n - 1) + 1;
}
