/**
 * What a script may not touch: the worker's own globals are removed, and the built-in objects that shell and
 * grader rely on keep their methods.
 *
 * The worker's isolation is the frame's opaque origin and policy; this keeps a script from speaking in the
 * worker's name, and from changing by accident or on purpose how it is measured.
 */

/** The globals of ECMAScript, and the few of the platform that neither reach out nor speak. */
const KEPT = new Set([
  "globalThis", "Infinity", "NaN", "undefined", "eval", "isFinite", "isNaN", "parseFloat", "parseInt",
  "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape",
  "AggregateError", "Array", "ArrayBuffer", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date",
  "Error", "EvalError", "FinalizationRegistry", "Float16Array", "Float32Array", "Float64Array", "Function", "Int16Array",
  "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "Number", "Object", "Promise", "Proxy", "RangeError",
  "ReferenceError", "Reflect", "RegExp", "Set", "String", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array",
  "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet",
  "TextDecoder", "TextEncoder", "atob", "btoa", "structuredClone", "console", "self",
]);

/** Removes every other global. Returns the names that could not be removed. */
export function removeGlobals(): string[] {
  const left: string[] = [];
  const silent = Object.freeze({ __proto__: null, ...Object.fromEntries(Object.keys(console).map((name) => [name, () => undefined])) });
  // A flood in the developer tools would slow the page down; the shell has a console of its own.
  Object.defineProperty(globalThis, "console", { value: silent, writable: false, configurable: false });
  for (let holder: object | null = globalThis; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder) as object | null) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      const kept = KEPT.has(name) || (holder !== globalThis && name === "constructor");
      if (!kept && !Reflect.deleteProperty(holder, name)) left.push(name);
    }
  }
  return left;
}

/**
 * Fixes the methods of the built-in objects. New ones may be added (`Array.prototype.last = …`), except those
 * by which a value would decide how it is written as JSON or BSON; assigning to an object that inherits a
 * fixed property works as ever.
 */
export function fixBuiltIns(more: readonly object[]): void {
  const iterators = [[][Symbol.iterator](), new Map().entries(), new Set().values(), ""[Symbol.iterator](), "".matchAll(/x/g)];
  const generators = [function* () {}, async function () {}, async function* () {}].map((f) => Object.getPrototypeOf(f) as object);
  const roots: unknown[] = [
    ...[...KEPT].map((name) => (globalThis as Record<string, unknown>)[name]),
    ...iterators.map((iterator) => Object.getPrototypeOf(iterator) as unknown),
    Object.getPrototypeOf(Int8Array),
    ...generators,
    ...more,
  ];
  const seen = new Set<object>([globalThis]);
  for (const root of roots) {
    for (let at = root; isObject(at) && !seen.has(at); at = Object.getPrototypeOf(at) as unknown) {
      fix(at, seen);
      const { prototype } = at as { prototype?: unknown };
      for (let proto = prototype; isObject(proto) && !seen.has(proto); proto = Object.getPrototypeOf(proto) as unknown) fix(proto, seen);
    }
  }
  for (const name of ["toJSON", "toBSON", "_bsontype"]) reserve(Object.prototype, name);
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function fix(holder: object, seen: Set<object>): void {
  seen.add(holder);
  for (const key of Reflect.ownKeys(holder)) {
    // The shell sets how deep stacks are, and printing tells classes by a plain `constructor`.
    if ((holder === Error && key === "stackTraceLimit") || key === "constructor") continue;
    const property = Object.getOwnPropertyDescriptor(holder, key);
    if (!property?.configurable || !("value" in property)) {
      if (property?.configurable) Object.defineProperty(holder, key, { configurable: false });
    } else if (isOverridden(holder)) {
      override(holder, key, property.value, property.enumerable ?? false);
    } else {
      Object.defineProperty(holder, key, { writable: false, configurable: false });
    }
  }
}

/** Whether scripts commonly assign own properties that these have too: `error.name = …`, `value.toString = …`. */
function isOverridden(holder: object): boolean {
  return holder === Object.prototype || holder === Function.prototype || holder === Error.prototype || Error.prototype.isPrototypeOf(holder);
}

/**
 * A fixed property that, unlike a read-only one, can be hidden by assigning to an heir.
 */
function override(holder: object, key: PropertyKey, value: unknown, enumerable: boolean): void {
  Object.defineProperty(holder, key, {
    enumerable,
    configurable: false,
    get: () => value,
    set(this: unknown, own: unknown) {
      if (this === holder || !isObject(this)) throw new TypeError(`${String(key)} of a built-in object is fixed here`);
      Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
    },
  });
}

/** Keeps a name from being given to all objects. */
function reserve(holder: object, key: string): void {
  if (!Object.hasOwn(holder, key)) override(holder, key, undefined, false);
}
