/**
 * Scripts that tamper with the objects of grader and shell, with state that survives a call, or with the way their
 * results are read. None may pass a check that its results do not pass. They run as in the sandbox, behind its guard,
 * in a separate thread, because the guard removes globals that tests need.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { CHECK_COUNT, CHECK_RACE, counter, GOOD, RACY } from "../grader/counter_exercise.js";
import { hardenGlobals } from "./harden_globals.js";
import { Session } from "./session.js";

/** Returns wrong results from `hits`, after running the attack. */
const wrong = (attack: string): string =>
  `${attack}\n${GOOD.replace("?.hits ?? 0", "?.hits ?? 0) + 1").replace("return db.pages", "return (db.pages")}`;
/** Like `wrong`, but attacks during the call. */
const calling = (attack: string): string =>
  wrong("").replace("function hits(db, page) {", `function hits(db, page) {\n${attack}`);
/** Stores its data only outside of the database. */
const keeping = (place: string): string => `
function setup(db, rows) { const kept = (${place}); kept.pages = new Map(rows.pages.map((page) => [page.name, page.hits])); }
function hit(db, page) { const { pages } = (${place}); pages.set(page, (pages.get(page) ?? 0) + 1); }
function hits(db, page) { return (${place}).pages.get(page); }`;

const PLACES = [
  "globalThis",
  "self",
  "Function('return this')()",
  "(0, eval)('this')",
  "(function () { return this })()",
  "this ?? globalThis",
  "Math",
  "Date",
  "JSON",
  "EJSON",
  "console",
  "ObjectId",
  "ISODate",
  "Promise",
  "Object",
  "Array.prototype",
  "Object.prototype",
  "[].map",
  "Object.keys",
  "db.constructor",
  "db.pages.constructor",
  "db.getMongo().constructor",
  "db.pages.find().constructor.prototype",
  "db.pages.find().toArray",
  "db.pages.initializeOrderedBulkOp().constructor",
  "db.getMongo().startSession().constructor",
  "Object.getPrototypeOf(function* () {})",
  "Reflect.getPrototypeOf(new Uint8Array())",
  "db.help",
  "print",
  "Symbol",
  "Intl",
  "Error",
  "db.pages.getPlanCache().constructor",
  "Object.getPrototypeOf([][Symbol.iterator]())",
  "Object.getPrototypeOf(setTimeout(() => {}))",
  "RegExp",
  "NumberLong",
  "BinData.prototype",
  "UUID.prototype",
  "NumberLong(0).constructor.fromInt(77)",
  "NumberLong(0).constructor.fromInt(200, true)",
  "NumberLong(0).constructor.ONE",
  "NumberDecimal('NaN').bytes",
  "NumberDecimal('Infinity').bytes.buffer",
  "Object.getOwnPropertySymbols(db.getMongo().startSession()).map((s) => db.getMongo().startSession()[s])[0].engine",
  "(() => { try { structuredClone(() => {}) } catch (error) { return error.constructor } })()",
  "ObjectId().id.buffer",
].map((place) => [`keeps answers in ${place}`, keeping(place)] as const);

