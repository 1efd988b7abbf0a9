// Answers are right and slugs unique; then the cost of each page and of a new book is measured.

const call = (fn, value) => `${fn}(db, ${JSON.stringify(value)})`;
const publishersOf = (rows) => [...new Set(rows.books.map((book) => book.publisher.name))];
const subjectsOf = (rows) => [...new Set(rows.books.flatMap((book) => book.subjects))];

function newBook(slug, more = {}) {
  return {
    _id: `new ${slug}`,
    title: "Newest",
    slug,
    pages: 100,
    publisher: { name: "Scribner", city: "Paris" },
    subjects: ["fresh", "a.b $7", "subject 1"],
    language: "English",
    ...more,
  };
}

must("answers", "The four pages show the right books.", (t) => {
  const w = t.fresh({ seed: 21, scale: 0.2 });
  const { books } = w.rows;
  const random = t.random(2);
  for (const { slug } of random.shuffle([...books]).slice(0, 20)) {
    t.expect.equal(w.call("bookBySlug", slug), books.find((book) => book.slug === slug), call("bookBySlug", slug));
  }
  for (const slug of ["book", "nothing", ""]) t.expect.equal(w.call("bookBySlug", slug), null, call("bookBySlug", slug));
  for (const subject of [...subjectsOf(w.rows), "subject", "fresh"]) {
    const expected = books.filter((book) => book.subjects.includes(subject));
    t.expect.sameSet(w.call("booksAbout", subject), expected, call("booksAbout", subject));
  }
  const checkPublishers = () => {
    for (const publisher of [...publishersOf(w.rows), "Nobody"]) {
      const expected = books.filter((book) => book.publisher.name === publisher);
      t.expect.sameSet(w.call("booksOf", publisher), expected, call("booksOf", publisher));
      const sorted = [...expected].sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
      t.expect.partlyOrdered(w.call("titlesOf", publisher), sorted, "title", call("titlesOf", publisher));
    }
  };
  checkPublishers();
  w.withoutIndexes(checkPublishers);
});

must("unique-slug", "addBook refuses a slug that is taken; a new book appears on its pages.", (t) => {
  const w = t.fresh({ seed: 22, scale: 0.05 });
  for (const [slug, expected] of [["new.one", true], ["new.one", false], [w.rows.books[0].slug, false], ["new-one", true]]) {
    const { value, error } = w.attempt("addBook", newBook(slug, { _id: `${slug} ${expected}` }));
    t.expect.that(
      value === expected,
      `adding a book with the slug ${JSON.stringify(slug)}, which was ${expected ? "free" : "taken"}, ` +
        (error ? `failed: ${error.message}` : `returned ${JSON.stringify(value)}`),
    );
  }
  t.expect.equal(w.call("booksAbout", "fresh").length, 2, "books about the subject of the two new ones");
  t.expect.equal(w.call("bookBySlug", "new.one"), newBook("new.one", { _id: "new.one true" }), call("bookBySlug", "new.one"));
});

must("rival-slug", "Two clients add books with one slug at the same moment: one is stored.", (t) => {
  const w = t.fresh({ seed: 23, scale: 0.01 });
  const results = [];
  w.rival(
    (world) => {
      results[0] = world.call("addBook", newBook("twin", { _id: "left" }));
    },
    (world) => {
      results[1] = world.call("addBook", newBook("twin", { _id: "right" }));
    },
    (world) => {
      const stored = world.call("booksAbout", "fresh").length;
      t.expect.that(
        results[0] !== results[1] && stored === 1,
        `two books with the slug "twin" arrived at the same moment: addBook returned ${results.join(" and ")}, ${stored} were stored`,
      );
    },
  );
});

function exact(t, w, fn, value) {
  let result;
  const meters = w.cost(() => {
    result = w.call(fn, value);
  });
  const returned = Array.isArray(result) ? result.length : result == null ? 0 : 1;
  t.expect.that(
    meters.docsExamined <= returned,
    `${call(fn, value)} returned ${amountOf(returned, "book")} and examined ${meters.docsExamined}`,
  );
  t.expect.that(
    meters.keysExamined <= returned + 1,
    `${call(fn, value)} returned ${amountOf(returned, "book")} and examined ${amountOf(meters.keysExamined, "index key")}`,
  );
  t.expect.that(meters.sortStages === 0, `${call(fn, value)} sorted ${amountOf(returned, "book")} in memory`);
}

for (const [id, fn, sentence, pick] of [
  ["cost-slug", "bookBySlug", "bookBySlug examines one book.", (rows) => [rows.books[0].slug, "nothing"]],
  ["cost-subject", "booksAbout", "booksAbout examines only the books that it returns.", (rows) => [...subjectsOf(rows).slice(0, 5), "nothing"]],
  ["cost-publisher", "booksOf", "booksOf examines only the books that it returns.", (rows) => [...publishersOf(rows).slice(0, 4), "nobody"]],
  ["cost-titles", "titlesOf", "titlesOf examines only the books that it returns, and needs no sort.", (rows) => publishersOf(rows).slice(0, 4)],
]) {
  must(id, sentence, (t) => {
    const w = t.fresh({ seed: 24, scale: 0.3 });
    for (const value of pick(w.rows)) exact(t, w, fn, value);
  }, { hint: `Run this query with explain("executionStats"): does its plan use an index?` });
}

must("few-indexes", "A collection has at most four indexes.", (t) => {
  const w = t.fresh({ seed: 25, scale: 0.02 });
  for (const { name, indexes } of w.storage().collections) {
    t.expect.that(
      indexes.length <= 4,
      `the collection ${name} has ${amountOf(indexes.length, "index", "indexes")}: ${indexes.map((index) => index.name).join(", ")}`,
    );
  }
}, { hint: "`dropIndex` removes an index; a line that creates it can go." });

must("insert-cost", "A new book writes at most 3 index entries, and one for each subject.", (t) => {
  const w = t.fresh({ seed: 26, scale: 0.1 });
  for (const subjects of [[], ["one"], ["one", "two", "three", "four", "five"]]) {
    const book = newBook(`with ${subjects.length}`, { subjects });
    const meters = w.cost(() => w.call("addBook", book));
    const limit = 3 + Math.max(1, subjects.length);
    t.expect.that(
      meters.keysInserted <= limit,
      `adding a book with ${amountOf(subjects.length, "subject")} wrote ${amountOf(meters.keysInserted, "index entry", "index entries")}; ${limit} would do`,
    );
  }
});

measure((w) => {
  for (let i = 0; i < 5; i++) {
    w.call("bookBySlug", w.rows.books[i].slug);
    w.call("booksAbout", `subject ${i + 1}`);
    w.call("booksOf", w.rows.books[i].publisher.name);
    w.call("titlesOf", w.rows.books[i].publisher.name);
    w.call("addBook", newBook(`visitor ${i}`));
  }
}, { scale: 0.5 });
