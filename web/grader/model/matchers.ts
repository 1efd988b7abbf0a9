/** Promises that more than one result fulfils, and the comparison of results with promises. */
import { amountOf } from "../amount.js";
import { canonical, numberOf, shown } from "../values.js";
import { MadeArgument } from "./made_argument.js";

/** A promise that is not a single value. */
export class Matcher {
  readonly #words: string | (() => string);

  constructor(
    /** The promise as text, or a function that computes it on demand: long lists are rarely displayed. */
    words: string | (() => string),
    /** Null if a result fulfils the promise, otherwise the fault. */
    readonly fault: (answer: unknown) => string | null,
  ) {
    this.#words = words;
  }

  /** The text after "promised". */
  get words(): string {
    return typeof this.#words === "string" ? this.#words : this.#words();
  }
}

const DIFFERENT = "another value";

/** A promise as text. */
export function promised(promise: unknown): string {
  if (promise instanceof Matcher) return promise.words;
  if (!hasMatcher(promise)) return shown(promise);
  if (Array.isArray(promise)) return `[${promise.map(promised).join(", ")}]`;
  const fields = Object.entries(promise as object).map(([key, item]) => `${key}: ${promised(item)}`);
  return `{ ${fields.join(", ")} }`;
}

/** Whether a promise is a matcher, or has one inside. */
function hasMatcher(promise: unknown): boolean {
  if (promise instanceof Matcher) return true;
  const inner = Array.isArray(promise) ? promise : isRecord(promise) ? Object.values(promise) : [];
  return inner.some(hasMatcher);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null &&
  typeof value === "object" &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Map) &&
  !(value instanceof Set) &&
  (value as { _bsontype?: unknown })._bsontype === undefined;

/** Whether a result fulfils a promise. Unless promised exactly, a document may have further fields. */
export function isFulfilled(promise: unknown, answer: unknown): boolean {
  if (promise === answer) return true;
  if (promise === null || typeof promise !== "object") return canonical(promise) === canonical(answer);
  if (promise instanceof Matcher) return promise.fault(answer) === null;
  if (Array.isArray(promise)) {
    if (!Array.isArray(answer) || answer.length !== promise.length) return false;
    for (let i = 0; i < promise.length; i++) if (!isFulfilled(promise[i], answer[i])) return false;
    return true;
  }
  if (!isRecord(promise)) return canonical(promise) === canonical(answer);
  if (!isRecord(answer)) return false;
  for (const key of Object.keys(promise)) {
    const item = promise[key];
    if (item === undefined) continue;
    if (answer[key] === undefined && item !== null && !(item instanceof Matcher)) return false;
    if (!isFulfilled(item, answer[key])) return false;
  }
  return true;
}

/** The fault of a result, or null if it fulfils the promise. */
export function faultOf(promise: unknown, answer: unknown): string | null {
  // Nearly all results do, and then no paths need to be written.
  return isFulfilled(promise, answer) ? null : faultAt(promise, answer, "");
}

/** The fault of a part of a result, with its path. */
function faultAt(promise: unknown, answer: unknown, path: string): string | null {
  const at = path === "" ? "" : `\`${path}\` `;
  if (promise instanceof Matcher) {
    const fault = promise.fault(answer);
    return fault === null
      ? null
      : fault === DIFFERENT
        ? `${at}is ${shown(answer)}, promised ${promise.words}`
        : `${at}${fault}`;
  }
  if (Array.isArray(promise)) return listFault(promise, answer, path);
  if (isRecord(promise)) {
    if (!isRecord(answer)) return `${at}is ${shown(answer)}, promised ${promised(promise)}`;
    for (const key of Object.keys(promise)) {
      const inner = path === "" ? key : `${path}.${key}`;
      if (promise[key] === undefined) continue;
      if (answer[key] === undefined && promise[key] !== null && !(promise[key] instanceof Matcher))
        return `\`${inner}\` is missing`;
      const fault = faultAt(promise[key], answer[key], inner);
      if (fault !== null) return fault;
    }
    return null;
  }
  return canonical(promise) === canonical(answer) ? null : `${at}is ${shown(answer)}, promised ${shown(promise)}`;
}

