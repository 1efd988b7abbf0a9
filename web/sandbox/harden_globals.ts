/** Makes a thread ready for scripts that are not trusted: before the first of them runs, and once and for good. */
import { installZone } from "../grader/time_zone.js";
import { ensureStackSpace } from "../shell/stack_space.js";
import { hideFrames } from "../shell/stack_traces.js";
import { fixBuiltIns, removeGlobals } from "./guard.js";
import { objectsToFreeze } from "./objects_to_freeze.js";

/** Returns the names of globals that could not be removed. */
export function hardenGlobals(): string[] {
  // Its probe is made with what is removed next.
  ensureStackSpace();
  installZone();
  hideFrames();
  hardenBuffer();
  const left = removeGlobals();
  fixBuiltIns(objectsToFreeze);
  return left;
}

/**
 * Node cuts short buffers from memory that they have in common, and gives out memory with what was in it before: one
 * program could read there what another one has left. The BSON library needs `Buffer` where there is one.
 */
function hardenBuffer(): void {
  const { Buffer } = globalThis as { Buffer?: { poolSize: number; alloc(size: number): unknown } };
  if (!Buffer) return;
  Buffer.poolSize = 0;
  for (const name of ["allocUnsafe", "allocUnsafeSlow"])
    Object.defineProperty(Buffer, name, { value: (size: number) => Buffer.alloc(size) });
}