const TAMPERS: readonly (readonly [string, string])[] = [
  ["no check wanted", wrong("Object.prototype.wanted = { has: () => false }")],
  ["until failure", wrong("Object.prototype.untilFailure = true")],
  [
    "Object.entries",
    wrong("globalThis.Object = new Proxy(Object, { get: (t, k) => k === 'entries' ? () => [] : t[k] })"),
  ],
  ["JSON", wrong("Function('return this')().JSON = { stringify: () => '1', parse: JSON.parse }")],
  ["String", wrong("self.String = () => 'same'")],
  ["Number", wrong("globalThis.Number = Object.assign(() => 1, { isSafeInteger: () => true })")],
  [
    "species of arrays",
    wrong("Array.prototype.constructor = { [Symbol.species]: function () { return { join: () => 'same' } } }"),
  ],
  [
    "species of regular expressions",
    wrong("RegExp.prototype.constructor = { [Symbol.species]: function () { return { exec: () => null } } }"),
  ],
  ["toPrimitive", wrong("Object.prototype[Symbol.toPrimitive] = () => 1")],
  ["hasInstance of errors", wrong("Object.defineProperty(Error, Symbol.hasInstance, { value: () => true })")],
  ["hasInstance of dates", wrong("Object.defineProperty(globalThis.Date, Symbol.hasInstance, { value: () => false })")],
  [
    "an array's toJSON",
    wrong(
      "Array.prototype.toJSON = () => [{ id: 'count', status: 'passed', kind: 'must', sentence: '', observed: '', hint: '' }]",
    ),
  ],
  ["a map's get", wrong("Map.prototype.get = () => undefined; Map.prototype.has = () => false")],
  ["forEach", wrong("Array.prototype.forEach = () => {}")],
  [
    "an index of all arrays",
    wrong("Object.defineProperty(Array.prototype, '0', { set() {}, get() { return 'same' } })"),
  ],
  ["descriptors", wrong("Object.prototype.get = () => 1")],
  ["then", wrong("Object.prototype.then = (done) => done(1)")],
  ["the prototype of arrays", wrong("Object.setPrototypeOf(Array.prototype, { toJSON: () => [] })")],
  ["isConcatSpreadable", wrong("Array.prototype[Symbol.isConcatSpreadable] = false")],
  ["a checker's names", wrong("must = star = expect = t = () => {}")],
  ["the caller", calling("try { (function f() { f.caller.arguments[0] = () => {} })() } catch {}")],
  [
    "the stack's frames",
    calling(
      "Error.prepareStackTrace = (_, frames) => frames; try { for (const one of new Error().stack) one.getThis?.()?.expect && (one.getThis().expect.equal = () => {}); } catch {} finally { delete Error.prepareStackTrace }",
    ),
  ],
  [
    "functions on the stack",
    calling(
      "Error.prepareStackTrace = (_, frames) => frames; try { for (const one of new Error().stack) { const f = one.getFunction?.(); if (f?.prototype) f.prototype.equal = () => {} } } catch {} finally { delete Error.prepareStackTrace }",
    ),
  ],
  [
    "a proxy for an answer",
    calling(
      "return new Proxy({}, { get: (_, key) => key === Symbol.toPrimitive ? () => 'same' : undefined, getPrototypeOf: () => Number.prototype })",
    ),
  ],
  ["a number that says it is any", calling("return { _bsontype: 'Long', toString: () => 'NaN', valueOf: () => NaN }")],
  ["an answer that changes", calling("let n = 0; return { _bsontype: 'Int32', valueOf: () => n++ }")],
  ["a thenable", calling("return { then: (done) => done(page) }")],
  ["an array that is equal to all", calling("return Object.assign([], { toString: () => 'n1', join: () => 'n1' })")],
  [
    "an error that claims to be the grader's",
    calling("throw Object.assign(new Error('x'), { name: 'Dead', constructor: Error })"),
  ],
  ["Date of the engine", wrong("Date.now = () => 0; Math.random = () => 0; Math.max = () => 0; Math.min = () => 0")],
  ["the database for all", wrong("db.constructor.prototype.getCollection = () => ({ findOne: () => ({ hits: 1 }) })")],
  ["the cursor for all", wrong("db.pages.find().constructor.prototype.next = () => null")],
  ["runCommand for all", wrong("Object.getPrototypeOf(Object.getPrototypeOf(db)).runCommand = () => ({ ok: 1 })")],
  ["the bulk for all", wrong("db.pages.initializeOrderedBulkOp().constructor.prototype.execute = () => ({})")],
  ["EJSON for all", wrong("EJSON.serialize = EJSON.stringify = () => ({})")],
  [
    "the host",
    wrong(
      "try { db.pages.find({ $where: 'this.constructor.prototype.status = \"passed\"; return true' }).toArray() } catch {}",
    ),
  ],
  [
    "a server's function",
    wrong(
      "try { db.pages.aggregate([{ $project: { x: { $function: { body: 'function () { Array.prototype.join = () => 1; Object.prototype.wanted = new Set(); return 1 }', args: [], lang: 'js' } } } }]).toArray() } catch {}",
    ),
  ],
  [
    "timers after the end",
    wrong("setTimeout(() => { Object.prototype.passed = true }, 0); setInterval(() => {}, 1e9)"),
  ],
  ["a finalizer", wrong("new FinalizationRegistry(() => {}).register({}, 0); Object.prototype.status = 'passed'")],
  [
    "passed for all",
    wrong(
      "Object.prototype.passed = true; Object.prototype.kind = 'star'; Object.prototype.options = { after: ['nothing'] }",
    ),
  ],
];

