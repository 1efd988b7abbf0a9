// One check for each drill, against rows never seen; then two readers at once, and what a change costs.

const SEEDS = [
  { seed: 11, scale: 2 },
  { seed: 12, scale: 0.5 },
  { seed: 13, scale: 0 },
];

const subjectsOf = (book) => book.subjects;
const call = (fn, values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

// A finder: for several values, exactly the documents of a collection for which the predicate holds.
function finder(fn, sentence, valuesOf, predicate, collection = "books") {
  must(`find-${fn}`, sentence, (t) => {
    for (const plan of SEEDS) {
      const w = t.fresh(plan);
      const documents = w.rows[collection];
      for (const values of valuesOf(w.rows)) {
        const expected = documents.filter((document) => predicate(document, ...values));
        t.expect.sameSet(w.call(fn, ...values), expected, call(fn, values));
      }
    }
  });
}

// A change: the document it is aimed at becomes what JavaScript makes of it, and all others stay. Nothing happens where
// there is no such book.
function change(fn, sentence, collection, valuesOf, apply) {
  must(`change-${fn}`, sentence, (t) => {
    const w = t.fresh({ seed: 14, scale: 1 });
    const documents = structuredClone(w.rows[collection]);
    const all = valuesOf(w.rows);
    if (collection === "books") all.push([4_000, ...all[0].slice(1)]);
    for (const values of all) {
      for (const document of documents) apply(document, ...values);
      w.call(fn, ...values);
      const stored = w.db.getCollection(collection).find().toArray();
      t.expect.sameSet(stored, documents, `${collection} after ${call(fn, values)}`);
    }
  });
}

const only = (effect) => (book, id, ...values) => {
  if (book._id === id) effect(book, ...values);
};

must("store-addAuthor", "An author is stored with the given _id; a second one with that _id is an error.", (t) => {
  const w = t.fresh({ seed: 15, scale: 1 });
  for (const author of [{ _id: 900, first_name: "Zoë", last_name: "O'Hara" }, { _id: "x.$1", last_name: "" }]) {
    w.call("addAuthor", author);
    t.expect.equal(w.db.authors.findOne({ _id: author._id }), author, "the stored author");
  }
  const { error } = w.attempt("addAuthor", { _id: 900, first_name: "Second", last_name: "Author" });
  t.expect.that(
    error && error.code === 11000,
    `adding a second author with _id 900 ${error ? `failed with ${error.message}` : "raised no error"}; the duplicate key must be reported`,
  );
  t.expect.equal(w.db.authors.findOne({ _id: 900 }).first_name, "Zoë", "the first author with _id 900");
});

must("store-addUser", "A user is stored without a given _id, and the new _id is returned.", (t) => {
  const w = t.fresh({ seed: 16, scale: 1 });
  const ids = ["new.reader", "new.reader", "李雷"].map((username) => w.call("addUser", username, "pa$$word"));
  t.expect.that(ids.every((id) => id !== undefined && id !== null), `addUser returned ${String(ids[0])}, not an _id`);
  ids.forEach((id, i) => {
    const user = w.db.users.findOne({ _id: id });
    t.expect.that(user !== null, `addUser returned ${String(id)}, and no user has that _id`);
    t.expect.equal(
      { username: user.username, password: user.password },
      { username: i < 2 ? "new.reader" : "李雷", password: "pa$$word" },
      "the stored user",
    );
  });
  t.expect.that(w.db.users.countDocuments() === w.rows.users.length + 3, "three users were added, the collection says otherwise");
  w.db.users.deleteMany({ _id: { $in: [1, 2] } });
  const next = w.call("addUser", "after", "two left");
  t.expect.equal(w.db.users.findOne({ _id: next })?.username, "after", "the name of a user who was added after two had left");
});

must("delete-removeBook", "A book is deleted, that book alone, and once.", (t) => {
  const w = t.fresh({ seed: 17, scale: 1 });
  for (const [id, expected] of [[3, true], [3, false], [40, true], [4_000, false]]) {
    const result = w.call("removeBook", id);
    t.expect.that(result === expected, `${call("removeBook", [id])} returned ${JSON.stringify(result)}, not ${expected}`);
  }
  const left = w.rows.books.map((book) => book._id).filter((id) => id !== 3 && id !== 40);
  t.expect.sameSet(w.db.books.distinct("_id"), left, "the _ids of the books that are left");
});

finder("authorsNamed", "Authors are found by their exact last name.",
  () => [["O'Brien"], ["Smith"], ["smith"], ["Smit"], ["Núñez"]],
  (author, name) => author.last_name === name, "authors");
finder("booksAbout", "Books are found by one of their subjects.",
  () => [["1920s"], ["Chess"], ["Jazz"], ["chess"]],
  (book, subject) => subjectsOf(book).includes(subject));
finder("booksAboutAll", "Books are found that have all of several subjects, in any order.",
  () => [[["Chess"]], [["Poetry", "1920s"]], [["1920s", "Poetry"]], [["Chess", "Nothing"]]],
  (book, subjects) => subjects.every((subject) => subjectsOf(book).includes(subject)));
finder("booksWithSubjects", "Books are found by how many subjects they have.",
  () => [[0], [1], [3], [9]],
  (book, n) => subjectsOf(book).length === n);
finder("booksOfLength", "Books are found from one length up to another, the upper end excluded.",
  () => [[200, 300], [80, 81], [300, 300], [0, 10_000]],
  (book, from, to) => book.pages >= from && book.pages < to);
finder("booksInLanguages", "Books are found that are in one of several languages.",
  () => [[["French"]], [["English", "German"]], [["Latin"]]],
  (book, languages) => languages.includes(book.language));
finder("booksNotBy", "Books are found that none of several authors wrote.",
  () => [[[1, 2, 3]], [[9_999]]],
  (book, authors) => !authors.includes(book.author));
finder("shortOrFree", "Books are found that are short, or available, or both.",
  () => [[150], [0], [400]],
  (book, pages) => book.pages < pages || book.available);
finder("booksPrintedIn", "Books are found by the city inside their publisher.",
  () => [["New York"], ["Paris"], ["York"]],
  (book, city) => book.publisher.city === city);
finder("booksWithPages", "Books are found whose number of pages can be divided.",
  () => [[100], [7], [1]],
  (book, divisor) => book.pages % divisor === 0);
must("find-booksWithNumericIsbn", "Books are found whose ISBN is a number, of whichever type.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    const books = structuredClone(w.rows.books);
    for (const isbn of [9_780_000_000_017, 17]) {
      t.expect.sameSet(w.call("booksWithNumericIsbn"), books.filter((book) => typeof book.isbn === "number"), "booksWithNumericIsbn(db)");
      books[0].isbn = isbn;
      w.db.books.updateOne({ _id: books[0]._id }, { $set: { isbn } });
    }
    t.expect.sameSet(
      w.call("booksWithNumericIsbn"),
      books.filter((book) => typeof book.isbn === "number"),
      `booksWithNumericIsbn(db), after the ISBN of book ${books[0]._id} became 17`,
    );
  }
});
finder("booksWithoutLanguage", "Books are found that lack the field language; null is not lacking.",
  () => [[]],
  (book) => !("language" in book));
