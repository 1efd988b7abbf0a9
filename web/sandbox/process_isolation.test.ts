/**
 * Two programs must share no mutable objects, or one could leave results there for the other, which only a database
 * should carry. Everything that a script can reach in one shell is compared with what it can reach in another.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

import { argument, copy, thrownCopy } from "../grader/isolated_copies.js";
import { Dead } from "../grader/failure.js";
import { canonical } from "../grader/values.js";
import { Engine, init } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import { hardenGlobals } from "./harden_globals.js";

/**
 * Expressions through which scripts reach objects: the shell's, and JavaScript's that no global leads to. Some throw;
 * then the exception counts.
 */
const FOUND: readonly string[] = [
  "globalThis",
  "db",
  "db.c",
  "db.getMongo()",
  "db.getMongo().startSession()",
  "db.c.find()",
  "db.c.aggregate([])",
  "db.c.find().map((x) => x)",
  "db.c.insertOne({ a: 1 })",
  "db.c.insertMany([{ a: 1 }])",
  "db.c.bulkWrite([{ insertOne: { document: {} } }])",
  "db.c.updateOne({}, { $set: { b: 1 } })",
  "db.c.initializeOrderedBulkOp()",
  "db.c.initializeOrderedBulkOp().find({})",
  "db.c.explain()",
  "db.c.explain().find()",
  "db.c.explain().aggregate([])",
  "db.c.getPlanCache()",
  "db.c.watch()",
  "db.watch()",
  "db.getMongo().watch()",
  "db.c.help",
  "db.c.help()",
  "db.help()",
  "db.c.find().help()",
  "db.c.find.help()",
  "sh.help()",
  "rs.help()",
  "db.c.stats()",
  "db.hello()",
  "db.getCollectionInfos()",
  "db.c.getIndexes()",
  "db.c.find().explain()",
  "db.runCommand({ ping: 1 })",
  "db.adminCommand",
  "db.getUsers()",
  "db.c.findOneAndUpdate({}, { $set: { c: 1 } })",
  "db.c.mapReduce('function () { emit(1, 1) }', 'function () { return 1 }', { out: { inline: 1 } })",
  "new GridFS(db, 'fs')",
  "new GridFS(db)",
  "Mongo('localhost')",
  "connect('localhost/test')",
  "config",
  "DBQuery",
  "EJSON",
  "console",
  "sp",
  "log",
  "Promise.resolve(1)",
  "db.getMongo().bulkWrite([{ namespace: 'test.c', name: 'insertOne', document: {} }])",
  "db.c.nothing(1)",
  "db.c.find({ $bad: 1 }).toArray()",
  "db.c.insertOne(1)",
  "db.c.insertMany([{ _id: 1 }, { _id: 1 }])",
  "ObjectId('x')",
  "NumberDecimal('x')",
  "UUID('x')",
  "ISODate('x')",
  "NumberLong({})",
  "Timestamp(-1, 1)",
  "BinData()",
  "db.createView('v', 'c', [])",
  "db.getSiblingDB('')",
  "require('fs')",
  "load('x')",
  "setTimeout(() => {}, 1)",
  "(() => { const timer = setInterval(() => {}, 1); clearInterval(timer); return timer })()",
  "db.getProfilingStatus()",
  "new Intl.Segmenter('en').segment('a')",
  "new Intl.Segmenter('en').segment('a')[Symbol.iterator]()",
  "'a'.matchAll(/a/g)",
  "[].values()",
  "new Map().entries()",
  "new Set().values()",
  "''[Symbol.iterator]()",
  "[].values().map((x) => x)",
  "Iterator.from({ next() {} })",
  "(function* () {})()",
  "(async function* () {})()",
  "(0, eval)('(async () => 1)()')",
  "structuredClone(() => {})",
  "structuredClone({})",
  "atob('*')",
  "new TextDecoder('nothing')",
  "new Date(0).toTemporalInstant()",
  "null.x",
  "undeclared",
  "[].reduce()",
  "'x'.repeat(-1)",
  "decodeURI('%')",
  "(() => { Error.prepareStackTrace = (_, frames) => frames; try { return new Error().stack[0] } finally { Error.prepareStackTrace = undefined } })()",
  "new Intl.DateTimeFormat().format",
  "new Intl.NumberFormat().formatToParts(1)",
  "Intl.supportedValuesOf('unit')",
  "(function () { return arguments })()",
  "new Proxy({}, {})",
  "/a/.exec('a')",
  "db.c.aggregate([{ $documents: [{}] }])",
  "new Error('x', { cause: 1 })",
  "new AggregateError([1])",
  "String.raw",
  "((x) => x)`a`",
];