/** Races must be detected, however the program tampers with the detection. */
const RACES: readonly (readonly [string, string])[] = [
  ["no schedule", `Object.prototype.limit = 0;\n${RACY}`],
  [
    "no pairs, no gaps",
    `Object.prototype.pairs = false; Object.prototype.gaps = []; Object.prototype.inside = true;\n${RACY}`,
  ],
  ["all dead", `Object.defineProperty(Error, Symbol.hasInstance, { value: () => true });\n${RACY}`],
  [
    "the rival is recognised",
    `let first = true;\n${RACY}`.replace(
      "const found",
      "globalThis.turn = (globalThis.turn ?? 0) + 1; if (globalThis.turn > 1) return db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });\n  const found",
    ),
  ],
];

/** Counts with state that clients share outside of the database. */
const counting = (tick: string, read: string): string => `
function read(db) { return ${read}; }
function setup(db, rows) { db.base.insertOne({ _id: 1, n: read(db) }); }
async function hit(db, page) { ${tick}; }
function hits(db, page) { return read(db) - db.base.findOne().n; }`;

const COUNTERS: readonly (readonly [string, string])[] = [
  ["ObjectIds", "ObjectId()", "parseInt(ObjectId().toString().slice(18), 16) - db.base.countDocuments()"],
  [
    "an inserted _id",
    "ObjectId()",
    "parseInt(db.ids.insertOne({}).insertedId.toString().slice(18), 16) - db.base.countDocuments()",
  ],
  ["the clock", "sleep(1)", "Date.now()"],
  ["the clock by a timer", "await new Promise((done) => setTimeout(done, 1))", "Date.now()"],
].map(([what, tick, read]) => [`counts in ${what}`, counting(tick as string, read as string)] as const);

/** Racy, unless the program can detect the race check. */
const seeing = (sign: string): string =>
  RACY.replace(
    "const found",
    `if (${sign}) return db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });\n  const found`,
  );
const SIGNS: readonly (readonly [string, string])[] = [
  [
    "the grader on the stack",
    "/rival|crash|cost|interfere|watch|play|Process|World|checks\\.js/.test(new Error().stack)",
  ],
  [
    "frames of the stack",
    "(() => { let n = 0; Error.prepareStackTrace = (_, frames) => (n = frames.length, ''); new Error().stack; return n > 12 })()",
  ],
  [
    "a captured stack",
    "(() => { const o = {}; Error.captureStackTrace?.(o); return /rival|watch|operate/.test(o.stack) })()",
  ],
  [
    "what an error of the database shows",
    "(() => { try { db.pages.find({ $bad: 1 }).toArray() } catch (error) { return /rival|watch|operate/.test(error.stack) } })()",
  ],
].map(([what, sign]) => [`sees ${what}`, seeing(sign as string)] as const);

const CHECK_COST = `must("cost", "One read is enough.", (t) => {
  const w = t.fresh();
  const [page] = w.rows.pages;
  const meters = w.cost(() => t.expect.equal(w.call("hits", page.name), page.hits));
  t.expect.atMost(meters.docsExamined, 1, "documents looked at");
});`;

/** Returns objects that read the database only when they are inspected. */
const LATE: readonly (readonly [string, string])[] = [
  ["a regular expression", "Object.defineProperty(/x/, 'toString', { value: () => 'n' + READ })"],
  ["a long", "Object.defineProperty(NumberLong('1000'), 'toString', { value: () => String(READ) })"],
  ["a decimal", "Object.defineProperty(NumberDecimal('1'), 'toString', { value: () => String(READ) })"],
  ["a double", "Object.defineProperty(Double(1), 'valueOf', { value: () => READ })"],
  ["an imitation", "({ _bsontype: 'Long', toString: () => String(READ) })"],
].map(([what, answer]) => {
  const read = "db.pages.find().toArray().find((one) => one._id === page).hits";
  return [
    `answers late with ${what}`,
    GOOD.replace(
      "return db.pages.findOne({ _id: page })?.hits ?? 0",
      `return ${(answer as string).replace("READ", read)}`,
    ),
  ] as const;
});

