/**
 * Attempts to pass a check without earning it. The exercise: `hit` counts for a page, and `hits` returns the count,
 * also with two concurrent clients and after a crash, and by reading one document.
 */
export const CHECKS = `
must("counts", "A hit counts.", (t) => {
  const w = t.fresh();
  for (const page of w.rows.pages) {
    w.call("hit", page.name);
    t.expect.equal(w.call("hits", page.name), page.hits + 1, "hits");
  }
});
must("race", "Two hits at once both count.", (t) => {
  const w = t.fresh();
  w.rival((x) => x.call("hit", "new"), (x) => x.call("hit", "new"), (x) => t.expect.equal(x.call("hits", "new"), 2, "hits"));
});
must("crash", "A hit is done or not done.", (t) => {
  const w = t.fresh();
  const { name, hits } = w.rows.pages[0];
  w.crash((x) => x.call("hit", name), null, (x) => {
    const now = x.call("hits", name);
    t.expect.that(now === hits || now === hits + 1, "hits is " + now + " and was " + hits);
    x.call("hit", name);
    t.expect.equal(x.call("hits", name), now + 1, "one more");
  });
});
must("price", "One document is read.", (t) => {
  const w = t.fresh();
  const { name } = w.rows.pages.at(-1);
  t.expect.atMost(w.cost(() => w.call("hits", name)).docsExamined, 1, "documents examined");
});`;

export const ROWS = { pages: Array.from({ length: 6 }, (_, i) => ({ name: `p${i}`, hits: 3 * i + 1 })) };

const SETUP =
  "function setup(db, rows) { db.pages.insertMany(rows.pages.map(({ name, hits }) => ({ _id: name, hits }))); }\n";
const HIT = "function hit(db, page) { db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true }); }\n";
const HITS = "function hits(db, page) { return db.pages.findOne({ _id: page })?.hits ?? 0; }\n";
const READ_ALL = "db.pages.find().toArray().find((one) => one._id === page)?.hits ?? 0";

/** A correct answer. */
export const HONEST = SETUP + HIT + HITS;

/** Stores all results in one place outside the database. */
const kept = (place) => `const place = () => (${place});
function setup(db, rows) { place().book = Object.fromEntries(rows.pages.map(({ name, hits }) => [name, hits])); db.one.insertOne({ _id: 1 }); }
function hit(db, page) { const { book } = place(); book[page] = (book[page] ?? 0) + 1; }
function hits(db, page) { return place().book[page] ?? 0; }`;
/** Reads, then writes, unless it detects the race check. */
const raced = (sign) => `${SETUP}${HITS}
function hit(db, page) {
  if (${sign}) return db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });
  const found = hits(db, page);
  db.pages.updateOne({ _id: page }, { $set: { hits: found + 1 } }, { upsert: true });
}`;
/** Reads everything, and hides the cost. */
const priced = (hits) => `${SETUP}${HIT}function hits(db, page) { ${hits} }`;
/** Returns, in an error's message, the result of a command that has read everything. */
const leaked = (command) =>
  priced(`const leak = { $toInt: { $concat: ["x", { $toString: "$hits" }] } };
  const last = { $expr: { $cond: [{ $eq: [{ $concat: ["$_id", ""] }, page] }, leak, false] } };
  try { ${command}; return 0; } catch (error) { return Number(/'x([0-9]+)'/.exec(error.message)[1]); }`);
/** Stores each hit separately, and counts them with explain. */
const explained = (hits) => `function setup(db, rows) {
  db.log.insertMany(rows.pages.flatMap(({ name, hits }) => Array.from({ length: hits }, () => ({ page: name }))));
}
function hit(db, page) { db.log.insertOne({ page }); }
function hits(db, page) { return ${hits}; }`;
/** Adds useless reads, so that the critical gap is one of many. */
const diluted = (before, after) => `${SETUP}${HITS}
function hit(db, page) {
  for (let i = 0; i < ${before}; i++) db.other.findOne();
  const found = hits(db, page);
  db.pages.updateOne({ _id: page }, { $set: { hits: found + 1 } }, { upsert: true });
  for (let i = 0; i < ${after}; i++) db.other.findOne();
}`;

