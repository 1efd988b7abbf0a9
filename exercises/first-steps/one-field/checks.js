// What the first calls change, in words for beginners; the model has the rest.

const fieldsOf = (book) => Object.keys(book).filter((field) => field !== "_id").join(", ");
const byId = (w) => new Map(w.db.books.find().toArray().map((book) => [JSON.stringify(book._id), book]));

// Calls a function, and checks that the book `id` looks as `change` makes it and everything else is as it was.
function calls(t, w, call, id, change, act) {
  const before = byId(w);
  act();
  const after = byId(w);
  const key = JSON.stringify(id);
  for (const [other, book] of after) {
    t.expect.that(before.has(other), `${call} made a new document with the _id ${other}`);
    if (other === key) continue;
    const lent = [...after.values()].filter((each) => each.available === false).length;
    t.expect.that(
      EJSON.stringify(book) === EJSON.stringify(before.get(other)) || lent < 2,
      `${call}: ${lent} books are lent now, one was asked for`,
    );
    t.expect.equal(book, before.get(other), `the book ${other} after ${call}`);
  }
  for (const [other] of before) t.expect.that(after.has(other), `${call} removed the book ${other}`);
  const expected = change(before.get(key));
  const book = after.get(key);
  if (!expected) return;
  const gone = Object.keys(expected).filter((field) => !(field in book));
  t.expect.that(
    gone.every((field) => field === "available" || field === "reader"),
    `${call}: before: ${fieldsOf(before.get(key))}; after: ${fieldsOf(book)}`,
  );
  if ("reader" in expected) {
    t.expect.that("reader" in book, `the book has no \`reader\` after ${call}`);
  }
  t.expect.equal(book, expected, `the book after ${call}`);
}

function lend(t, w, id, reader) {
  const change = (book) => book && { ...book, available: false, reader };
  calls(t, w, `lend(db, ${JSON.stringify(id)}, ${JSON.stringify(reader)})`, id, change, () => w.call("lend", id, reader));
}

must("lend", "Lending changes `available` and `reader` of one book, and nothing else.", (t) => {
  const w = t.fresh({ seed: 11, scale: 2 });
  for (const [id, reader] of [[7, "ann"], ["a.b", "bob"], [7, "bob"]]) lend(t, w, id, reader);
});

must("names", "Names such as `$ann` are stored as they are.", (t) => {
  const w = t.fresh({ seed: 12, scale: 2 });
  for (const [id, reader] of [[1, "$ann"], [2, "$title"], [3, "$$ROOT"], ["d'or", "{ $set: 1 }"]]) {
    w.call("lend", id, reader);
    const stored = w.db.books.findOne({ _id: id });
    t.expect.that(
      "reader" in stored,
      `the reader ${JSON.stringify(reader)} is gone: in a pipeline, a string that begins with \`$\` names a field`,
    );
    t.expect.that(stored.reader === reader, `lent to ${JSON.stringify(reader)}, stored ${JSON.stringify(stored.reader)}`);
  }
});

measure((w) => {
  w.call("lend", 7, "ann");
  w.call("giveBack", 7);
});
