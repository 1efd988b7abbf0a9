/** Prepares a thread for untrusted scripts, permanently, before the first of them runs. */
import { installZone } from "../grader/time_zone.js";
import { ensureStackSpace } from "../shell/stack_space.js";
import { hideFrames } from "../shell/stack_traces.js";
import { fixBuiltIns, removeGlobals } from "./guard.js";
import { objectsToFreeze } from "./objects_to_freeze.js";

/** Hardens the thread; returns the names of globals that could not be removed. */
export function hardenGlobals(): string[] {
  // Its probe uses a global that is removed next.
  ensureStackSpace();
  installZone();
  hideFrames();
  hardenBuffer();
  const left = removeGlobals();
  fixBuiltIns(objectsToFreeze);
  return left;
}

/**
 * Makes `Buffer` safe. Node slices short buffers from shared memory without clearing it, so one program could read
 * there what another has left. The BSON library needs `Buffer` where it exists.
 */
function hardenBuffer(): void {
  const { Buffer } = globalThis as { Buffer?: { poolSize: number; alloc(size: number): unknown } };
  if (!Buffer) return;
  Buffer.poolSize = 0;
  for (const name of ["allocUnsafe", "allocUnsafeSlow"])
    Object.defineProperty(Buffer, name, { value: (size: number) => Buffer.alloc(size) });
}