finder("booksReviewed", "Books are found with one review that has this user and this text.",
  (rows) => [[1, "so-so"], [2, "Great stuff"], ...rows.books.flatMap((book) => book.reviews.slice(0, 1).map((r) => [r.user, r.text])).slice(0, 8)],
  (book, user, text) => book.reviews.some((review) => review.user === user && review.text === text));
finder("booksStarting", "Books are found by the start of their title, sign for sign.",
  () => [["The "], ["C"], ["C++ (2"], ["A $1"], ["What?"], ["the "], ["."], [""]],
  (book, prefix) => book.title.startsWith(prefix));

change("addReview", "A review is appended to its book.", "books",
  () => [[1, { user: 3, text: "d'accord. $5" }], [40, { user: 4, text: "" }], [1, { user: 3, text: "twice" }], [1, { user: 3, text: "twice" }]],
  only((book, review) => book.reviews.push(review)));
change("setAvailable", "A book's availability is set, and the rest of it stays.", "books",
  () => [[2, false], [2, false], [2, true], [39, false]],
  only((book, available) => {
    book.available = available;
  }));
change("forgetLanguage", "The field language is removed from a book, and the rest of it stays.", "books",
  () => [[1], [8], [5]],
  only((book) => {
    delete book.language;
  }));
change("addPages", "A number is added to the pages of a book.", "books",
  () => [[1, 12], [1, -3], [40, 0]],
  only((book, n) => {
    book.pages += n;
  }));
