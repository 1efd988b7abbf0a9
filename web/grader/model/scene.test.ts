import assert from "node:assert/strict";
import { test } from "node:test";

import { counter, GOOD, graded, outcome, RACY } from "../counter_exercise.js";

const ONE = `must("one", "One.", (t) => t.fresh());`;

/** Counts hits; a client that dies may leave the count for `repair`. */
const HITS = `model({
  start: (rows) => new Map(rows.pages.map((page) => [page.name, page.hits])),
  calls: {
    hit: {
      args: (g, state) => [g.pick([...state.keys()]), g.int(1, 9)],
      run: (state, page, count) => void state.set(page, state.get(page) + count),
      crash: "repairable",
    },
    hits: { reads: true, args: (g, state) => [g.pick([...state.keys()])], run: (state, page) => state.get(page) },
    repair: { args: () => [], run: () => undefined, while: [], crash: "repairable", silent: true },
  },
  recover: "repair",
  observe: (state) => [...state.keys()].map((page) => ["hits", page]),
})`;

const functionsOf = (...signatures: string[]): { name: string; signature: string; doc: string }[] =>
  signatures.map((signature) => ({ name: signature.split("(")[0] as string, signature, doc: "" }));

const repairable = {
  ...counter(ONE, { model: HITS }),
  functions: functionsOf("setup(db, rows)", "hit(db, page, count)", "hits(db, page)", "repair(db)"),
};

/** Writes its intent to a log first; \`redo\` repeats what is in the log. */
const logged = (redo: string): string =>
  GOOD.replace("hit(db, page)", "hit(db, page, count)").replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `const id = new ObjectId();
    db.log.insertOne({ _id: id, page, count, total: hits(db, page) + count });
    db.pages.updateOne({ _id: page }, { $inc: { hits: count }, $push: { done: id } });
    db.log.deleteOne({ _id: id });`,
  ) +
  `
  function repair(db) {
    for (const { _id, page, count, total } of db.log.find().toArray()) {
      ${redo}
      db.log.deleteOne({ _id });
    }
  }`;

test("A recovery that overwrites what another client did in the meantime is found", () => {
  const careful = logged(
    "db.pages.updateOne({ _id: page, done: { $ne: _id } }, { $inc: { hits: count }, $push: { done: _id } });",
  );
  assert.equal(outcome(graded(repairable, careful), "crashes"), "passed: ");
  const careless = logged("db.pages.updateOne({ _id: page }, { $set: { hits: total } });");
  assert.match(
    outcome(graded(repairable, careless), "crashes"),
    /^failed: With the client dying .*, and another client coming in .*: the client died in hit\(db, '[^']*', \d\), another one called hit\(db, '[^']*', \d\), and repair ran: /,
  );
});

test("A recovery that mends only one of two dead clients' calls is found, and so is one that has to run twice", () => {
  const mending = (start: string, limit = 0): string =>
    GOOD.replace("hit(db, page)", "hit(db, page, count)").replace(
      "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
      `const id = new ObjectId();
      db.log.insertOne({ _id: id, page, count });
      db.pages.updateOne({ _id: page }, { $inc: { hits: 2 * count }, $push: { half: id } });
      db.pages.updateOne({ _id: page }, { $inc: { hits: -count }, $pull: { half: id } });
      db.log.deleteOne({ _id: id });`,
    ) +
    `
    function repair(db) {
      ${start}
      for (const { _id, page, count } of db.log.find().limit(${limit}).toArray()) {
        db.pages.updateOne({ _id: page, half: _id }, { $inc: { hits: -count }, $pull: { half: _id } });
        db.log.deleteOne({ _id });
      }
    }`;
  // Other clients see a half-done call until it is repaired.
  const model = HITS.replace("hits: {", "hits: { while: [],").replace("hit: {", "hit: { while: ['hit'],");
  const alone = { ...repairable, model: model.replace("model({", "model({ scale: 1,") };
  assert.equal(outcome(graded(alone, mending("")), "crashes"), "passed: ");
  assert.match(
    outcome(graded(alone, mending("", 1)), "crashes"),
    /: the client died in hit\(db, '[^']*', \d\), and another one in hit\(db, '[^']*', \d\), and repair ran: if both were done: /,
  );
  const nextTime = "if (db.log.updateMany({ seen: null }, { $set: { seen: true } }).modifiedCount > 0) return;";
  assert.match(outcome(graded(alone, mending(nextTime)), "crashes"), /, and repair ran: if it was done: hits/);
});

