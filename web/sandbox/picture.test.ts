/** The data of pictures: the sampled schema, advice on indexes, a cluster's shards. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { init } from "../shell/engine.js";
import { candidates, wantedOf, type Advice } from "./advice.js";
import type { Answer, Question, Trial } from "./picture.js";
import type { Shape } from "./schema.js";
import { Session } from "./session.js";
import type { ShardedCollection } from "./shards.js";

before(() => init());

const DATA = `
db.authors.insertMany(Array.from({ length: 40 }, (_, i) => ({ _id: "a" + i, name: "Author " + i })));
db.books.insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: i, author: "a" + (i % 40), stars: i % 5, price: { amount: i }, lent: Array.from({ length: i % 7 }, () => ({ user: i })), ...(i % 2 ? { note: "n" } : {}) })));
db.books.createIndex({ stars: 1 });
db.books.createIndex({ stars: 1, note: 1 });
`;

function run(source: string, session = new Session()): { session: Session; planned: number[] } {
  const result = session.answer({ type: "run", source }, () => undefined);
  assert.ok(result.type === "result");
  assert.equal(result.error, null);
  return {
    session,
    planned: result.profile.flatMap((entry) => (typeof entry["planned"] === "number" ? [entry["planned"]] : [])),
  };
}

function ask<A extends Answer>(session: Session, question: Question): A {
  const reply = session.answer({ type: "picture", ask: JSON.stringify(question) }, () => undefined);
  assert.ok(reply.type === "picture");
  return JSON.parse(reply.text) as A;
}

test("the schema shows types, embedded documents, lengths and references as sampled", () => {
  const { session } = run(DATA);
  const shapes = ask<Shape[]>(session, { of: "schema" });
  assert.deepEqual(
    shapes.map(({ name, count }) => [name, count]),
    [
      ["authors", 40],
      ["books", 300],
    ],
  );
  const books = shapes[1];
  const field = (name: string): Shape["fields"][number] | undefined => books?.fields.find((one) => one.name === name);
  assert.deepEqual([field("author")?.types, field("author")?.refers], [["string"], "authors"]);
  assert.equal(field("stars")?.refers, null, "a small number is not a reference without a matching name");
  assert.deepEqual(
    field("price")?.fields.map(({ name, types }) => [name, types]),
    [["amount", ["int"]]],
  );
  assert.deepEqual(field("lent")?.length, [3, 6]);
  assert.deepEqual(
    field("lent")?.fields.map(({ name }) => name),
    ["user"],
  );
  assert.equal(field("note")?.share, 0.5);
  assert.deepEqual(
    books?.indexes.map(({ key }) => key),
    ["{ _id: 1 }", "{ stars: 1 }", "{ stars: 1, note: 1 }"],
  );
});

test("sampling the schema changes neither ids nor randomness", () => {
  const next = (asks: boolean): string => {
    const { session } = run(DATA);
    if (asks) ask(session, { of: "schema" });
    const result = session.answer({ type: "run", source: "print(new ObjectId() + Math.random())" }, () => undefined);
    return result.type === "result" ? (result.output[0]?.text ?? "") : "";
  };
  assert.equal(next(true), next(false));
});

test("an index by equality, sort and range is proposed, tried and created", () => {
  const { session, planned } = run(
    `${DATA}db.books.find({ author: "a7" }).sort({ "price.amount": -1 }).limit(3).toArray();`,
  );
  const plan = planned.at(-1) ?? -1;
  const advice = ask<Advice>(session, { of: "advice", plan });
  assert.equal(advice.now?.documents, 300);
  const [first] = advice.proposals;
  assert.equal(first?.text, '{ author: 1, "price.amount": -1 }');
  assert.deepEqual([first?.with.documents, first?.with.sorts, first?.entries], [3, false, 1]);
  assert.ok(first && first.bytes > 0);
  assert.ok(advice.proposals.length <= 3);
  assert.deepEqual(
    advice.spare.map(({ name }) => name),
    ["stars_1", "stars_1_note_1"],
  );
  assert.match(advice.spare[0]?.why ?? "", /begins with the same fields/);

  const trial = ask<Trial>(session, { of: "try", plan, key: { author: 1, "price.amount": -1 } });
  assert.deepEqual([trial.before?.documents, trial.after?.documents, trial.kept], [300, 3, true]);
  const shapes = ask<Shape[]>(session, { of: "schema" });
  assert.ok(shapes[1]?.indexes.some(({ key }) => key === '{ author: 1, "price.amount": -1 }'));
});

test("a plan that examines only the returned documents gets no proposal", () => {
  const { session, planned } = run(
    `${DATA}db.books.find({ _id: 7 }).toArray(); db.books.find({ stars: 3 }).toArray();`,
  );
  for (const plan of planned) assert.deepEqual(ask<Advice>(session, { of: "advice", plan }).proposals, []);
});

test("advice covers the head of a pipeline, updates and fields within arrays", () => {
  const { session, planned } = run(
    `${DATA}db.books.aggregate([{ $match: { author: "a1" } }, { $group: { _id: null, n: { $sum: 1 } } }]).toArray();
db.books.updateMany({ "lent.user": 12 }, { $set: { note: "x" } });`,
  );
  const texts = planned.map((plan) => ask<Advice>(session, { of: "advice", plan }).proposals[0]?.text);
  assert.deepEqual(texts, ["{ author: 1 }", '{ "lent.user": 1 }']);
});

test("fields are grouped by how an index can serve them", () => {
  const wanted = wantedOf({
    find: "c",
    filter: { $and: [{ a: 1 }, { b: { $gt: 2 } }], c: { $in: [1, 2] }, d: { $elemMatch: { e: 1 } } },
    sort: { f: -1 },
  });
  assert.deepEqual(wanted, { equal: ["a", "c", "d.e"], range: ["b"], sort: [["f", -1]], returned: [] });
  assert.deepEqual(candidates({ equal: ["a"], range: ["b"], sort: [["f", -1]], returned: [] })[0], {
    a: 1,
    f: -1,
    b: 1,
  });
  assert.deepEqual(candidates({ equal: [], range: [], sort: [], returned: [] }), []);
});

test("a cluster's collections show the chunks, documents and writes of each shard", () => {
  const session = new Session();
  const bundle = {
    id: "x",
    data: "function rows() { return {}; }",
    functions: [],
    checks: "",
    designs: [],
    cluster: { shards: 2, chunkLimit: 50 },
  };
  session.answer({ type: "open", bundle }, () => undefined);
  run(
    `sh.enableSharding("test"); sh.shardCollection("test.c", { k: 1 });
for (let i = 0; i < 200; i++) db.c.insertOne({ _id: i, k: (i * 37) % 200 });
db.plain.insertOne({ _id: 1 });`,
    session,
  );
  const [c, plain] = ask<ShardedCollection[]>(session, { of: "shards" });
  assert.deepEqual([c?.name, c?.key, plain?.key], ["c", "{ k: 1 }", null]);
  const sum = (field: "documents" | "writes"): number =>
    (c?.shards ?? []).reduce((total, shard) => total + shard[field], 0);
  assert.deepEqual([sum("documents"), sum("writes"), c?.shards.length], [200, 200, 2]);
  assert.deepEqual((plain?.shards ?? []).map(({ documents }) => documents).sort(), [0, 1]);
  assert.ok(c?.shards.every(({ chunks }) => chunks > 0));
});

test("a design's schema is the one after its setup", () => {
  const bundle = {
    id: "x",
    data: "function rows() { return { people: [{ _id: 1, name: 'Ada' }] }; }",
    functions: [{ name: "setup", signature: "setup(db, rows)", doc: "" }],
    designs: [
      {
        file: "a.js",
        name: "A",
        rationale: "",
        source: "function setup(db, rows) { db.people.insertMany(rows.people); db.people.createIndex({ name: 1 }); }",
      },
    ],
    checks: "",
  };
  const session = new Session();
  session.answer({ type: "open", bundle }, () => undefined);
  const shapes = ask<Shape[]>(session, { of: "design", file: "a.js" });
  assert.deepEqual(
    shapes.map(({ name, indexes }) => [name, indexes.length]),
    [["people", 2]],
  );
  assert.throws(() => ask(session, { of: "design", file: "b.js" }), /not part of the open exercise/);
});