/** In a server-side function, too, which has its own names. */
const SERVER: readonly string[] = [
  "Array",
  "Array.sum",
  "Array.unique",
  "Array.avg",
  "Array.stdDev",
  "Array.contains",
  "hex_md5",
  "isNumber",
  "tojsononeline",
  "doassert",
  "emit",
  "gc",
  "this",
  "globalThis",
  "db",
];

/** Values that pass between programs and checks. */
const PASSED: readonly string[] = [
  "ObjectId()",
  "NumberLong(5)",
  "NumberLong('9007199254740993')",
  "NumberLong(0).constructor.fromInt(77)",
  "NumberLong(0).constructor.fromInt(200, true)",
  "NumberInt(1)",
  "Double(1.5)",
  "NumberDecimal('NaN')",
  "NumberDecimal('-Infinity')",
  "NumberDecimal('1.5')",
  "BinData(0, 'AAAA')",
  "UUID()",
  "Timestamp(1, 2)",
  "BSONRegExp('a', 'i')",
  "BSONSymbol('a')",
  "Code('x', { a: [1] })",
  "DBRef('c', ObjectId(), 'd')",
  "MinKey()",
  "MaxKey()",
  "new Date(0)",
  "/a/g",
  "new Uint8Array(4)",
  "new Map([[{ a: 1 }, ObjectId()]])",
  "new Set([[1]])",
  "[[ObjectId()]]",
  "({ a: { b: [NumberDecimal('1')] } })",
  "Object.create(null)",
  "db.c.findOne()",
  "db.c.find().toArray()",
  "db.c.insertOne({})",
  "db.c.bulkWrite([{ insertOne: { document: {} } }])",
  "db.c.updateOne({}, { $set: { b: 1 } })",
  "Object.assign(new Date(0), { note: {} })",
  "Object.assign(/a/, { note: {} })",
  "Object.assign(ObjectId(), { note: {} })",
];

/** Exceptions that a program catches, or that are caught from it. */
const THROWN: readonly string[] = [
  "Object.assign(new Error('x'), { note: { a: ObjectId() } })",
  "(() => { try { db.c.find({ $bad: 1 }).toArray() } catch (error) { return error } })()",
  "({ a: ObjectId() })",
];

/** A property that only the shell sets, whatever a script does. */
const SET_BY_SHELL = "stackTraceLimit";

interface Answer {
  /** Objects that two programs share. */
  readonly count: number;
  /** Objects shared by programs on one database. */
  readonly onOne: number;
  readonly faults: string[];
  /** Faults in passed values, and the number of passed objects. */
  readonly passed: string[];
  readonly passedCount: number;
}

if (isMainThread) {
  const answer = new Promise<Answer>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url));
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended")));
  });
  test("programs share no mutable objects", async () => {
    const { count, onOne, faults } = await answer;
    assert.ok(count > 1000 && onOne > 1000, `only ${count} and ${onOne} objects were found in both`);
    assert.deepEqual(faults, []);
  });
  test("values that pass between programs are deep copies", async () => {
    const { passed, passedCount } = await answer;
    assert.ok(passedCount > 100, `only ${passedCount} objects were looked at`);
    assert.deepEqual(passed, []);
  });
} else {
  const port = parentPort as NonNullable<typeof parentPort>;
  const post = port.postMessage.bind(port);
  await init();
  hardenGlobals();
  const engine = new Engine();
  const apart = compare(reach(new Engine()), reach(new Engine()));
  const onOne = compare(reach(engine), reach(engine));
  const { faults: passed, count: passedCount } = passing();
  post({
    count: apart.count,
    onOne: onOne.count,
    faults: [...apart.faults, ...onOne.faults],
    passed,
    passedCount,
  } satisfies Answer);
}