change("addSubjects", "Several subjects are appended to a book, all of them, in order.", "books",
  () => [[1, ["Ghosts", "1920s"]], [2, ["Ghosts"]], [40, ["a.b"]], [1, ["Travel", "Ghosts", "Ghosts"]]],
  only((book, subjects) => book.subjects.push(...subjects)));
change("tagSubject", "A subject is appended unless the book has it.", "books",
  () => [[1, "Ghosts"], [1, "Ghosts"], [2, "Chess"], [3, "Chess"], [4, "Chess"]],
  only((book, subject) => {
    if (!book.subjects.includes(subject)) book.subjects.push(subject);
  }));
change("dropLastReview", "The last review of a book is removed; a book without reviews stays as it is.", "books",
  () => [[1], [1], [1], [1], [1], [1], [9]],
  only((book) => book.reviews.pop()));
change("removeReviewsBy", "All reviews of one user are removed from a book.", "books",
  (rows) => rows.books.filter((book) => book.reviews.length > 1).slice(0, 4).map((book) => [book._id, book.reviews[1].user]),
  only((book, user) => {
    book.reviews = book.reviews.filter((review) => review.user !== user);
  }));
change("removeSubjects", "Several subjects are removed from a book.", "books",
  (rows) => [
    [1, ["Chess", "1920s", "Travel"]],
    ...rows.books.filter(({ subjects }) => subjects.length > 1).slice(0, 5).map(({ _id, subjects }) => [_id, [subjects.at(-1), "nothing", subjects[0]]]),
  ],
  only((book, subjects) => {
    book.subjects = book.subjects.filter((subject) => !subjects.includes(subject));
  }));
change("renamePasswords", "The field password of every user is called secret.", "users",
  () => [[]],
  (user) => {
    user.secret = user.password;
    delete user.password;
  });

change("markBook", "The bits of a mark are set in a book, and its other marks stay.", "books",
  () => [[1, 1], [1, 4], [1, 5], [40, 8], [40, 2]],
  only((book, mark) => {
    book.marks = (book.marks ?? 0) | mark;
  }));

must("list-titlePage", "The titles come in order, page by page, every one once.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    const titles = w.rows.books
      .map(({ _id, title }) => ({ _id, title }))
      .sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a._id - b._id));
    for (const [n, size] of [[0, 10], [1, 10], [2, 7], [0, 1_000], [500, 10]]) {
      const expected = titles.slice(n * size, (n + 1) * size);
      t.expect.ordered(w.call("titlePage", n, size), expected, call("titlePage", [n, size]));
    }
  }
});

must("list-allTitles", "All titles are listed, each as often as books have it.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    for (const size of [2, 10, 1_000]) {
      t.expect.sameSet(w.call("allTitles", size), w.rows.books.map(({ title }) => title), call("allTitles", [size]));
    }
  }
});

must("list-booksByIndex", "The books about a subject are the same, whichever index finds them.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    w.db.books.dropIndexes();
    w.db.books.createIndex({ subjects: 1 }, { name: "by_subject" });
    w.db.books.createIndex({ title: 1 }, { name: "by_title" });
    for (const index of ["by_subject", "by_title"]) {
      for (const subject of ["Chess", "Jazz"]) {
        const about = w.rows.books.filter(({ subjects }) => subjects.includes(subject));
        t.expect.sameSet(w.call("booksByIndex", subject, index), about, call("booksByIndex", [subject, index]));
      }
    }
  }
});