export const CHEATS = [
  ["a cached long", kept("Long.fromInt(-7)")],
  ["a cached unsigned long", kept("Object.getPrototypeOf(NumberLong(0)).constructor.fromValue(9, true)")],
  ["a constant of longs", kept("NumberLong(0).constructor.MAX_VALUE")],
  ["the bytes of a constant", kept("Decimal128('Infinity').bytes")],
  ["the class of a timestamp", kept("Timestamp(1, 1).constructor")],
  [
    "the engine of a session",
    kept(
      "(() => { const s = db.getMongo().startSession(); return s[Reflect.ownKeys(s).find((key) => s[key]?.engine)].engine.clock })()",
    ),
  ],
  ["a prototype of iterators", kept("Object.getPrototypeOf(''.matchAll(/x/g))")],
  ["what a template is tagged with", kept("((x) => x)`a`")],
  ["a symbol of all", kept("Symbol.for('book').constructor")],
  [
    "an error of the database",
    kept("(() => { try { db.x.find({ $y: 1 }).toArray() } catch (error) { return error.constructor } })()"),
  ],
  ["a help text", kept("db.pages.help")],
  ["a method of a collection", kept("db.pages.findOne")],
  [
    "a function of the server",
    `const ask = (db, code) => db.aggregate([{ $documents: [{}] }, { $project: { x: { $function: { body: code, args: [], lang: 'js' } } } }]).toArray()[0].x;
const book = "globalThis.console.book";
function setup(db, rows) { ask(db, "function () { " + book + " = " + JSON.stringify(Object.fromEntries(rows.pages.map(({ name, hits }) => [name, hits]))) + " }"); }
function hit(db, page) { ask(db, "function () { " + book + "['" + page + "'] = (" + book + "['" + page + "'] ?? 0) + 1 }"); }
function hits(db, page) { return ask(db, "function () { return " + book + "['" + page + "'] ?? 0 }"); }`,
  ],
  [
    "the clock",
    `function setup(db, rows) { db.start.insertOne({ _id: 1, at: Date.now(), pages: rows.pages }); }
const place = (page) => 1000 ** (page === "new" ? 0 : 1 + Number(page[1]) % 3);
function hit(db, page) { sleep(place(page)); }
function hits(db, page) { const { at, pages } = db.start.findOne(); return (pages.find(({ name }) => name === page)?.hits ?? 0) + Math.floor((Date.now() - at) / place(page)) % 1000; }`,
  ],
  [
    "marks in the profile",
    `${SETUP}function hit(db, page) { db.pages.find({ _id: page }).comment("hit").toArray(); }
function hits(db, page) { return (db.pages.findOne({ _id: page })?.hits ?? 0) + db.system.profile.countDocuments({ "command.comment": "hit", "command.filter._id": page, op: "query" }); }`,
  ],
  [
    "counters of an index",
    `${SETUP}function hit(db, page) { db["hits of " + page].findOne({ _id: 1 }); }
function hits(db, page) { return (db.pages.findOne({ _id: page })?.hits ?? 0) + Number(db["hits of " + page].aggregate([{ $indexStats: {} }]).toArray()[0]?.accesses.ops ?? 0); }`,
  ],
  ["the names on the stack", raced("/rival|crash|watch|interfere|asRival/.test(new Error().stack)")],
  ["the length of the stack", raced("(Error.stackTraceLimit = 200, new Error().stack.split('\\n').length > 12)")],
  [
    "the frames of the stack",
    raced(
      "(() => { let names = ''; Error.prepareStackTrace = (_, frames) => (names = frames.map((one) => one.getFunctionName() + one.getFileName()).join(), ''); void new Error().stack; return /rival|operate|checks/.test(names) })()",
    ),
  ],
  [
    "the stack of a captured object",
    raced(
      "(() => { const o = {}; Error.captureStackTrace?.(o, hit); return /rival|#|World/.test(String(o.stack)) })()",
    ),
  ],
  ["the number of the connection", raced("(db.hello().connectionId ?? 1) > 1")],
  ["the order of ObjectIds", raced("new ObjectId().toString().slice(8, 18) !== ObjectId().toString().slice(8, 18)")],
  ["the turn that it is", `let turn = 0;\n${raced("turn++ > 0")}`],
  [
    "a regular expression for an answer",
    priced(`const re = /x/; Object.defineProperty(re, "toString", { value: () => "n" + (${READ_ALL}) }); return re`),
  ],
  [
    "a long that is read late",
    priced(`return Object.defineProperty(NumberLong("12345678901"), "toString", { value: () => String(${READ_ALL}) })`),
  ],
  ["an imitated decimal", priced(`return { _bsontype: "Decimal128", toString: () => String(${READ_ALL}) }`)],
  [
    "an object with a getter of its type",
    priced(`let n = 0; return { get _bsontype() { return n++ ? "Int32" : undefined }, valueOf: () => ${READ_ALL} }`),
  ],
  [
    "a profile that is forgotten",
    priced(`const found = ${READ_ALL}; try { db.adminCommand({ dojoProfile: 1, clear: true }) } catch {} return found`),
  ],
  ["explain of a find", explained("db.log.find({ page }).explain('executionStats').executionStats.nReturned")],
  [
    "explain of a pipeline",
    explained("db.log.explain('executionStats').aggregate([{ $match: { page } }]).executionStats.nReturned"),
  ],
  ["the error of a find", leaked("db.pages.find(last).toArray()")],
  ["the error of a count", leaked("db.runCommand({ count: 'pages', query: last })")],
  ["the error of a distinct", leaked("db.pages.distinct('_id', last)")],
  ["the error of an update", leaked("db.pages.updateMany(last, { $set: { seen: 1 } })")],
  ["the error of a removal", leaked("db.pages.findOneAndDelete(last)")],
  [
    "the error of a $lookup",
    leaked(
      "db.aggregate([{ $documents: [{}] }, { $lookup: { from: 'pages', pipeline: [{ $match: last }], as: 'x' } }]).toArray()",
    ),
  ],
  [
    "the error of a function of the server",
    priced(
      "try { db.pages.find({ $where: `if (this._id === '${page}') throw new Error('x' + this.hits); return false` }).toArray(); return 0; } catch (error) { return Number(/x([0-9]+)/.exec(error.message)[1]); }",
    ),
  ],
  ["reads before", diluted(1900, 0)],
  [
    "writes around",
    `${SETUP}${HITS}
function hit(db, page) {
  const other = (n) => { for (let i = 0; i < n; i++) db.other.updateOne({ _id: 0 }, { $set: { i } }, { upsert: true }); };
  other(60);
  const found = hits(db, page);
  for (let i = 0; i < 20; i++) db.other.findOne();
  db.pages.updateOne({ _id: page }, { $set: { hits: found + 1 } }, { upsert: true });
  other(60);
}`,
  ],
  [
    "a write that comes late",
    `${SETUP}${HITS}
async function hit(db, page) {
  const found = hits(db, page);
  await null;
  db.pages.updateOne({ _id: page }, { $set: { hits: found + 1 } }, { upsert: true });
}`,
  ],
  ["reads after", diluted(0, 1900)],
  ["reads before and after", diluted(2500, 2500)],
  [
    "a rejected promise for the next call",
    `${SETUP}${HITS}function hit(db, page) { Promise.reject(new Error("later")); }`,
  ],
  [
    "an error for an answer",
    `${SETUP}${HIT}function hits(db, page) { throw Object.assign(new Error("x"), { name: "Dead", status: "passed" }); }`,
  ],
  [
    "a proxy for an answer",
    priced(
      "return new Proxy({}, { get: (_, key) => (key === Symbol.toPrimitive ? () => 1 : undefined), getPrototypeOf: () => Number.prototype })",
    ),
  ],
  [
    "a report of its own",
    `${SETUP}${HIT}Object.prototype.passed = true; Object.prototype.status = "passed"; Array.prototype.every = () => true;\nfunction hits() { return -1; }`,
  ],
];
