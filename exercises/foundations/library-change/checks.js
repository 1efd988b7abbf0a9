// A changed document equals what JavaScript computes, and all others stay as they are; then the cost of each change.

const call = (fn, values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

// Says which fields of a document differ, if any do.
function compare(t, stored, expected, what) {
  const ids = new Set(expected.map(({ _id }) => _id));
  const made = stored.find(({ _id }) => !ids.has(_id));
  if (made) t.fail(`${what} made a new document, ${EJSON.stringify(made).slice(0, 80)}`);
  const found = new Map(stored.map((document) => [document._id, document]));
  for (const document of expected) {
    const now = found.get(document._id);
    t.expect.that(now !== undefined, `${what} removed the document with _id ${document._id}`);
    for (const field of Object.keys({ ...document, ...now })) {
      if (field in document && !(field in now)) t.fail(`\`${field}\` of the document with _id ${document._id} is gone after ${what}`);
      if (!(field in document)) t.fail(`\`${field}\` of the document with _id ${document._id} is ${EJSON.stringify(now[field])} after ${what}; it should be missing`);
      t.expect.equal(now[field], document[field], `\`${field}\` of the document with _id ${document._id} after ${what}`);
    }
  }
}

function change(fn, sentence, valuesOf, apply) {
  must(fn, sentence, (t) => {
    const w = t.fresh({ seed: 14, scale: 1 });
    const books = structuredClone(w.rows.books);
    const all = valuesOf(w.rows);
    all.push([4_000, ...all[0].slice(1)]);
    for (const [id, ...values] of all) {
      const book = books.find(({ _id }) => _id === id);
      if (book) apply(book, ...values);
      w.call(fn, id, ...values);
      compare(t, w.db.books.find().toArray(), books, call(fn, [id, ...values]));
    }
    compare(t, w.db.users.find().toArray(), w.rows.users, fn);
  });
}

change("setAvailable", "A book's availability is set, and the rest of it stays.",
  () => [[2, false], [2, false], [2, true], [39, false]],
  (book, available) => {
    book.available = available;
  });
change("forgetLanguage", "The field language is removed from a book, and the rest of it stays.",
  () => [[1], [8], [5]],
  (book) => {
    delete book.language;
  });
change("addPages", "A number is added to the pages of a book.",
  () => [[1, 12], [1, -3], [40, 0]],
  (book, n) => {
    book.pages += n;
  });
change("addSubjects", "Several subjects are appended to a book, all of them, in order.",
  () => [[1, ["Ghosts", "1920s"]], [2, ["Ghosts"]], [40, ["a.b"]], [1, ["Travel", "Ghosts", "Ghosts"]], [3, ["$title", "Elves"]]],
  (book, subjects) => book.subjects.push(...subjects));
change("tagSubject", "A subject is appended unless the book has it.",
  () => [[1, "Ghosts"], [1, "Ghosts"], [2, "Chess"], [3, "Chess"], [4, "Chess"], [5, "$title"]],
  (book, subject) => {
    if (!book.subjects.includes(subject)) book.subjects.push(subject);
  });
change("dropLastReview", "The last review of a book is removed; a book without reviews stays as it is.",
  (rows) => {
    const most = rows.books.toSorted((a, b) => b.reviews.length - a.reviews.length)[0];
    return [...most.reviews.map(() => [most._id]), [most._id], [most._id], [9]];
  },
  (book) => book.reviews.pop());
change("removeReviewsBy", "All reviews of one user are removed from a book.",
  (rows) => [[2, 3], ...rows.books.filter((book) => book.reviews.length > 1).slice(0, 4).map((book) => [book._id, book.reviews[1].user])],
  (book, user) => {
    book.reviews = book.reviews.filter((review) => review.user !== user);
  });
change("removeSubjects", "Several subjects are removed from a book, wherever they are.",
  (rows) => [
    [1, ["Chess", "1920s", "Travel"]],
    ...rows.books.filter(({ subjects }) => subjects.length > 1).slice(0, 5).map(({ _id, subjects }) => [_id, [subjects.at(-1), "nothing", subjects[0]]]),
  ],
  (book, subjects) => {
    book.subjects = book.subjects.filter((subject) => !subjects.includes(subject));
  });
must("renamePasswords", "The field password of every user is called secret.", (t) => {
  // More than fit into one batch.
  const more = Array.from({ length: 600 }, (_, i) => ({ _id: 1_000 + i, username: `reader${i}`, password: "p" }));
  const w = t.fresh({ seed: 14, scale: 1, rows: ({ users, books }) => ({ users: [...users, ...more], books }) });
  w.call("renamePasswords");
  const users = w.rows.users.map(({ password, ...user }) => ({ ...user, secret: password }));
  compare(t, w.db.users.find().toArray(), users, "renamePasswords(db)");
  compare(t, w.db.books.find().toArray(), w.rows.books, "renamePasswords(db)");
});
change("markBook", "The bits of a mark are set in a book, and its other marks stay.",
  () => [[1, 1], [1, 4], [1, 5], [40, 8], [40, 2], [2, 15], [2, 4]],
  (book, mark) => {
    book.marks = (book.marks ?? 0) | mark;
  });

star("one-trip", "A change is one round trip.", (t) => {
  const w = t.fresh({ seed: 19, scale: 1 });
  const changes = [
    ["setAvailable", 1, false],
    ["forgetLanguage", 1],
    ["addPages", 1, 2],
    ["addSubjects", 1, ["x", "z"]],
    ["tagSubject", 1, "y"],
    ["dropLastReview", 1],
    ["removeReviewsBy", 1, 3],
    ["removeSubjects", 1, ["x", "y"]],
    ["renamePasswords"],
    ["markBook", 1, 2],
  ];
  for (const [fn, ...values] of changes) {
    const { roundTrips } = w.cost(() => w.call(fn, ...values));
    t.expect.that(roundTrips <= 1, `${call(fn, values)} made ${amountOf(roundTrips, "round trip")}`);
  }
});

probe("rename", (w) => {
  w.call("renamePasswords");
}, { seed: 20, scale: 1 });

measure((w) => {
  for (let id = 1; id <= 10; id++) {
    w.call("setAvailable", id, false);
    w.call("addPages", id, 2);
    w.call("tagSubject", id, "Chess");
    w.call("removeSubjects", id, ["1920s"]);
  }
});