/** Reads all documents to find one, and then tries to hide the cost. */
const COSTS: readonly (readonly [string, string])[] = [
  "db.adminCommand({ dojoProfile: 1, clear: true })",
  "db.adminCommand({ dojoProfile: 1, latency: { network: 0, operation: 0 }, clear: true })",
  "db.runCommand('dojoProfile', { clear: true })",
  "db.pages.runCommand('dojoProfile', { clear: true })",
  "db.adminCommand(new Map([['dojoProfile', 1], ['clear', true]]))",
  "db.adminCommand({ ping: 1, toBSON: () => ({ dojoProfile: 1, clear: true, $db: 'admin' }) })",
  "db.adminCommand({ ping: 1, toBSON: () => ({ ping: 1, toBSON: () => ({ dojoProfile: 1, clear: true, $db: 'admin' }) }) })",
  "let n = 0; db.adminCommand(new Proxy({}, { ownKeys: () => n++ ? ['dojoProfile', 'clear'] : ['ping'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (_, key) => key === 'toBSON' ? undefined : 1 }))",
  "db.setProfilingLevel(0); db.system.profile.drop()",
  "db.system.profile.deleteMany({})",
  "db.getMongo().getDB('admin').commandHelp('dojoProfile')",
  "db.adminCommand({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data: { failCommands: ['dojoProfile'], errorCode: 1 } })",
  "db.getMongo().startSession().getDatabase('admin').runCommand({ dojoProfile: 1, clear: true })",
  "for (let i = 0; i < 25000; i++) db.empty.findOne()",
  "sleep(-1e6)",
].map(
  (attack) =>
    [
      attack,
      GOOD.replace(
        "return db.pages.findOne({ _id: page })",
        `const found = db.pages.find().toArray().find((one) => one._id === page); try { ${attack} } catch {} return found`,
      ),
    ] as const,
);

interface Result {
  what: string;
  passed: boolean;
  text: string;
}

if (isMainThread) {
  const results = new Promise<{ results: Result[]; left: string[] }>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: process.env["TAMPER"] ?? "" });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended")));
  });
  test("a script that tampers passes no check that its results do not pass", async () => {
    const { results: all } = await results;
    assert.ok(all.length >= 80);
    assert.deepEqual(
      all.filter((one) => one.passed !== (one.what === "the honest answer")).map((one) => `${one.what}: ${one.text}`),
      [],
    );
  });
} else {
  const port = parentPort as NonNullable<typeof parentPort>;
  const post = port.postMessage.bind(port);
  const only = String(workerData);
  const session = new Session();
  hardenGlobals();
  const results: Result[] = [];
  const checked = (what: string, source: string, checks: string): void => {
    if (only && !what.includes(only)) return;
    const reply = JSON.parse(
      JSON.stringify(session.answer({ type: "check", bundle: counter(checks) as never, source }, () => {})),
    ) as { report: { passed: boolean; checks: { status: string; observed: string }[] } };
    const { passed, checks: reports } = reply.report;
    const every = reports.length > 0 && reports.every(({ status }) => status === "passed");
    results.push({
      what,
      passed: passed || every,
      text: reports.map(({ status, observed }) => `${status} ${observed}`).join("; "),
    });
  };
  checked("the honest answer", GOOD, CHECK_COUNT);
  for (const [what, source] of [...TAMPERS, ...PLACES]) checked(what, source, CHECK_COUNT);
  for (const [what, source] of [...RACES, ...COUNTERS, ...SIGNS]) checked(what, source, CHECK_RACE);
  for (const [what, source] of [...COSTS, ...LATE]) checked(what, source, CHECK_COST);
  checked("the honest answer", GOOD, CHECK_COUNT + CHECK_RACE + CHECK_COST);
  // Grading has another time zone than running, which must also work with frozen built-ins.
  checked("a local hour", wrong("").replace("?.hits ?? 0) + 1", "?.hits ?? 0) + new Date(0).getHours()"), CHECK_COUNT);
  post({ results, left: [] });
}
