/** Which completions are offered where. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { CompletionContext, snippetCompletion, type Completion } from "@codemirror/autocomplete";
import { javascript } from "@codemirror/lang-javascript";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";

import { complete, type Vocabulary } from "./completion.js";
import { inSite } from "./locate.js";
import methods from "./methods.json";
import operators from "./operators.json";
import { nearest, suggestion } from "./suggest.js";

before(() => {
  Object.assign(globalThis, { document: { baseURI: "http://site/" } });
  globalThis.fetch = (url) =>
    Promise.resolve(new Response(JSON.stringify(String(url).endsWith("methods.json") ? methods : operators)));
});

const EMPTY: Vocabulary = { collections: [], fields: {} };

/** The options at the bar in a script, the best first. */
async function options(script: string, words: Vocabulary = EMPTY): Promise<Completion[]> {
  const pos = script.indexOf("|");
  const state = EditorState.create({ doc: script.replace("|", ""), extensions: [javascript()] });
  const syntaxTree = (of: EditorState) => ensureSyntaxTree(of, of.doc.length, 5000) ?? assert.fail("no tree");
  const tools = { syntaxTree, snippetCompletion, locate: inSite };
  const result = await complete(new CompletionContext(state, pos, true), words, tools);
  return [...(result?.options ?? [])].sort((a, b) => (b.boost ?? 0) - (a.boost ?? 0));
}
async function labels(script: string, words: Vocabulary = EMPTY): Promise<string[]> {
  return (await options(script, words)).map(({ label }) => label);
}
async function operatorsAt(script: string): Promise<string[]> {
  return (await labels(script)).filter((label) => label.startsWith("$"));
}

test("common operators come first", async () => {
  assert.deepEqual((await operatorsAt("db.books.find({ pages: { $| } })")).slice(0, 3), ["$gt", "$gte", "$in"]);
  const all = await operatorsAt("db.books.find({ pages: { $| } })");
  assert.ok(all.includes("$geoIntersects") && all.indexOf("$gt") < all.indexOf("$geoIntersects"));
  assert.equal((await operatorsAt("db.books.updateOne({ _id: 1 }, { $| })"))[0], "$set");
  assert.equal((await operatorsAt("db.books.aggregate([{ $| }])"))[0], "$match");
});

test("each place offers the operators allowed there, and no others", async () => {
  for (const [script, has, hasNot] of [
    ["db.a.find({ $| })", ["$or", "$expr"], ["$gt", "$set", "$match"]],
    ["db.a.find({ n: { $| } })", ["$gt", "$elemMatch"], ["$or", "$set", "$match", "$sum"]],
    ["db.a.find({ $or: [{ n: 1 }, { $| }] })", ["$and"], ["$gt"]],
    ["db.a.find({ $expr: { $| } })", ["$eq", "$dateTrunc"], ["$exists", "$set"]],
    ["db.a.updateOne({ $| }, {})", ["$or"], ["$set"]],
    ["db.a.updateOne({}, { $| })", ["$set", "$push"], ["$gt", "$match", "$lookup"]],
    ["db.a.updateOne({}, [{ $| }])", ["$set"], ["$push", "$inc"]],
    ["db.a.updateOne({}, { $push: { tags: { $| } } })", ["$each", "$slice"], ["$gt", "$set"]],
    ["db.a.updateOne({}, { $pull: { tags: { $| } } })", ["$gt", "$in"], ["$each"]],
    ["db.a.updateOne({}, {}, { arrayFilters: [{ 'x.n': { $| } }] })", ["$gt"], ["$set"]],
    ["db.a.aggregate([{ $| }])", ["$match", "$lookup"], ["$gt", "$inc", "$sum"]],
    ["db.a.aggregate([{ $match: { n: { $| } } }])", ["$gt"], ["$match", "$sum", "$add"]],
    ["db.a.aggregate([{ $group: { _id: null, n: { $| } } }])", ["$sum", "$push"], ["$match", "$gt"]],
    ["db.a.aggregate([{ $group: { _id: { $| } } }])", ["$dateTrunc"], ["$match", "$push"]],
    ["db.a.aggregate([{ $facet: { x: [{ $| }] } }])", ["$match"], ["$gt"]],
    ["db.a.aggregate([{ $lookup: { from: 'b', pipeline: [{ $match: { $| } }] } }])", ["$expr"], ["$gt"]],
    ["db.a.aggregate([{ $setWindowFields: { output: { r: { $| } } } }])", ["$rank"], ["$match"]],
    ["db.a.bulkWrite([{ updateOne: { filter: {}, update: { $| } } }])", ["$set"], ["$gt"]],
    ["db.a.insertOne({ $| })", [], ["$set", "$gt"]],
    ["const pipeline = [{ $| }]", ["$match"], ["$sum"]],
    ["const stages = [{ $match: { n: { $| } } }]", ["$gt"], ["$match"]],
  ] as const) {
    const found = await operatorsAt(script);
    for (const name of has) assert.ok(found.includes(name), `${script}: ${name} is missing among ${found.join(" ")}`);
    for (const name of hasNot) assert.ok(!found.includes(name), `${script}: ${name} is offered`);
  }
});

