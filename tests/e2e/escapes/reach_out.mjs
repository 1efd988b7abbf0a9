/**
 * Attempts to reach outside of the sandbox: network, storage, the page, the worker's own messages, the engine itself.
 */

/** Each is the body of a function that returns a truthy value if it has escaped. `SITE` is the address of the site. */
export const REACH_OUT = [
  [
    "a global by its name",
    "return [typeof fetch, typeof XMLHttpRequest, typeof indexedDB, typeof importScripts, typeof WebAssembly, typeof process, typeof require].some((type) => type !== 'undefined' && type !== 'function') || typeof fetch !== 'undefined'",
  ],
  [
    "a global of the true global object",
    "const all = Function('return this')(); return ['fetch', 'postMessage', 'importScripts', 'process', 'Worker', 'caches', 'navigator', 'location', 'Deno'].find((name) => typeof all[name] !== 'undefined')",
  ],
  [
    "what the global object inherits",
    "for (let at = Function('return this')(); at; at = Object.getPrototypeOf(at)) for (const name of ['postMessage', 'close', 'fetch', 'addEventListener', 'dispatchEvent']) if (Object.hasOwn(at, name)) return name",
  ],
  [
    "an import in a function made of text",
    "new Function('site', 'return import(site + \"escaped-function.js\")')('SITE').then?.(() => {}, () => {})",
  ],
  [
    "an import in an async function",
    'Object.getPrototypeOf(async function () {}).constructor(\'await import("SITE" + "escaped-async.js")\')()',
  ],
  [
    "an import in a generator",
    '[...Object.getPrototypeOf(function* () {}).constructor(\'yield import("SITE" + "escaped-generator.js")\')()]',
  ],
  ["a data module", "(0, eval)('import(\"data:text/javascript,globalThis.escaped=1\")'); return globalThis.escaped"],
  ["a source map's address", "(0, eval)('1\\n//# sourceMappingURL=SITEescaped-map.js'); throw new Error('x')"],
  [
    "the constructor of a built-in's constructor",
    "return print.constructor.constructor('return typeof process !== \"undefined\" && process.versions')()",
  ],
  [
    "what Node's buffers lead to",
    "return typeof Buffer === 'undefined' ? false : Buffer.from.constructor('return typeof process !== \"undefined\" || typeof require !== \"undefined\"')()",
  ],
  [
    "the caller's arguments",
    "return (function f() { for (let at = f.caller, n = 0; at && n < 100; at = at.caller, n++) if (['enter', 'intercept', 'dojo'].some((part) => String(at).includes(part + (part === 'intercept' ? 'or(' : part === 'enter' ? 'Script' : 'Border')))) return at })()",
  ],
  [
    "the receiver of a frame",
    "let got; Error.prepareStackTrace = (_, frames) => frames; const { stack } = new Error(); for (const one of Array.isArray(stack) ? stack : []) got ??= one.getThis?.()?.postMessage ?? one.getFunction?.(); return got",
  ],
  [
    "the engine behind a session",
    "const session = db.getMongo().startSession(); return Reflect.ownKeys(session).map((key) => session[key]).find((value) => value?.engine)",
  ],
  [
    "the engine behind a cursor",
    "const seen = new Set(); const todo = [db, db.keep, db.keep.find(), db.getMongo(), db.keep.initializeOrderedBulkOp(), db.keep.watch()]; for (let at; (at = todo.pop());) { if (seen.has(at) || seen.size > 5000) continue; seen.add(at); for (const key of Reflect.ownKeys(at)) { let value; try { value = at[key] } catch {} if (value && (value.ownCommand || value.intercept || value.snapshot)) return String(key); if (value && typeof value === 'object') todo.push(value) } }",
  ],
  [
    "a message channel from a clone",
    "return structuredClone.constructor('return typeof MessageChannel + typeof BroadcastChannel')() !== 'undefinedundefined'",
  ],
  [
    "a timer that outlives the run",
    "setTimeout(() => { Function('return this')().fetch?.('SITEescaped-timer.js') }, 0)",
  ],
  [
    "a finalizer",
    "new FinalizationRegistry(() => Function('return this')().fetch?.('SITEescaped-finalizer.js')).register({}, 1)",
  ],
  ["shared memory", "return typeof SharedArrayBuffer !== 'undefined' || typeof Atomics !== 'undefined'"],
  [
    "another realm",
    "return typeof ShadowRealm !== 'undefined' && new ShadowRealm().evaluate('typeof fetch') !== 'undefined'",
  ],
  [
    "the real clock",
    "return typeof performance !== 'undefined' || Math.abs(Date.now() - new (Object.getPrototypeOf(new Date()).constructor)().getTime()) < 1000 && Date.now() > 1.7e12",
  ],
];