must("list-countAvailable", "The available books are counted.", (t) => {
  for (const plan of SEEDS) {
    const w = t.fresh(plan);
    t.expect.equal(w.call("countAvailable"), w.rows.books.filter((book) => book.available).length, "countAvailable(db)");
  }
});

must("list-examinedAbout", "It is known how many books the server examines for a subject, with an index and without.", (t) => {
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

must("rival-review", "Two reviews that a book receives at the same moment both survive.", (t) => {
  const w = t.fresh({ seed: 18, scale: 0.2 });
  w.rival(
    (world) => world.call("addReview", 1, { user: 1, text: "mine" }),
    (world) => world.call("addReview", 1, { user: 2, text: "yours" }),
    (world) => {
      const texts = world.db.books.findOne({ _id: 1 }).reviews.map((review) => review.text);
      for (const text of ["mine", "yours"]) {
        t.expect.that(texts.includes(text), `two reviews were added at the same moment, and "${text}" is lost`);
      }
    },
  );
});

star("one-trip", "A change is one round trip.", (t) => {
  const w = t.fresh({ seed: 19, scale: 1 });
  const changes = [
    ["addReview", 1, { user: 1, text: "short" }],
    ["setAvailable", 1, false],
    ["forgetLanguage", 1],
    ["addPages", 1, 2],
    ["addSubjects", 1, ["x"]],
    ["tagSubject", 1, "y"],
    ["dropLastReview", 1],
    ["removeReviewsBy", 1, 3],
    ["removeSubjects", 1, ["x"]],
    ["renamePasswords"],
    ["markBook", 1, 2],
  ];
  for (const [fn, ...values] of changes) {
    const meters = w.cost(() => w.call(fn, ...values));
    t.expect.that(meters.roundTrips <= 1, `${call(fn, values)} made ${amountOf(meters.roundTrips, "round trip")}`);
  }
});

star("batches", "All titles are read, and come in batches of the size that is asked for.", (t) => {
  const w = t.fresh({ seed: 22, scale: 1 });
  const titles = w.rows.books.map(({ title }) => title);
  for (const size of [10, 25, 1_000]) {
    let found;
    const { roundTrips, nreturned } = w.cost(() => {
      found = w.call("allTitles", size);
    });
    t.expect.sameSet(found, titles, call("allTitles", [size]));
    const batches = Math.ceil(titles.length / size);
    // A batch that is full may be followed by an empty one.
    t.expect.that(
      roundTrips >= batches && roundTrips <= batches + 1 && nreturned <= titles.length,
      `${call("allTitles", [size])} fetched ${amountOf(nreturned, "document")} with ${amountOf(roundTrips, "round trip")}; ${amountOf(titles.length, "title is", "titles are")} ${amountOf(batches, "batch", "batches")}`,
    );
  }
});

star("hinted", "The index that is named is the one that is used, even if another one would be better.", (t) => {
  const w = t.fresh({ seed: 23, scale: 1 });
  w.db.books.dropIndexes();
  w.db.books.createIndex({ subjects: 1 }, { name: "by_subject" });
  w.db.books.createIndex({ title: 1 }, { name: "by_title" });
  const about = w.rows.books.filter((book) => book.subjects.includes("Chess"));
  for (const [name, keys] of [["by_subject", about.length], ["by_title", w.rows.books.length]]) {
    let found;
    const { keysExamined } = w.cost(() => {
      found = w.call("booksByIndex", "Chess", name);
    });
    t.expect.sameSet(found, about, call("booksByIndex", ["Chess", name]));
    t.expect.that(
      keysExamined >= keys && keysExamined <= keys + 1,
      `${call("booksByIndex", ["Chess", name])} examined ${amountOf(keysExamined, "index key")}; with the index ${name} it is ${keys}`,
    );
  }
});

measure((w) => {
  for (let id = 1; id <= 10; id++) {
    w.call("addReview", id, { user: 1, text: "short" });
    w.call("setAvailable", id, false);
    w.call("addPages", id, 2);
    w.call("tagSubject", id, "Chess");
    w.call("removeSubjects", id, ["1920s"]);
  }
});