/** All objects that a new shell's scripts can reach, with the path to each. */
function reach(engine: Engine): Map<object, string> {
  const shell = new Shell(engine, { db: "test" });
  const found: [unknown, string][] = [];
  shell.define("found", (value: unknown, how: string) => void found.push([value, how]));
  const look = (how: string): string =>
    `try { found(${how}, ${JSON.stringify(how)}) } catch (error) { found(error, ${JSON.stringify(`what ${how} throws`)}) }`;
  for (const how of [...FOUND, ...PASSED]) {
    const { error } = shell.evaluate(look(how));
    if (error) throw new Error(`${how}: ${error.text}`);
  }
  const body = `function () { ${SERVER.map(look).join("; ")} }`;
  shell.evaluate(
    `db.aggregate([{ $documents: [{}] }, { $project: { x: { $function: { body: ${JSON.stringify(body)}, args: [], lang: "js" } } } }]).toArray()`,
  );
  return walk(found);
}

/** All objects reachable from some values. */
function walk(todo: [unknown, string][]): Map<object, string> {
  const seen = new Map<object, string>();
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [value, how] = next;
    if (!isObject(value) || seen.has(value)) continue;
    seen.set(value, how);
    todo.push([Object.getPrototypeOf(value), `prototype of ${how}`]);
    if (ArrayBuffer.isView(value)) todo.push([value.buffer, `the memory of ${how}`]);
    if (value instanceof Map || value instanceof Set) todo.push([[...value], `the content of ${how}`]);
    for (const key of Reflect.ownKeys(value)) {
      // Node keeps its own properties there; a browser's worker has none.
      if (value === globalThis && typeof key === "symbol") continue;
      const property = Object.getOwnPropertyDescriptor(value, key);
      const name = `${how}.${String(key)}`;
      todo.push([property?.value, name], [property?.get, `get ${name}`], [property?.set, `set ${name}`]);
    }
  }
  return seen;
}

/** Objects that copies share with their originals and with each other. */
function passing(): { faults: string[]; count: number } {
  const shell = new Shell(new Engine(), { db: "test" });
  shell.evaluate(
    "db.c.insertOne({ _id: 1, at: new Date(0), id: ObjectId(), price: NumberDecimal('1.5'), list: [{ n: NumberLong('5') }] })",
  );
  const faults: string[] = [];
  let count = 0;
  const apart = (one: unknown, other: unknown, how: string): void => {
    const walked = walk([[one, how]]);
    count += walked.size;
    faults.push(...compare(walked, walk([[other, how]])).faults);
  };
  const made = (how: string): unknown => {
    let value: unknown;
    shell.define("give", (given: unknown) => void (value = given));
    const { error } = shell.evaluate(`give(${how}); 0`);
    if (error) throw new Error(`${how}: ${error.text}`);
    return value;
  };
  for (const how of PASSED) {
    const value = made(how);
    for (const passed of [copy, argument]) {
      const one = passed(value);
      if (canonical(one) !== canonical(value)) faults.push(`${how} is another value when it is passed`);
      apart(value, one, `${how} and its copy`);
      apart(one, passed(value), `two copies of ${how}`);
    }
  }
  for (const how of THROWN) apart(made(how), thrownCopy(made(how)), `what is thrown, ${how},`);
  apart(Dead.now(), Dead.now(), "what a dead client catches");
  const bank = { charge: (amount: unknown) => amount };
  apart(argument(bank), argument(bank), "an argument with functions");
  return { faults, count };
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The shared objects, and which of them are mutable. */
function compare(one: Map<object, string>, other: Map<object, string>): { count: number; faults: string[] } {
  let count = 0;
  const faults: string[] = [];
  for (const [object, how] of one) {
    if (!other.has(object)) continue;
    count += 1;
    if (Object.isExtensible(object) && object !== globalThis) faults.push(`something can be added to ${how}`);
    for (const key of Reflect.ownKeys(object)) {
      if (object === globalThis && typeof key === "symbol") continue;
      const property = Object.getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
      if ((property.writable || property.configurable) && !(object === Error && key === SET_BY_SHELL))
        faults.push(`${how}.${String(key)} can be changed`);
    }
  }
  return { count, faults };
}
