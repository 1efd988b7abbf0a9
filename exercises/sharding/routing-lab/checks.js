// Predictions are held against the rules of the task, the other functions against four shards.

const NAMESPACE = "test.books";
const KEY = { publisher: 1, _id: 1 };

const show = (value) => JSON.stringify(value) ?? "nothing";
const RANGES = ["$gt", "$gte", "$lt", "$lte"];
const operators = (condition) => {
  const plain = condition !== null && typeof condition === "object" && !Array.isArray(condition) && !(condition instanceof Date);
  return plain ? Object.keys(condition).filter((name) => name.startsWith("$")) : [];
};
const equals = (condition) => condition !== undefined && (operators(condition).length === 0 || operators(condition).includes("$eq"));
const bounds = (condition, hashed) =>
  equals(condition) || operators(condition).includes("$in") || (!hashed && operators(condition).some((name) => RANGES.includes(name)));

function expected(key, op) {
  if (op.document) return "one";
  const filter = op.filter ?? op.pipeline[0]?.$match ?? {};
  const fields = Object.keys(key);
  if (fields.every((field) => equals(filter[field]))) return "one";
  const [first] = fields;
  if (bounds(filter[first], key[first] === "hashed")) return "some";
  return filter.$or?.every((branch) => expected(key, { filter: branch }) !== "all") ? "some" : "all";
}

// `why` says what was seen where a prediction is a usual mistake.
function expectTarget(t, w, key, op) {
  const said = w.call("targets", key, op);
  const right = expected(key, op);
  t.expect.that(said === right, `targets(${show(key)}, ${show(op)}) said ${show(said)}; it asks ${{ one: "one shard", some: "only the shards within its bounds: some", all: "all shards" }[right]}`);
}

const FIND = (filter) => ({ name: "find", filter });

must("operations", "targets is right for the catalogue's operations.", (t) => {
  const w = t.cluster({ seed: 891, scale: 0.05 });
  const publisher = "Scribner";
  for (const op of [
    FIND({ publisher, _id: 7 }),
    { name: "updateOne", filter: { _id: 7, publisher } },
    FIND({ publisher }),
    FIND({ publisher: { $in: [publisher, "a.b"] } }),
    FIND({ publisher: { $in: [publisher] }, _id: 7 }),
    FIND({ publisher: { $gte: "A", $lt: "C" } }),
    FIND({ _id: 7 }),
    FIND({ isbn: "978-1" }),
    FIND({}),
    { name: "countDocuments", filter: { publisher } },
    { name: "insertOne", document: { _id: 7, publisher, isbn: "978-1", title: "x", subjects: [] } },
    { name: "deleteOne", filter: { _id: 7 } },
    { name: "aggregate", pipeline: [{ $match: { publisher } }, { $group: { _id: "$title", books: { $sum: 1 } } }] },
    { name: "aggregate", pipeline: [{ $group: { _id: "$publisher", publisher: { $sum: 1 } } }, { $match: { publisher: 3 } }] },
    { name: "updateMany", filter: { subjects: "1920s" } },
    FIND({ publisher: { $eq: publisher }, _id: { $eq: 7 }, title: "x" }),
    FIND({ publisher, _id: { $gt: 7 } }),
    FIND({ publisher: { $ne: publisher } }),
    FIND({ publisher: null, _id: 7 }),
    FIND({ $or: [{ publisher: "a.b" }, { publisher, _id: 7 }] }),
    FIND({ $or: [{ publisher: "a.b" }, { _id: 7 }] }),
    FIND({ publisher: { $exists: true }, _id: 7 }),
  ]) expectTarget(t, w, KEY, op);
});

