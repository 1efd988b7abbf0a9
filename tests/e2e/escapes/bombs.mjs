/** Attempts to take down the sandbox or the page. Each ends by itself, and the next run works. */

/** Each is a script. `LOST` are those that may end the frame's whole process. */
export const BOMBS = [
  ["doubles without end", "const k = []; for (;;) k.push(new Array(3e6).fill(1.5));"],
  ["bytes without end", "const k = []; for (;;) { k.push(new Uint8Array(1e8).fill(k.length + 1)); }"],
  [
    "objects that hold each other",
    "let k = {}; for (;;) k = { a: k, b: new Map([[k, [k, k, k]]]), c: 'x'.repeat(1000) + Math.random() };",
  ],
  ["a clone of itself", "let k = { a: [1.5] }; for (;;) k = { a: structuredClone(k), b: structuredClone(k) };"],
  ["a text of a text", "let s = 'ab'; for (;;) s = s.replace(/./g, s);"],
  ["a list as long as lists get", "Array.from({ length: 2 ** 32 - 1 }, (_, i) => [i]).join()"],
  ["a number of a billion digits", "let n = 3n; for (;;) n = n ** 9n;"],
  ["a million lines", "for (let i = 0; i < 1e6; i++) print('line ' + i);"],
  ["half a million lines at once", "print('a\\n'.repeat(5e5));"],
  [
    "a million documents to print",
    "db.aggregate([{ $documents: [{ n: { $range: [0, 1e6] } }] }, { $unwind: '$n' }]).toArray()",
  ],
  [
    "a database that is full",
    "const text = 'x'.repeat(1e7); for (let i = 0; ; i++) db.full.insertOne({ _id: i, text });",
  ],
  [
    "awaiting without end",
    "(async () => { for (;;) await new Promise((done) => setImmediate(done)); })(); await new Promise(() => {});",
  ],
];
