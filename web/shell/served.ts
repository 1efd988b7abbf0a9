/**
 * What came from the server. mongosh prints it in full, however deep and long, and lays each of its documents and
 * arrays out as if it stood alone; a value that a script made has limits, and shares lines with what is around it.
 */

/** Values that came from the server, each by itself. */
const served = new WeakSet<object>();
/** Values all of whose contents did: documents whose parts were not marked one by one, and arrays of such. */
const whole = new WeakSet<object>();
/** Values that a driver put together, whose depth has no limit: explain's output. */
const unlimited = new WeakSet<object>();

/** Values that are still marked in this evaluation: nobody looks at more of them, and marking takes its time. */
let left = 0;
const MOST = 10_000;

/** At the start of an evaluation. */
export function startServing(): void {
  left = MOST;
}

/** Elements of an array that are marked each; a longer one is marked as a whole. */
const MARKED = 100;

/** Marks a value and what is in it now. */
export function serve<T>(value: T): T {
  if (typeof value !== "object" || value === null || left <= 0 || (value as { _bsontype?: unknown })._bsontype !== undefined || value instanceof Date) return value;
  if (Array.isArray(value) && value.length > MARKED) return serveWhole(value);
  left--;
  served.add(value);
  for (const key of Object.keys(value)) serve((value as Record<string, unknown>)[key]);
  return value;
}

/** Marks a value with whatever will be in it: quicker. */
export function serveWhole<T extends object>(value: T): T {
  if (left-- > 0 || Array.isArray(value)) whole.add(value);
  return value;
}

/** Marks a value that prints in full, laid out as a script's own. */
export function unlimit<T extends object>(value: T): T {
  unlimited.add(value);
  return value;
}

export const isServed = (value: object): boolean => served.has(value) || whole.has(value);
export const isWhole = (value: object): boolean => whole.has(value);
export const isUnlimited = (value: object): boolean => unlimited.has(value);