must("other-keys", "targets is right for other keys, too: hashed ones and longer ones.", (t) => {
  const w = t.cluster({ seed: 892, scale: 0.05 });
  for (const [key, filter] of [
    [{ _id: "hashed" }, { _id: 7 }],
    [{ _id: "hashed" }, { _id: { $in: [7, 8] } }],
    [{ _id: "hashed" }, { _id: { $gt: 7 } }],
    [{ publisher: "hashed", _id: 1 }, { publisher: "a.b", _id: { $gt: 7 } }],
    [{ publisher: "hashed", _id: 1 }, { publisher: { $gte: "a.b" }, _id: 7 }],
    [{ a: 1, b: 1, c: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 1, c: 1 }, { b: 1, c: 2 }],
    [{ a: 1, b: 1, c: 1 }, { c: 3, b: null, a: 1 }],
    [{ a: 1, b: 1, c: 1 }, { a: 1, c: 3 }],
  ]) expectTarget(t, w, key, FIND(filter));
  const random = t.random(1);
  const keys = [{ a: 1 }, { a: "hashed" }, { a: 1, b: 1 }, { b: 1, a: "hashed" }, { b: "hashed", c: 1 }, { c: 1, a: 1, b: 1 }];
  const conditions = [5, null, "x", { $eq: 5 }, { $in: [1, 2] }, { $gt: 1 }, { $gte: 1, $lte: 9 }, { $lt: 3 }, { $ne: 5 }, { $nin: [1, 2] }, { $exists: true }];
  const filter = () => Object.fromEntries(["a", "b", "c", "d"].filter(() => random() < 0.6).map((field) => [field, random.pick(conditions)]));
  for (let i = 0; i < 150; i++) {
    const key = random.pick(keys);
    const some = random() < 0.2 ? { $or: [filter(), filter()] } : filter();
    expectTarget(t, w, key, random() < 0.2 ? { name: "aggregate", pipeline: [{ $match: some }, { $sort: { a: 1 } }] } : { name: random.pick(["find", "updateMany", "deleteMany"]), filter: some });
    if (i % 10 === 0) expectTarget(t, w, key, { name: "aggregate", pipeline: [{ $group: { _id: "$a", a: { $sum: 1 } } }, { $match: some }] });
  }
}, { after: ["operations"] });

// A cluster on which the books are sharded and spread.
function spread(t, plan) {
  const w = t.cluster(plan);
  const stored = w.db.books.countDocuments();
  t.expect.that(stored === w.rows.books.length, `after setup, \`books\` has ${amountOf(stored, "document")} of ${amountOf(w.rows.books.length, "book")}`);
  w.db.books.createIndex(KEY);
  try {
    w.sh.shardCollection(NAMESPACE, KEY);
  } catch (error) {
    t.fail(`after setup, sharding \`books\` by ${show(KEY)} was refused: ${error.message}`);
  }
  // The balancer has its turn at the end of a command.
  w.db.books.deleteMany({ _id: "nobody" });
  return w;
}

const added = (_id, isbn, publisher = "Scribner") => ({ _id, publisher, isbn, title: `New $${_id}`, subjects: ["fresh"] });

function expectBook(t, w, isbn, book, when) {
  const found = w.call("byIsbn", isbn);
  const call = `byIsbn(db, ${show(isbn)}) ${when}`;
  if (!book) t.expect.that(found === null || found === undefined, `${call} is ${show(found)}; no book has this ISBN`);
  else t.expect.equal(found && Object.fromEntries(Object.keys(book).map((field) => [field, found[field]])), book, call);
}

const copies = (w, isbn) => w.db.books.countDocuments({ isbn });

must("books", "The books lie on four shards, each once, and byIsbn reads no further ones.", (t) => {
  const w = spread(t, { seed: 893, scale: 0.5 });
  const { books } = w.rows;
  for (const book of books.slice(0, 8)) expectBook(t, w, book.isbn, book, "after setup");
  const { docsExamined } = w.cost(() => w.call("byIsbn", books[9].isbn));
  t.expect.that(docsExamined <= 2, `byIsbn(db, ${show(books[9].isbn)}) examined ${amountOf(docsExamined, "document")}`);
  const one = added("n.1", "978-new");
  for (const book of [one, one, added(5001, "978-new", "a.b"), added("5001", books[3].isbn), books[4]]) w.call("addBook", book);
  for (const isbn of ["978-new", books[3].isbn, books[4].isbn]) t.expect.that(copies(w, isbn) === 1, `\`books\` has ${amountOf(copies(w, isbn), "document")} with the ISBN ${show(isbn)}`);
  w.call("rename", one._id, one.publisher, "Il $1 nome");
  t.expect.equal(w.db.books.findOne({ _id: one._id, publisher: one.publisher })?.title, "Il $1 nome", "the title in `books` after rename");
}, { after: ["history"] });

