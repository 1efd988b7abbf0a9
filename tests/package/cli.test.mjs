/** `npx schema-dojo`: its commands as a person or a CI job calls them. */
import assert from "node:assert/strict";
import { spawnSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { BSON, MongoClient } from "mongodb";

const cli = fileURLToPath(new URL("../../dist/pkg/cli.js", import.meta.url));
const exercises = fileURLToPath(new URL("../../exercises", import.meta.url));
let folder;

before(() => (folder = mkdtempSync(join(tmpdir(), "schema-dojo-cli-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

function dojo(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

function write(name, text) {
  writeFileSync(join(folder, name), text);
  return name;
}

test("an invalid command line prints the error and the usage", () => {
  for (const [args, says] of [
    [["fly"], "no command fly"],
    [["grade", "reviews"], "one file or more"],
    [["run", "--speed", "x.js"], "--speed"],
    [["docs-check", "nowhere"], "no nowhere"],
  ]) {
    const { status, err } = dojo(...args);
    assert.equal(status, 2);
    assert.ok(err.includes(says), err);
    assert.ok(err.includes("usage:"), err);
  }
});

test("run prints what mongosh prints, and an error with its line", () => {
  write("good.js", "print('hello');\ndb.books.insertOne({ _id: 1 });\ndb.books.find()");
  assert.deepEqual(dojo("run", "good.js"), { status: 0, out: "hello\n[ { _id: 1 } ]\n", err: "" });
  write("bad.js", "let a = 1;\ndb.books.find({ $bogus: 1 }).toArray()");
  const { status, err } = dojo("run", "bad.js");
  assert.equal(status, 1);
  assert.match(err, /^bad\.js:2: MongoServerError: unknown top level operator: \$bogus/);
});

test("run reads data of every format with its types", () => {
  write("count.js", "db.getCollectionNames().sort().map((name) => [name, db[name].findOne().n.constructor.name])");
  write("a.json", '[{ "n": { "$numberLong": "9007199254740993" } }]');
  assert.match(dojo("run", "count.js", "--data", "a.json").out, /\[ \[ 'a', 'Long' \] \]/);
  write("b.jsonl", '{ "n": { "$numberDouble": "5.0" } }\n');
  write("value.js", "db.b.aggregate([{ $project: { _id: 0, t: { $type: '$n' } } }]).toArray()");
  assert.equal(dojo("run", "value.js", "--data", "b.jsonl").out, "[ { t: 'double' } ]\n");
  writeFileSync(join(folder, "c.bson"), Buffer.concat([BSON.serialize({ n: 1 }), BSON.serialize({ n: 2 })]));
  write("many.js", "db.c.countDocuments()");
  assert.equal(dojo("run", "many.js", "--data", "c.bson").out, "2\n");
  writeFileSync(join(folder, "cut.bson"), BSON.serialize({ n: 1 }).subarray(0, 9));
  assert.match(dojo("run", "many.js", "--data", "cut.bson").err, /cut\.bson: document 1 at byte 0: damaged or cut off/);
  writeFileSync(join(folder, "d.bson"), Buffer.concat([BSON.serialize({ n: new BSON.Double(5) })]));
  write("value.js", "db.d.aggregate([{ $project: { _id: 0, t: { $type: '$n' } } }]).toArray()");
  assert.equal(dojo("run", "value.js", "--data", "d.bson").out, "[ { t: 'double' } ]\n");
  mkdirSync(join(folder, "dump/shop"), { recursive: true });
  writeFileSync(join(folder, "dump/shop/pens.bson"), BSON.serialize({ n: 3 }));
  write("dump/shop/pens.metadata.json", '{ "indexes": [] }');
  write("dump/prelude.json", '{ "ServerVersion": "8.0.4" }');
  write("shop.js", 'db.getSiblingDB("shop").pens.find({}, { _id: 0 })');
  assert.equal(dojo("run", "shop.js", "--data", "dump").out, "[ { n: 3 } ]\n");
  mkdirSync(join(folder, "empty"));
  assert.match(dojo("run", "shop.js", "--data", "empty").err, /empty: only \.json/);
  write("wrong.jsonl", '{ "n": 1 }\n{ "n": \n');
  assert.match(dojo("run", "many.js", "--data", "wrong.jsonl").err, /wrong\.jsonl:2/);
});

test("grade reports as text, JSON and JUnit, and by its exit status", () => {
  const design = join(exercises, "workshop/reviews/designs/one-document-per-review.js");
  const starter = join(exercises, "workshop/reviews/starter.js");
  const both = dojo("grade", "reviews", design, starter);
  assert.equal(both.status, 1);
  assert.match(both.out, /one-document-per-review\.js: passed, \d of \d stars/);
  assert.match(both.out, /starter\.js: FAILED/);
  const [{ report }] = JSON.parse(dojo("grade", "reviews", design, "--json").out);
  assert.deepEqual([report.exercise, report.passed], ["reviews", true]);
  const xml = dojo("grade", "reviews", starter, "--junit").out;
  assert.match(xml, /<testsuite name="[^"]*starter\.js" tests="\d+" failures="[1-9]\d*">/);
  const [header, first, second] = dojo("grade", "reviews", design, starter, "--csv").out.split("\r\n");
  assert.match(header, /^file,exercise,passed,stars/);
  assert.match(first, /one-document-per-review\.js,reviews,true,\d,\d,/);
  assert.match(second, /starter\.js,reviews,false,0,/);
  const [passed, failed] = JSON.parse(
    dojo("grade", "reviews", design, starter, "--xapi", "--site", "https://school.example/dojo").out,
  );
  assert.equal(passed.verb.id, "http://adlnet.gov/expapi/verbs/passed");
  assert.equal(passed.object.id, "https://school.example/dojo/exercise/reviews/");
  assert.deepEqual(failed.actor, {
    objectType: "Agent",
    name: "starter",
    account: { homePage: "https://school.example/dojo", name: "starter" },
  });
  assert.equal(failed.result.success, false);
  assert.equal(dojo("grade", "reviews", design, "--csv", "--json").status, 2);
  assert.match(dojo("grade", "no-such-exercise", design).err, /no exercise no-such-exercise/);
});

const PAGE = `# Books

\`\`\`mongosh id=seeded
db.books.insertMany([{ _id: 1, title: "Emma" }, { _id: 2, title: "Cane" }]);
\`\`\`

1. A list

   \`\`\`mongosh depends-on=seeded
   db.books.countDocuments() // => 2
   db.books.find({ _id: 2 })
   // => [ { _id: 2, title: 'Cane' } ]
   \`\`\`

\`\`\`mongosh
db.books.findOne()
\`\`\`

\`\`\`mongosh-result
null
\`\`\`

<schema-dojo>
  <pre><code>db.pens.countDocuments({ a: { $gt: 1 } }) // =&gt; 1</code></pre>
  <script type="application/ejson" data-seed>{ "pens": [{ "a": 2 }, { "a": 1 }] }</script>
</schema-dojo>

\`\`\`js
not.run
\`\`\`
`;

test("docs-check runs every snippet of Markdown and compares what it prints", () => {
  write("page.md", PAGE);
  assert.deepEqual(dojo("docs-check", "page.md"), { status: 0, out: "4 snippets, 0 faults\n", err: "" });
  write("page.md", PAGE.replace("// => 2", "// => 3"));
  const { status, out } = dojo("docs-check", "page.md");
  assert.equal(status, 1);
  assert.match(out, /page\.md:10: the result differs\n  - 3\n  \+ 2\n/);
  assert.equal(dojo("docs-check", "page.md", "--update").status, 0);
  assert.equal(readFileSync(join(folder, "page.md"), "utf8"), PAGE);
});

test("docs-check names an error's line, a missing dependency and a missing seed", () => {
  write("page.md", PAGE.replace("db.books.findOne()", "db.books.find(").replace("null", "SyntaxError"));
  assert.equal(dojo("docs-check", "page.md").status, 1);
  write("page.md", "```mongosh\nlet a = 1;\nb\n```\n");
  assert.match(dojo("docs-check", "page.md").out, /page\.md:3: ReferenceError: b is not defined/);
  write("page.md", "```mongosh depends-on=nobody\n1\n```\n");
  assert.match(dojo("docs-check", "page.md").out, /page\.md:2: it depends on nobody, which is not on this page/);
  write("seed.json", '{ "pens": [{ "a": 2 }] }');
  write("page.md", "```mongosh seed=seed.json\ndb.pens.countDocuments() // => 1\n```\n");
  assert.equal(dojo("docs-check", "page.md").out, "1 snippets, 0 faults\n");
  write("page.md", "```mongosh seed=nowhere.json\n1\n```\n");
  assert.match(dojo("docs-check", "page.md").out, /page\.md:2: .*nowhere\.json/);
});

test("docs-check reads reStructuredText and the HTML of highlighters", () => {
  write(
    "page.rst",
    "Books\n=====\n\n.. code-block:: mongosh\n   :linenos:\n   :name: one\n\n   db.a.insertOne({ _id: 1 })\n   // => { acknowledged: true, insertedId: 1 }\n\nText.\n\n.. schema-dojo: depends-on=one\n\n.. code-block:: mongosh\n\n   db.a.countDocuments() // => 2\n",
  );
  assert.match(
    dojo("docs-check", "page.rst").out,
    /page\.rst:17: the result differs\n  - 2\n  \+ 1\n2 snippets, 1 faults/,
  );
  write(
    "page.html",
    '<div class="highlight-mongosh"><pre><span class="linenos">1</span>1 + <b>1</b> // =&gt; 3</pre></div>',
  );
  assert.match(dojo("docs-check", "page.html").out, /page\.html:1: the result differs\n  - 3\n  \+ 2/);
});

test("serve answers drivers until it is ended", async () => {
  write("a.json", '[{ "_id": 1 }]');
  const child = spawn(process.execPath, [cli, "serve", "--port", "0", "--data", "a.json"], { cwd: folder });
  const [first] = await once(child.stdout, "data");
  const client = await new MongoClient(String(first).split("\n")[0]).connect();
  assert.deepEqual(await client.db("test").collection("a").findOne(), { _id: 1 });
  await client.close();
  child.kill("SIGTERM");
  const [status] = await once(child, "exit");
  assert.equal(status, 0);
});
