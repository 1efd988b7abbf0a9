/** Makes a thread ready for scripts that are not trusted: before the first of them runs, and once and for good. */
import { installZone } from "../grader/zone.js";
import { needStack } from "../shell/stack.js";
import { hideFrames } from "../shell/traces.js";
import { fixBuiltIns, removeGlobals } from "./guard.js";
import { trusted } from "./trusted.js";

/** Returns the names of globals that could not be removed. */
export function secure(): string[] {
  // Its probe is made with what is removed next.
  needStack();
  installZone();
  hideFrames();
  hardenBuffer();
  const left = removeGlobals();
  fixBuiltIns(trusted);
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
  for (const name of ["allocUnsafe", "allocUnsafeSlow"]) Object.defineProperty(Buffer, name, { value: (size: number) => Buffer.alloc(size) });
}
