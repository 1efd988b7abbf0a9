// Beyond the model: the price of each page and of a new book.

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
  }, { after: ["history"], hint: `Run this query with explain("executionStats"): does its plan use an index?` });
}

must("few-indexes", "A collection has at most four indexes.", (t) => {
  const w = t.fresh({ seed: 25, scale: 0.02 });
  for (const { name, indexes } of w.storage().collections) {
    t.expect.that(
      indexes.length <= 4,
      `the collection ${name} has ${amountOf(indexes.length, "index", "indexes")}: ${indexes.map((index) => index.name).join(", ")}`,
    );
  }
}, { after: ["history"], hint: "`dropIndex` removes an index; or delete the line that creates it." });

must("insert-cost", "A new book writes at most 3 index entries, and one for each subject.", (t) => {
  const w = t.fresh({ seed: 26, scale: 0.1 });
  for (const subjects of [[], ["one"], ["one", "two", "three", "four", "five"]]) {
    const book = newBook(`with ${subjects.length}`, { subjects });
    const meters = w.cost(() => w.call("addBook", book));
    const limit = 3 + Math.max(1, subjects.length);
    t.expect.that(
      meters.keysInserted <= limit,
      `adding a book with ${amountOf(subjects.length, "subject")} wrote ${amountOf(meters.keysInserted, "index entry", "index entries")}; at most ${limit} are allowed`,
    );
  }
}, { after: ["history", "few-indexes"] });

measure((w) => {
  for (let i = 0; i < 5; i++) {
    w.call("bookBySlug", w.rows.books[i].slug);
    w.call("booksAbout", `subject ${i + 1}`);
    w.call("booksOf", w.rows.books[i].publisher.name);
    w.call("titlesOf", w.rows.books[i].publisher.name);
    w.call("addBook", newBook(`visitor ${i}`));
  }
}, { scale: 0.5 });
