// What each function returns, with and without indexes; then how the answer comes, and by which index.
// No model: its functions only read, and what they return depends on indexes and batches that the checks set up.

// Titles that a dictionary would put elsewhere, and books without the field `available`.
const odd = (books) =>
  books.map(({ available, ...book }, i) =>
    i % 5 === 1 ? { ...book, available, title: book.title.toLowerCase() } : i % 7 === 2 ? book : { ...book, available },
  );
// More books than any program may read at once.
const many = (books) => [...books, ...Array.from({ length: 1_100 }, (_, i) => ({ ...books[0], _id: 100_000 + i, available: true, subjects: ["Chess"] }))];

const SEEDS = [
  { seed: 11, scale: 2 },
  { seed: 12, scale: 0.5, rows: ({ books }) => ({ books: odd(books) }) },
  { seed: 13, scale: 0 },
  { seed: 14, scale: 0.2, rows: ({ books }) => ({ books: many(books) }) },
];

const call = (fn, values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

function listed(t, answer, what) {
  const found = typeof answer?.toArray === "function" ? answer.toArray() : answer;
  t.expect.that(Array.isArray(found), `${what} returned ${found === undefined ? "nothing" : String(EJSON.stringify(found)).slice(0, 60)}, not a list`);
  return found;
}

function twoIndexes(w) {
  w.db.books.dropIndexes();
  w.db.books.createIndex({ subjects: 1 }, { name: "by_subject" });
  w.db.books.createIndex({ title: 1 }, { name: "by_title" });
}

must("titlePage", "The titles come in order, page by page, every one once.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    const titles = w.rows.books
      .map(({ _id, title }) => ({ _id, title }))
      .sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a._id - b._id));
    for (const [n, size] of [[0, 10], [1, 10], [2, 7], [0, 1_000], [500, 10], [3, 2], [0, 2_000]]) {
      const what = call("titlePage", [n, size]);
      const found = listed(t, w.call("titlePage", n, size), what).map((book) => ({ _id: book?._id, title: book?.title }));
      t.expect.ordered(found, titles.slice(n * size, (n + 1) * size), what);
    }
  }
});

must("countAvailable", "The available books are counted.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    for (const available of [null, false, true]) {
      if (available !== null) {
        w.db.books.updateOne({ _id: 1 }, { $set: { available } });
        w.rows.books.find(({ _id }) => _id === 1).available = available;
      }
      t.expect.equal(w.call("countAvailable"), w.rows.books.filter((book) => book.available).length, "countAvailable(db)");
    }
  }
});

must("examinedAbout", "The number of books that the server examines for a subject is right, with an index and without.", (t) => {
  const w = t.fresh({ seed: 20, scale: 1 });
  w.db.books.dropIndexes();
  for (const index of [null, { subjects: 1 }]) {
    if (index) w.db.books.createIndex(index);
    for (const subject of ["Chess", "1920s", "Jazz"]) {
      const { totalDocsExamined } = w.db.books.find({ subjects: subject }).explain("executionStats").executionStats;
      t.expect.equal(w.call("examinedAbout", subject), totalDocsExamined, `${call("examinedAbout", [subject])} ${index ? "with" : "without"} an index on subjects`);
    }
  }
});

must("allTitles", "All titles are listed, each as often as books have it.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    for (const size of [2, 10, 1_000]) {
      t.expect.sameSet(listed(t, w.call("allTitles", size), call("allTitles", [size])), w.rows.books.map(({ title }) => title), call("allTitles", [size]));
    }
  }
});

must("booksByIndex", "The books about a subject are the same, whichever index finds them.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    twoIndexes(w);
    for (const index of ["by_subject", "by_title"]) {
      for (const subject of ["Chess", "Jazz"]) {
        const about = w.rows.books.filter(({ subjects }) => subjects.includes(subject));
        t.expect.sameSet(w.call("booksByIndex", subject, index), about, call("booksByIndex", [subject, index]));
      }
    }
  }
});

star("batches", "All titles come in batches of the size that is asked for.", (t) => {
  const w = t.fresh({ seed: 22, scale: 1 });
  const titles = w.rows.books.length;
  for (const size of [10, 25, 2, 1_000]) {
    const { roundTrips, nreturned } = w.cost(() => w.call("allTitles", size));
    const batches = Math.ceil(titles / size);
    // A batch that is full may be followed by an empty one.
    t.expect.that(
      roundTrips >= batches && roundTrips <= batches + 1 && nreturned <= titles,
      `${call("allTitles", [size])} fetched ${amountOf(nreturned, "document")} with ${amountOf(roundTrips, "round trip")}; ${amountOf(titles, "title is", "titles are")} ${amountOf(batches, "batch", "batches")}`,
    );
  }
}, { after: ["allTitles"] });

star("hinted", "The index that is named is the one that is used, even if another one would be better.", (t) => {
  const w = t.fresh({ seed: 23, scale: 1 });
  twoIndexes(w);
  const about = w.rows.books.filter((book) => book.subjects.includes("Chess")).length;
  for (const [name, keys] of [["by_subject", about], ["by_title", w.rows.books.length]]) {
    const { keysExamined } = w.cost(() => listed(t, w.call("booksByIndex", "Chess", name), "booksByIndex"));
    t.expect.that(
      keysExamined >= keys && keysExamined <= keys + 1,
      `${call("booksByIndex", ["Chess", name])} examined ${amountOf(keysExamined, "index key")}; with the index ${name} it is ${keys}`,
    );
  }
}, { after: ["booksByIndex"] });

probe("batches", (w) => {
  w.call("allTitles", 10);
}, { seed: 24, scale: 1 });

probe("other-index", (w) => {
  twoIndexes(w);
  const answer = w.call("booksByIndex", "Chess", "by_title");
  if (typeof answer?.toArray === "function") answer.toArray();
}, { seed: 25, scale: 1 });

measure((w) => {
  w.db.books.createIndex({ subjects: 1 }, { name: "by_subject" });
  for (let n = 0; n < 4; n++) {
    const page = w.call("titlePage", n, 10);
    if (typeof page?.toArray === "function") page.toArray();
  }
  w.call("countAvailable");
  w.call("allTitles", 10);
  const about = w.call("booksByIndex", "Chess", "by_subject");
  if (typeof about?.toArray === "function") about.toArray();
});
