/**
 * Checks for room on the stack before a command. The engine uses the host's stack, and an overflow inside it would stop
 * a command halfway, with the data in an undefined state.
 *
 * Only a call shows whether there is room. A JavaScript function writes its whole frame, which takes microseconds for
 * 100 kB; a WebAssembly function checks on entry for its whole frame and writes only the part that it uses. So the
 * probe is a module with one recursive function that has a large frame:
 *
 *     (func $descend (param i32) (result f64)
 *       (if (i32.lt_s (local.get 0) (i32.const 0)) (then (return (f64.add (call $value) … VALUES times … ))))
 *       (if (i32.eqz (local.get 0)) (then (return (f64.const 0))))
 *       (f64.add (f64.const 1) (call $descend (i32.sub (local.get 0) (i32.const 1)))))
 *
 * It is never called with a negative number; the operands of that branch, which would all be live at once, make the
 * frame large. Format: <https://webassembly.github.io/spec/core/binary/index.html>.
 */

/** Eight-byte values in a frame. */
const VALUES = 500;
/** Frames that must fit: 110 kB in all. */
const FRAMES = 27;

/** Returns if a command has room on the stack; otherwise throws RangeError, as the host does. */
export function ensureStackSpace(): void {
  descend ??= probe();
  descend(FRAMES);
}

/**
 * Saved while the module loads: scripts in the sandbox have no `WebAssembly`, and the first command would find none
 * either.
 */
const wasm = WebAssembly;

let descend: ((frames: number) => number) | undefined;

function probe(): (frames: number) => number {
  const module = new wasm.Module(
    Uint8Array.of(
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      // Types: 0 returns a double, 1 converts an integer to a double.
      ...section(1, [2, 0x60, 0, 1, 0x7c, 0x60, 1, 0x7f, 1, 0x7c]),
      // Function 0 is imported, so the compiler cannot predict its result.
      ...section(2, [1, 1, 0x65, 1, 0x76, 0x00, 0]),
      ...section(3, [1, 1]),
      ...section(7, [1, 1, 0x64, 0x00, 1]),
      ...section(10, [1, ...sized(body())]),
    ),
  );
  return new wasm.Instance(module, { e: { v: () => 0 } }).exports["d"] as (frames: number) => number;
}

function body(): number[] {
  const [get, constant, below, isZero, minus] = [0x20, 0x41, 0x48, 0x45, 0x6b];
  const [iff, end, leave, call, add, double] = [0x04, 0x0b, 0x0f, 0x10, 0xa0, 0x44];
  const none = 0x40;
  const values = Array.from({ length: VALUES }, () => [call, 0]).flat();
  const sums = Array.from({ length: VALUES - 1 }, () => add);
  const zero = [double, 0, 0, 0, 0, 0, 0, 0, 0];
  const one = [double, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f];
  return [
    0,
    ...[get, 0, constant, 0, below, iff, none, ...values, ...sums, leave, end],
    ...[get, 0, isZero, iff, none, ...zero, leave, end],
    ...[...one, get, 0, constant, 1, minus, call, 1, add, end],
  ];
}

function section(id: number, content: number[]): number[] {
  return [id, ...sized(content)];
}

/** Content with its length before it, which takes up to two groups of seven bits. */
function sized(content: number[]): number[] {
  const size = content.length;
  return [...(size < 0x80 ? [size] : [(size & 0x7f) | 0x80, size >> 7]), ...content];
}