test("An error in a race names the calls", () => {
  const failing = GOOD.replace("hit(db, page)", "hit(db, page, count)").replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `if (db.busy.countDocuments() > 0) throw new Error("busy");
    db.busy.insertOne({ _id: 1 });
    db.busy.deleteOne({ _id: 1 });
    db.pages.updateOne({ _id: page }, { $inc: { hits: count } });`,
  );
  assert.match(
    outcome(graded(repairable, `${failing}\nfunction repair() {}`), "rivals"),
    /: hit\(db, .*\) and hit\(db, .*\) at the same moment: hit failed: Error: busy/,
  );
});

test("Until the recovery another client may see a call that is then taken back", () => {
  const undoing = logged(
    "db.pages.updateOne({ _id: page, done: _id }, { $inc: { hits: -count }, $pull: { done: _id } });",
  );
  const model = HITS.replace(
    "run: (state, page, count) => void state.set(page, state.get(page) + count)",
    "run: (state, page, count) => state.set(page, state.get(page) + count).get(page)",
  );
  const source = undoing.replace(
    "db.log.deleteOne({ _id: id });\n}",
    "db.log.deleteOne({ _id: id });\n    return hits(db, page);\n}",
  );
  assert.notEqual(source, undoing);
  const report = graded({ ...repairable, model: model.replace("crash:", "while: ['repair'], crash:") }, source);
  assert.equal(outcome(report, "history"), "passed: ");
  assert.equal(outcome(report, "crashes"), "passed: ");
});

test("A race is shown with the simplest arguments that show it", () => {
  const named = HITS.replaceAll("g.pick([...state.keys()])", "g.hot([...state.keys()])").replace(
    'crash: "repairable",\n    },\n    hits',
    'crash: "never",\n    },\n    hits',
  );
  const racing = { ...repairable, model: named };
  assert.match(
    outcome(
      graded(
        racing,
        `${RACY.replace("hit(db, page)", "hit(db, page, count)").replace("found + 1", "found + count")}\nfunction repair() {}`,
      ),
      "rivals",
    ),
    /: hit\(db, 'p0', 1\) and hit\(db, 'p0', 1\) at the same moment: /,
  );
});

/** Notes with ids, which the program generates, and a function that receives an id within an object. */
const NOTES = `model({
  start: () => [],
  calls: {
    add: {
      args: (g) => [g.name()],
      run: () => undefined,
      took: (state, id, text) => void state.push({ id, text, edits: 0 }),
    },
    edit: {
      args: (g, state) => (state.length === 0 ? null : [{ id: g.hot(state).id, text: g.name() }]),
      allowed: (state, { id }) => state.some((note) => note.id.equals(id)),
      run: (state, { id, text }) => {
        const note = state.find((one) => one.id.equals(id));
        note.text = text;
        note.edits += 1;
      },
    },
    texts: { reads: true, args: () => [], run: (state) => state.map(({ text, edits }) => text + " " + edits).sort() },
  },
  observe: () => [["texts"]],
})`;

const notes = {
  ...counter(ONE, { model: NOTES }),
  functions: functionsOf("setup(db, rows)", "add(db, text)", "edit(db, note)", "texts(db)"),
};

const NOTEBOOK = `
  function setup() {}
  function add(db, text) { return db.notes.insertOne({ text, edits: 0 }).insertedId; }
  function edit(db, { id, text }) { db.notes.updateOne({ _id: id }, { $set: { text }, $inc: { edits: 1 } }); }
  function texts(db) { return db.notes.find().toArray().map(({ text, edits }) => text + " " + edits).sort(); }`;

test("A shown history keeps the calls whose ids later ones receive, also within objects", () => {
  assert.equal(outcome(graded(notes, NOTEBOOK), "history"), "passed: ");
  const deaf = NOTEBOOK.replace("{ db.notes.updateOne", "{ if (text.includes('.')) return; db.notes.updateOne");
  assert.match(
    outcome(graded(notes, deaf), "history"),
    /^failed: After add\(db, 'ann'\); edit\(db, \{ id: '…', text: '[^']*\.[^']*' \}\): texts\(db\)/,
  );
});

test("A race about a generated id names only those calls before it that it needs", () => {
  const racing = NOTEBOOK.replace(
    "db.notes.updateOne({ _id: id }, { $set: { text }, $inc: { edits: 1 } });",
    `const { edits } = db.notes.findOne({ _id: id });
    db.notes.updateOne({ _id: id }, { $set: { text, edits: edits + 1 } });`,
  );
  assert.match(outcome(graded(notes, racing), "rivals"), /^failed: .* \(before that: add\(db, 'ann'\)\)$/);
});