test("collections and fields named in the script are offered before a run", async () => {
  const script =
    'db.books.insertOne({ title: "Emma", publisher: { city: "London" } });\ndb.getCollection("old loans").find();\n';
  assert.ok((await labels(`${script}db.|`)).includes("books"));
  assert.ok(!(await labels(`${script}db.|`)).includes("runCommand2"));
  assert.deepEqual(
    (await options(`${script}db.books.find({ | })`))
      .filter(({ type }) => type === "property")
      .map(({ label }) => label),
    ["title", "publisher"],
  );
  assert.ok((await labels(`${script}db.books.find({ "publ|" })`)).includes("publisher.city"));
  assert.ok((await labels(`${script}db.getCollection("|")`)).includes("old loans"));
  assert.ok((await labels(`${script}db.x.aggregate([{ $lookup: { from: "|" } }])`)).includes("books"));
  // Methods of the database are not collections.
  assert.ok(
    (await options("db.dropDatabase();\ndb.|")).every(
      ({ label, type }) => label !== "dropDatabase" || type === "method",
    ),
  );
});

const EXERCISE: Vocabulary = {
  collections: [],
  fields: { reviews: ["_id", "book", "stars", "by.name"] },
  rows: ["reviews", "books"],
  signatures: ["setup(db, rows)", "addReview(db, review)"],
};

test("rows, their fields and the exercise's functions are offered", async () => {
  assert.deepEqual(await labels("function setup(db, rows) { rows.| }", EXERCISE), ["reviews", "books"]);
  assert.deepEqual(await labels("for (const row of rows.reviews) { row.| }", EXERCISE), ["_id", "book", "stars"]);
  assert.deepEqual(await labels("rows.reviews.map((r) => r.|)", EXERCISE), ["_id", "book", "stars"]);
  assert.deepEqual(await labels("function addReview(db, review) { review.| }", EXERCISE), ["_id", "book", "stars"]);
  assert.deepEqual(await labels("const other = {}; other.|", EXERCISE), []);
  const declared = await options("function addReview(db, review) {}\nadd|", EXERCISE);
  assert.equal(declared.find(({ label }) => label === "addReview")?.detail, "(db, review)");
  assert.equal(
    (await options("add|", EXERCISE)).find(({ label }) => label === "addReview")?.detail,
    "the exercise’s function",
  );
});

test("mistyped names have a suggestion, others none", async () => {
  assert.equal(await suggestion("db.books.insertMny is not a function"), "insertMany");
  assert.equal(await suggestion("db.books.InsertOne is not a function"), "insertOne");
  assert.equal(await suggestion("db.getColection is not a function"), "getCollection");
  assert.equal(await suggestion("db.books.find(...).srot is not a function"), "sort");
  assert.equal(await suggestion("unknown operator: $gte2"), "$gte");
  assert.equal(
    await suggestion(
      "Unknown modifier: $sett. Expected a valid update modifier or pipeline-style update specified as an array",
    ),
    "$set",
  );
  assert.equal(await suggestion("Unrecognized pipeline stage name: '$mach'"), "$match");
  assert.equal(await suggestion("Unrecognized expression '$conact'"), "$concat");
  assert.equal(await suggestion("db.books.frobnicate is not a function"), "");
  assert.equal(await suggestion("E11000 duplicate key error $set"), "");
  assert.equal(nearest("ab", ["abcde"]), "");
});
