/**
 * Marks values that came from the server. mongosh prints them in full, however deep and long, and prints each of
 * their documents and arrays on its own lines. A script's own value has limits, and shares lines with its container.
 *
 * A mark is a private field added to the value: no other code can see it, and it is faster than an entry in a set.
 */

/** A constructor that returns its argument, so that a subclass adds its fields to the argument. */
const ReturnsArgument = function (value: object): object {
  return value;
} as unknown as new (value: object) => object;

/** Marks a single value from the server. */
class ServerValueMark extends ReturnsArgument {
  #mark = true;
  static has(value: object): boolean {
    return #mark in value;
  }
}
/**
 * Marks a value all of whose contents came from the server: a document whose parts were not marked one by one, or an
 * array of such documents.
 */
class WholeServerValueMark extends ReturnsArgument {
  #mark = true;
  static has(value: object): boolean {
    return #mark in value;
  }
}
/** Values that a driver assembled and that have no depth limit, such as explain's output. */
const unlimited = new WeakSet<object>();

/** How many more values this evaluation marks: marking takes time, and nobody reads more. */
let left = 0;
const MAX_MARKS = 10_000;

/** Resets the count at the start of an evaluation. */
export function resetMarks(): void {
  left = MAX_MARKS;
}

/** The longest array whose elements are marked one by one; a longer one is marked as a whole. */
const MAX_MARKED_ELEMENTS = 100;

/** Marks a value and its current contents. */
export function markFromServer<T>(value: T): T {
  if (
    typeof value !== "object" ||
    value === null ||
    left <= 0 ||
    (value as { _bsontype?: unknown })._bsontype !== undefined ||
    value instanceof Date
  )
    return value;
  if (Array.isArray(value) && value.length > MAX_MARKED_ELEMENTS) return markWholeFromServer(value);
  left--;
  if (!ServerValueMark.has(value)) new ServerValueMark(value);
  for (const key of Object.keys(value)) markFromServer((value as Record<string, unknown>)[key]);
  return value;
}

/** Marks a value with its current and future contents, which is faster. */
export function markWholeFromServer<T extends object>(value: T): T {
  if ((left-- > 0 || Array.isArray(value)) && !WholeServerValueMark.has(value)) new WholeServerValueMark(value);
  return value;
}

/** Marks a value that prints in full, in the layout of a script's own value. */
export function markUnlimited<T extends object>(value: T): T {
  unlimited.add(value);
  return value;
}

export const isFromServer = (value: object): boolean => ServerValueMark.has(value) || WholeServerValueMark.has(value);
export const isWholeFromServer = (value: object): boolean => WholeServerValueMark.has(value);
export const isUnlimited = (value: object): boolean => unlimited.has(value);