must("rename-one", "rename asks one shard.", (t) => {
  const w = spread(t, { seed: 894, scale: 1 });
  for (const { _id, publisher } of w.rows.books.slice(0, 12)) {
    const asked = w.cluster.targets(() => w.call("rename", _id, publisher, "Another"), "books");
    t.expect.that(asked.every((shards) => shards === 1), `rename(db, ${show(_id)}, ${show(publisher)}, …) asked ${Math.max(...asked)} shards for one book`);
  }
}, { after: ["history"] });

star("targeted", "byIsbn asks at most one shard of books.", (t) => {
  const w = spread(t, { seed: 895, scale: 1 });
  for (const { isbn } of w.rows.books.slice(0, 20)) {
    const asked = w.cluster.targets(() => w.call("byIsbn", isbn), "books").reduce((sum, shards) => sum + shards, 0);
    t.expect.that(asked <= 1, `byIsbn(db, ${show(isbn)}) asked ${asked} shards of \`books\``);
  }
});

star("unique", "Of two books with one ISBN, one is stored, even when another client comes in between or one dies.", (t) => {
  const w = spread(t, { seed: 896, scale: 0.1 });
  const [mine, theirs] = [added("mine", "978-x"), added("theirs", "978-x", "Zoë")];
  const answers = {};
  const expectOne = (world, when) => {
    const stored = world.db.books.find({ isbn: "978-x" }).toArray().map(({ _id }) => _id);
    t.expect.that(stored.length === 1, `${when}: ${stored.length === 0 ? "no book has the ISBN 978-x" : `the ISBN 978-x is there ${stored.length} times`}`);
    const right = { mine: stored[0] === "mine", theirs: stored[0] === "theirs" };
    for (const name of ["mine", "theirs"]) {
      if (name in answers) t.expect.that(answers[name] === right[name], `${when}: the book ${show(stored[0])} is stored, and addBook of ${show(name)} returned ${show(answers[name])}`);
    }
    expectBook(t, world, "978-x", right.mine ? mine : theirs, when);
  };
  const add = (name, book) => (world) => {
    answers[name] = world.call("addBook", book);
  };
  w.rival(add("mine", mine), add("theirs", theirs), (world) => expectOne(world, "after two books with one ISBN were added at the same moment"));
  delete answers.theirs;
  w.crash(add("mine", mine), add("mine", mine), (world) => expectOne(world, "after the client died in addBook and sent the book again"), { outside: answers });
  w.crash(add("mine", mine), add("mine", mine), (world) => expectOne(world, "after the client died in addBook, another book came, and the first was sent again"), {
    outside: answers,
    rival: (world) => void world.call("addBook", theirs),
  });
});

// As `spread`, in the probe's world: the checks say what is wrong with it.
const sharded = (action) => (w) => {
  w.db.books.createIndex(KEY);
  w.sh.shardCollection(NAMESPACE, KEY);
  w.db.books.deleteMany({ _id: "nobody" });
  return action(w);
};
probe("byIsbn", sharded((w) => w.call("byIsbn", w.rows.books[9].isbn)), { seed: 897, scale: 1, shards: 4 });
probe("addBook", sharded((w) => w.call("addBook", added("probe", "978-probe"))), { seed: 897, scale: 1, shards: 4 });

measure(
  (w) => {
    w.db.books.createIndex(KEY);
    w.sh.shardCollection(NAMESPACE, KEY);
    w.db.books.deleteMany({ _id: "nobody" });
    for (const { isbn } of w.rows.books.slice(0, 30)) w.call("byIsbn", isbn);
    for (const { _id, publisher } of w.rows.books.slice(0, 5)) w.call("rename", _id, publisher, "Another");
    for (let i = 0; i < 3; i++) w.call("addBook", added(`m${i}`, `978-m${i}`));
  },
  { scale: 0.5, shards: 4, chunkLimit: 50 },
);