/** The first element of a list that matches none of another list. Long lists are mostly equal. */
function strange(
  list: readonly unknown[],
  others: readonly unknown[],
  isLike: (item: unknown, other: unknown) => boolean,
): unknown {
  const known = new Set(others.map((other) => canonical(other)));
  return list.find((item) => !known.has(canonical(item)) && !others.some((other) => isLike(item, other)));
}

function listFault(promise: readonly unknown[], answer: unknown, path: string): string | null {
  const at = path === "" ? "" : `\`${path}\` `;
  if (!Array.isArray(answer)) return `${at}is ${shown(answer)}, not a list`;
  const plain = !promise.some((item) => item instanceof Matcher);
  if (answer.length !== promise.length) {
    const sizes = `${at}has ${amountOf(answer.length, "element")}, promised ${promise.length}`;
    const missing = plain ? strange(promise, answer, isFulfilled) : undefined;
    const extra = plain ? strange(answer, promise, (other, item) => isFulfilled(item, other)) : undefined;
    if (promise.length <= 3 && answer.length <= 3) return `${at}is ${shown(answer)}, promised ${promised(promise)}`;
    return `${sizes}${missing === undefined ? "" : `; missing is ${promised(missing)}`}${extra === undefined ? "" : `; not expected is ${shown(extra)}`}`;
  }
  const places = [...promise.keys()];
  const wrong = places.find((i) => !isFulfilled(promise[i], answer[i]));
  if (wrong === undefined) return null;
  if (plain && isReordered(promise, answer)) {
    const there = `place ${wrong + 1} has ${shown(like(promise[wrong], answer[wrong]))}, promised ${shown(promise[wrong])}`;
    return `${at}has the right elements in another order: ${there}`;
  }
  return faultAt(promise[wrong], answer[wrong], `${path}[${wrong}]`);
}

/** Whether a list has the promised documents or texts in another order. Lists of numbers are mostly no orders. */
function isReordered(promise: readonly unknown[], answer: readonly unknown[]): boolean {
  if (promise.some((item) => !isRecord(item) && typeof item !== "string")) return false;
  const sorted = (items: readonly unknown[]): string => items.map(comparable).sort().join("\n");
  return sorted(promise) === sorted(answer.map((item) => like(promise[0], item)));
}

/** Those fields of a result's element that a promised element names. */
const like = (promise: unknown, answer: unknown): unknown =>
  isRecord(promise) ? withFields(Object.keys(promise), answer) : answer;

/** These fields of a document, except missing ones; any other value as it is. */
function withFields(names: readonly string[], answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  return Object.fromEntries(names.filter((name) => answer[name] !== undefined).map((name) => [name, answer[name]]));
}

/** An element in comparable form: a null field counts as missing, as in promised documents. */
const comparable = (item: unknown): string =>
  canonical(isRecord(item) ? Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) : item);

/** Whether two documents agree in the first promised field, which is often their key. */
function sameFirst(promise: unknown, answer: unknown): boolean {
  const [first] = isRecord(promise) && isRecord(answer) ? Object.keys(promise) : [];
  return (
    first !== undefined &&
    canonical((promise as Record<string, unknown>)[first]) === canonical((answer as Record<string, unknown>)[first])
  );
}

const keyOf = (item: unknown, key: string | ((item: unknown) => unknown)): unknown =>
  typeof key === "function" ? key(item) : (item as Record<string, unknown> | null)?.[key];

