/**
 * Endless loops and unlimited growth in code that runs outside a script's own statements: each ends, and the data stay.
 */
import assert from "node:assert/strict";

const ENDS =
  /longer than 5 s|out of memory|RangeError|too large|larger than|\[Getter\]|may hold|more lines …|nested|memory/i;

/** Code that never ends by itself, called from different places. */
const TRIALS = [
  ["a getter while printing", "({ a: new Proxy({}, { ownKeys() { for (;;) {} } }) })"],
  ["a sort comparator", "[3, 1, 2].sort(() => { for (;;) {} })"],
  ["a regular expression", "/^(a+)+$/.test('a'.repeat(60) + 'b')"],
  ["$where", "db.keep.find({ $where: 'for (;;) {}' }).toArray()"],
  [
    "$function",
    "db.keep.aggregate([{ $project: { x: { $function: { body: 'function () { for (;;) {} }', args: [], lang: 'js' } } } }]).toArray()",
  ],
  ["toBSON", "db.keep.insertOne({ toBSON() { for (;;) {} } })"],
  ["toString of what is thrown", "throw { get message() { for (;;) {} }, toString() { for (;;) {} } }"],
  ["a thenable", "await { then() { for (;;) {} } }; for (;;) {}"],
  ["a timer after the end", "setTimeout(() => { for (;;) {} }, 10); 1"],
  ["strings that double", "let s = 'x'; for (;;) s += s;"],
  [
    "documents that double",
    "db.big.insertOne({ _id: 0, n: 1 }); for (;;) db.big.aggregate([{ $unionWith: 'big' }, { $project: { _id: 0 } }, { $merge: 'big' }]);",
  ],
  [
    "a pipeline of products",
    "const many = Array.from({ length: 60 }, (_, i) => i); db.big.insertOne({ a: many, b: many, c: many, d: many, e: many }); db.big.aggregate(['a', 'b', 'c', 'd', 'e'].map((name) => ({ $unwind: '$' + name })).concat({ $group: { _id: null, all: { $push: '$$ROOT' } } })).toArray().length",
  ],
  [
    "a range",
    "db.keep.aggregate([{ $project: { x: { $map: { input: { $range: [0, 2e6] }, in: { $range: [0, 2e6] } } } } }]).toArray().length",
  ],
];

export const bombs = {
  name: "bombs",
  async run(person) {
    await person.open("sandbox/");
    await person.try('db.keep.insertMany([{ _id: 1 }, { _id: 2 }]); print("ready")');
    const wrong = [];
    for (const [what, code] of TRIALS) {
      const said = await person.try(code);
      if (!ENDS.test(said)) wrong.push(`${what}: ${said.slice(0, 300)}`);
      const left = await person.try('print("left:", db.keep.countDocuments())');
      if (!/left: 2/.test(left)) wrong.push(`after ${what}: ${left.slice(0, 300)}`);
    }
    assert.deepEqual(wrong, []);
  },
};
