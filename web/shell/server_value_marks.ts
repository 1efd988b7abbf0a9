/**
 * Marks values that came from the server. mongosh prints them in full, however deep and long, and each of their
 * documents and arrays in a layout of its own. A script's own value has limits, and shares lines with what is around.
 *
 * A mark is a private field put on the value: nothing else can see it, and it is faster than an entry of a set.
 */

/** A constructor that gives what it is given, so that the fields of a class that extends it are put on that. */
const ReturnsArgument = function (value: object): object {
  return value;
} as unknown as new (value: object) => object;

/** Values that came from the server, each by itself. */
class ServerValueMark extends ReturnsArgument {
  #mark = true;
  static has(value: object): boolean {
    return #mark in value;
  }
}
/** Values all of whose contents did: documents whose parts were not marked one by one, and arrays of such. */
class WholeServerValueMark extends ReturnsArgument {
  #mark = true;
  static has(value: object): boolean {
    return #mark in value;
  }
}
/** Values that a driver put together, whose depth has no limit: explain's output. */
const unlimited = new WeakSet<object>();

/** Values that are still marked in this evaluation: nobody looks at more of them, and marking takes its time. */
let left = 0;
const MOST = 10_000;

/** At the start of an evaluation. */
export function resetMarks(): void {
  left = MOST;
}

/** Elements of an array that are marked each; a longer one is marked as a whole. */
const MARKED = 100;

/** Marks a value and what is in it now. */
export function markFromServer<T>(value: T): T {
  if (
    typeof value !== "object" ||
    value === null ||
    left <= 0 ||
    (value as { _bsontype?: unknown })._bsontype !== undefined ||
    value instanceof Date
  )
    return value;
  if (Array.isArray(value) && value.length > MARKED) return markWholeFromServer(value);
  left--;
  if (!ServerValueMark.has(value)) new ServerValueMark(value);
  for (const key of Object.keys(value)) markFromServer((value as Record<string, unknown>)[key]);
  return value;
}

/** Marks a value with whatever will be in it: quicker. */
export function markWholeFromServer<T extends object>(value: T): T {
  if ((left-- > 0 || Array.isArray(value)) && !WholeServerValueMark.has(value)) new WholeServerValueMark(value);
  return value;
}

/** Marks a value that prints in full, laid out as a script's own. */
export function markUnlimited<T extends object>(value: T): T {
  unlimited.add(value);
  return value;
}

export const isFromServer = (value: object): boolean => ServerValueMark.has(value) || WholeServerValueMark.has(value);
export const isWholeFromServer = (value: object): boolean => WholeServerValueMark.has(value);
export const isUnlimited = (value: object): boolean => unlimited.has(value);