/** The names that `model.js` may use. */
export const MATCHERS = {
  /** An argument constructed anew for every call by `make(data)`; the model reads `data`, learners read `words`. */
  madeFrom: <T>(data: T, words: string, make: (data: T) => unknown): MadeArgument<T> =>
    new MadeArgument(data, words, make),
  /** Any value. */
  anything: new Matcher("anything", () => null),
  /** One of these promises. */
  oneOf: (...promises: unknown[]): Matcher =>
    new Matcher(
      () => promises.map(promised).join(" or "),
      (answer) => (promises.some((promise) => isFulfilled(promise, answer)) ? null : DIFFERENT),
    ),
  /** These elements, in any order. */
  anyOrder: (list: readonly unknown[]): Matcher => sortedBy(list, () => 0),
  /** These elements sorted by a key; ties in any order. With `limit`, only the first so many. */
  sortedBy,
  /** A collection of exactly these documents, identified by `_id`, with these fields and no others. */
  documents,
  /** A document with these fields and no others. */
  exactly: (promise: unknown): Matcher =>
    new Matcher(
      () => shown(promise),
      (answer) => (canonical(promise) === canonical(answer) ? null : DIFFERENT),
    ),
  /** A non-null id, which later calls take from the state. */
  anId: (): Matcher =>
    new Matcher("an id", (answer) =>
      answer === null || answer === undefined ? `is ${shown(answer)}, promised an id` : null,
    ),
  /** A number that differs by no more than `by`. */
  within: (value: number, by: number): Matcher =>
    new Matcher(`${value}, give or take ${by}`, (answer) =>
      Math.abs(numberOf(answer) - value) <= by ? null : DIFFERENT,
    ),
  /** Any value that a predicate accepts. Instead of false, it may return a text that says what is wrong. */
  satisfies: (test: (answer: unknown) => boolean | string, words: string): Matcher =>
    new Matcher(words, (answer) => {
      const outcome = test(answer);
      return typeof outcome === "string" ? outcome : outcome ? null : DIFFERENT;
    }),
};

function sortedBy(
  list: readonly unknown[],
  key: string | ((item: unknown) => unknown),
  { limit = Infinity } = {},
): Matcher {
  const size = Math.min(limit, list.length);
  const names = [...new Set(list.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])))];
  return new Matcher(
    () => shown(list.slice(0, size)),
    (answer) => {
      if (!Array.isArray(answer)) return `is ${shown(answer)}, not a list`;
      const left = new Map<string, number>();
      for (const item of list) left.set(comparable(item), (left.get(comparable(item)) ?? 0) + 1);
      for (const item of answer) {
        const given = list.length === 0 ? item : withFields(names, item);
        const text = comparable(given);
        const count = left.get(text) ?? 0;
        if (count === 0) {
          const known = list.some((other) => comparable(other) === text);
          if (known) return `has ${shown(given)} once too often`;
          const meant = list.find((other) => sameFirst(other, item));
          const instead =
            meant === undefined
              ? `which is not expected; promised are ${amountOf(size, "element")}`
              : `promised ${shown(meant)}`;
          return `has ${shown(given)}, ${instead}`;
        }
        left.set(text, count - 1);
      }
      if (answer.length < size) {
        const missing = list.slice(0, size).find((item) => (left.get(comparable(item)) ?? 0) > 0);
        return `has ${amountOf(answer.length, "element")}, promised ${size}; missing is ${shown(missing)}`;
      }
      if (answer.length > size) return `has ${amountOf(answer.length, "element")}, promised at most ${limit}`;
      const wrong = answer.findIndex((item, i) => canonical(keyOf(item, key)) !== canonical(keyOf(list[i], key)));
      return wrong < 0
        ? null
        : `is not in order: place ${wrong + 1} has ${shown(withFields(names, answer[wrong]))}, promised ${shown(list[wrong])}`;
    },
  );
}

function documents(list: readonly Record<string, unknown>[]): Matcher {
  return new Matcher(
    () => shown(list),
    (answer) => {
      const found = new Map(
        (answer as Record<string, unknown>[]).map((document) => [canonical(document._id), document]),
      );
      for (const promise of list) {
        const id = shown(promise._id);
        const document = found.get(canonical(promise._id));
        if (document === undefined) return `has no document with the _id ${id}`;
        found.delete(canonical(promise._id));
        for (const field of Object.keys({ ...promise, ...document })) {
          const [wanted, given] = [promise[field], document[field]];
          if (field in promise === field in document && canonical(wanted) === canonical(given)) continue;
          const there = `the document with the _id ${id} has `;
          if (!(field in document)) return `${there}no \`${field}\`, promised ${shown(wanted)}`;
          return `${there}${shown(given)} in \`${field}\`, ${!(field in promise) ? "which is not expected" : `promised ${shown(wanted)}`}`;
        }
      }
      const [extra] = found.values();
      return extra === undefined ? null : `has a document with the _id ${shown(extra._id)}, which is not expected`;
    },
  );
}
