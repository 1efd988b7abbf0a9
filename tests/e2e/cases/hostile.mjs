/** Hostile scripts: each ends with a clear message, the data stay, and nothing leaves the sandbox. */
import assert from "node:assert/strict";
import { requestsEnded } from "../offline_files.mjs";

/** Code, and the expected output. */
const TRIALS = [
  ["a syntax error", "db.keep.insertOne({ a: 1 ", /SyntaxError[\s\S]*line 1/i],
  ["an unknown name", "const a = 1;\nnoSuchThing();", /noSuchThing is not defined[\s\S]*line 2/],
  ["a cyclic value", "const a = {}; a.a = a; db.keep.insertOne(a);", /cycl|circular/i],
  [
    "a __proto__ key",
    'db.keep.insertOne(JSON.parse(\'{"_id":"p","__proto__":{"polluted":1}}\')); print("polluted:", typeof ({}).polluted, db.keep.deleteOne({ _id: "p" }).deletedCount)',
    /polluted: undefined 1/,
  ],
  ["a document of 17 MB", 'db.keep.insertOne({ text: "x".repeat(17 * 1024 * 1024) });', /large|size|16 ?MB|16777216/i],
  ["a deep document", "let d = {}; for (let i = 0; i < 300; i++) d = { d }; db.keep.insertOne(d);", /deep|depth|nest/i],
  ["endless recursion", "(function f() { return f() + 1; })();", /RangeError|call stack/i],
  [
    "the network",
    "print(typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof importScripts, typeof indexedDB, typeof caches, typeof navigator, typeof Worker, typeof BroadcastChannel, typeof EventSource, typeof location, typeof MessageChannel)",
    /^(undefined ){11}undefined/m,
  ],
  [
    "the worker's voice",
    "print(typeof postMessage, typeof onmessage, typeof close, typeof addEventListener, typeof setTimeout, typeof globalThis.postMessage, typeof MessagePort)",
    /^(undefined ){4}function undefined undefined/m,
  ],
  [
    "another global",
    "print(typeof Function('return this')().fetch, typeof (0, eval)('this').postMessage, typeof globalThis.constructor?.prototype?.importScripts)",
    /undefined undefined undefined/,
  ],
  [
    "what does no harm",
    "print(structuredClone({ a: [1] }).a[0], atob(btoa('x')), new TextDecoder().decode(new TextEncoder().encode('y')), typeof Intl)",
    /1 x y object/,
  ],
  ["a module from elsewhere", "import('http://127.0.0.1:1/x.js').catch((e) => print('blocked')); 1", /./],
  [
    "other built-ins",
    "try { Array.prototype.map = () => 'stolen'; } catch {} try { JSON.stringify = () => 'stolen'; } catch {} try { Array.prototype.last = function () { return 'stolen'; }; } catch {} print([1, 2].map((x) => x * 2), JSON.stringify([1]), typeof [].last)",
    /\[ 2, 4 \] \[1\] undefined/,
  ],
  [
    "a toJSON for everything",
    "try { Object.prototype.toJSON = () => 'stolen'; } catch {} print(JSON.stringify({ a: 1 }))",
    /\{"a":1\}/,
  ],
  [
    "own names for errors",
    "class Mine extends Error { constructor(m) { super(m); this.name = 'Mine'; } } const o = {}; o.toString = () => 'mine'; try { throw new Mine('x'); } catch (e) { print(e.name, String(o)); }",
    /Mine mine/,
  ],
  [
    "much output",
    "for (let i = 0; i < 40000; i++) print('line ' + i + ' '.repeat(1000));",
    /pieces? of output with [\d,]+ characters left out here/,
  ],
  ["ten million steps", "let n = 0; for (let i = 0; i < 1e7; i++) n += i; print(n)", /49999995000000/],
  ["a thrown oddity", "throw { toString() { throw 1; } };", /./],
  [
    "a full memory",
    "const all = []; for (;;) all.push(new Map(Array.from({ length: 1e5 }, (_, i) => [i, { i }])));",
    /longer than 5 s|out of memory|RangeError/,
  ],
  [
    "a full database",
    "const text = 'x'.repeat(8e6); for (let i = 0; i < 100; i++) db.big.insertOne({ _id: i, text }); print('all in')",
    /may hold 256 MB|longer than 5 s/,
  ],
];

export const hostile = {
  name: "hostile-scripts",
  async run(person, { server }) {
    await person.open("sandbox/");
    await person.try('db.keep.insertMany([{ _id: 1 }, { _id: 2 }]); print("ready")');
    await requestsEnded(person.page, server);
    const asked = server.paths.length;
    const wrong = [];
    for (const [what, code, expected] of TRIALS) {
      const said = await person.try(code);
      if (!expected.test(said)) wrong.push(`${what}: ${said.slice(0, 300)}`);
      const left = await person.try('print("left:", db.keep.countDocuments())');
      if (!/left: 2/.test(left)) wrong.push(`after ${what}: ${left.slice(0, 300)}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(server.paths.slice(asked), [], "a script reached the network");
    person.forgive(/Content Security Policy|ERR_|Failed to load|blocked/);
  },
};
