/**
 * Protects the worker from scripts: removes its globals, and freezes the built-in objects that shell and grader rely
 * on.
 *
 * The frame's opaque origin and policy isolate the worker. This guard prevents a script from sending messages in the
 * worker's name, and from changing how it is measured.
 */

import { readFrames } from "../shell/stack_traces.js";

/** The globals of ECMAScript, and those few of the platform that provide no communication. */
const KEPT = new Set<PropertyKey>([
  "globalThis",
  "Infinity",
  "NaN",
  "undefined",
  "eval",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "escape",
  "unescape",
  "AggregateError",
  "Array",
  "ArrayBuffer",
  "BigInt",
  "BigInt64Array",
  "BigUint64Array",
  "Boolean",
  "DataView",
  "Date",
  "Error",
  "EvalError",
  "FinalizationRegistry",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "Function",
  "Int16Array",
  "Int32Array",
  "Int8Array",
  "Intl",
  "Iterator",
  "JSON",
  "Map",
  "Math",
  "Number",
  "Object",
  "Promise",
  "Proxy",
  "RangeError",
  "ReferenceError",
  "Reflect",
  "RegExp",
  "Set",
  "String",
  "Symbol",
  "SyntaxError",
  "TypeError",
  "URIError",
  "Uint16Array",
  "Uint32Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "WeakMap",
  "WeakRef",
  "WeakSet",
  // Node's, which the BSON library uses there.
  "Buffer",
  "TextDecoder",
  "TextEncoder",
  "atob",
  "btoa",
  "structuredClone",
  "console",
  "self",
]);

/** Removes every other global. Returns the names that could not be removed. */
export function removeGlobals(): string[] {
  const left: string[] = [];
  const silent = Object.freeze({
    __proto__: null,
    ...Object.fromEntries(Object.keys(console).map((name) => [name, () => undefined])),
  });
  // A flood of messages in the developer tools would slow the page down; the shell has its own console.
  Object.defineProperty(globalThis, "console", { value: silent, writable: false, configurable: false });
  for (
    let holder: object | null = globalThis;
    holder && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    for (const name of Reflect.ownKeys(holder)) {
      const kept = KEPT.has(name) || (holder !== globalThis && (name === "constructor" || typeof name === "symbol"));
      if (!kept && !Reflect.deleteProperty(holder, name)) left.push(String(name));
    }
  }
  return left;
}

/**
 * Freezes the built-in objects and all objects reachable from them: nothing can be changed or added. An added property
 * could change how shell and grader work (a `Symbol.hasInstance`, an option's name on `Object.prototype`), or carry a
 * result from one call of a learner's function to the next outside the database. Assigning to an object that inherits a
 * frozen property still works.
 */
export function fixBuiltIns(more: readonly object[]): void {
  const functions = [function* () {}, async function () {}, async function* () {}];
  const instances = [
    ...iterators(),
    ...functions,
    (function* () {})(),
    (async function* () {})(),
    ...thrown(),
    readFrames(([first]) => first),
  ];
  // It leads to classes that are not globals here.
  Reflect.deleteProperty(Date.prototype, "toTemporalInstant");
  // The last match's properties would be readable and writable by all.
  for (const name of Object.getOwnPropertyNames(RegExp)) {
    const { get, configurable } = Object.getOwnPropertyDescriptor(RegExp, name) ?? {};
    if (get && configurable) Reflect.deleteProperty(RegExp, name);
  }
  for (const name of ["toJSON", "toBSON", "_bsontype"]) reserve(Object.prototype, name);
  const seen = new Set<object>([globalThis]);
  const roots: unknown[] = [...KEPT].map((name) => (globalThis as Record<PropertyKey, unknown>)[name]);
  const todo = [
    ...roots,
    ...more,
    Object.getPrototypeOf(globalThis),
    ...instances.filter(isObject).map((one) => Object.getPrototypeOf(one) as unknown),
  ];
  while (todo.length > 0) {
    const at = todo.pop();
    if (!isObject(at) || seen.has(at)) continue;
    seen.add(at);
    todo.push(Object.getPrototypeOf(at));
    for (const key of Reflect.ownKeys(at)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(at, key) as PropertyDescriptor;
      todo.push(value, get, set);
      fix(at, key);
    }
    Reflect.preventExtensions(at);
  }
  for (const name of KEPT) {
    if (!Object.getOwnPropertyDescriptor(globalThis, name)?.configurable) continue;
    Object.defineProperty(globalThis, name, {
      value: (globalThis as Record<PropertyKey, unknown>)[name],
      writable: false,
      configurable: false,
    });
  }
  Reflect.preventExtensions(globalThis);
}

/**
 * One of each kind of iterator, whose prototypes no global leads to. Some are newer than the oldest supported browser.
 */
function iterators(): object[] {
  const { Iterator } = globalThis as { Iterator?: { from?(from: object): object } };
  const array = [][Symbol.iterator]() as IterableIterator<never> & { map?(change: (item: unknown) => unknown): object };
  const segments = typeof Intl.Segmenter === "function" ? new Intl.Segmenter().segment("") : [];
  const all = [
    array,
    new Map().entries(),
    new Set().values(),
    ""[Symbol.iterator](),
    "".matchAll(/x/g),
    segments,
    segments[Symbol.iterator](),
  ];
  return [
    ...all,
    array.map?.((item) => item),
    Iterator?.from?.({ next: () => ({ done: true, value: undefined }) }),
  ].filter(isObject);
}

/** Errors of built-in functions whose classes are not globals here: a `DOMException`, an error of Node's. */
function thrown(): object[] {
  const errors: unknown[] = [];
  for (const attempt of [
    () => structuredClone(() => undefined),
    () => atob("*"),
    () => new TextDecoder("no encoding"),
  ]) {
    try {
      attempt();
    } catch (error) {
      errors.push(error);
    }
  }
  return errors.filter(isObject);
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The number of frames in a stack: the shell sets it and restores it. */
const SET_BY_SHELL = "stackTraceLimit";

function fix(holder: object, key: PropertyKey): void {
  if (holder === Error && key === SET_BY_SHELL) return;
  const property = Object.getOwnPropertyDescriptor(holder, key) as PropertyDescriptor;
  if (!property.configurable) {
    if (property.writable) Object.defineProperty(holder, key, { writable: false });
  } else if (!("value" in property)) {
    Object.defineProperty(holder, key, { configurable: false });
  } else if (isOverridden(holder)) {
    override(holder, key, property.value, property.enumerable ?? false);
  } else {
    Object.defineProperty(holder, key, { writable: false, configurable: false });
  }
}

/**
 * Whether scripts commonly assign own properties that these objects have too: `error.name = …`, `value.toString = …`.
 */
function isOverridden(holder: object): boolean {
  return (
    holder === Object.prototype ||
    holder === Function.prototype ||
    holder === Error.prototype ||
    Error.prototype.isPrototypeOf(holder)
  );
}

/** Defines a frozen property that, unlike a read-only one, an inheriting object can override by assignment. */
function override(holder: object, key: PropertyKey, value: unknown, enumerable: boolean): void {
  const accessors = {
    get: () => value,
    set(this: unknown, own: unknown) {
      if (this === holder || !isObject(this))
        throw new TypeError(`${String(key)} of a built-in object cannot be changed here`);
      Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
    },
  };
  // A script can read the accessors, which all objects share.
  for (const accessor of Object.values(accessors)) Object.freeze(accessor);
  Object.defineProperty(holder, key, { enumerable, configurable: false, ...accessors });
}

/** Prevents a property from being added to all objects. */
function reserve(holder: object, key: string): void {
  if (!Object.hasOwn(holder, key)) override(holder, key, undefined, false);
}
