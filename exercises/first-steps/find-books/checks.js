// The right books, in the right order.

function listed(t, answer, call) {
  const books = typeof answer?.toArray === "function" ? answer.toArray() : answer;
  t.expect.that(Array.isArray(books), `${call} returned ${answer === undefined ? "nothing" : JSON.stringify(answer)?.slice(0, 60)}, not a list of books`);
  books.forEach((book, i) => t.expect.that(book !== null && typeof book === "object", `element ${i} of ${call} is ${JSON.stringify(book)}, not a book`));
  return books;
}

const words = (book) => `"${book.title}" (${book.pages === undefined ? "no pages" : `${book.pages} pages`})`;

function checkLong(t, w, pages) {
  const call = `longBooks(db, ${pages})`;
  const expected = w.rows.books.filter((book) => book.pages >= pages);
  const found = listed(t, w.call("longBooks", pages), call);
  const ids = new Set(found.map((book) => String(book._id)));
  const missing = expected.find((book) => !ids.has(String(book._id)));
  if (missing && missing.pages === pages) t.fail(`${call}: a book with exactly ${pages} pages is missing, ${words(missing)}`);
  if (missing) t.fail(`${call} found ${amountOf(found.length, "book")}; ${words(missing)} is missing`);
  const known = new Set(expected.map((book) => String(book._id)));
  const extra = found.find((book) => !known.has(String(book._id)));
  if (extra) t.fail(`${call} found ${words(extra)}, which is not that long`);
  t.expect.that(found.length === expected.length, `${call} returned ${found.length} books, ${expected.length} are that long`);
}

must("by-title", "`byTitle` finds the book with exactly this title, or returns null.", (t) => {
  const w = t.fresh({ seed: 3, scale: 4 });
  for (const title of ["A.I.", "What? (Why?)", "$1 a Day", "[Draft]", "emma", "Emma", "O'Neil", ".*", "Gatsby", ""]) {
    const call = `byTitle(db, ${JSON.stringify(title)})`;
    const found = w.call("byTitle", title);
    const known = w.rows.books.find((book) => book.title === title);
    if (!known) {
      t.expect.that(found === null, `${call} should be null, no book has this title; it returned ${found === undefined ? "undefined" : JSON.stringify(found)?.slice(0, 80)}`);
    } else {
      t.expect.that(found !== null && found !== undefined, `${call} returned ${found}, and there is such a book`);
      t.expect.that(found.title === title, `asked for the title ${JSON.stringify(title)}, \`byTitle\` found ${JSON.stringify(found.title)}`);
    }
  }
});

must("long-books", "`longBooks` returns every book with at least so many pages, and no other.", (t) => {
  const w = t.fresh({ seed: 4, scale: 30 });
  for (const pages of [300, 0, 880, 881, 1, 470, 10_000]) checkLong(t, w, pages);
});

must("order", "The longest book comes first.", (t) => {
  const w = t.fresh({ seed: 5, scale: 6 });
  const found = listed(t, w.call("longBooks", 100), "longBooks(db, 100)");
  found.forEach((book, i) => {
    if (i === 0) return;
    const [before, pages] = [numberOf(found[i - 1].pages), numberOf(book.pages)];
    t.expect.that(before >= pages, `${before} stands before ${pages}: the longest book should come first`);
  });
}, { after: ["long-books"] });

measure((w) => {
  w.call("byTitle", "Emma");
  w.call("longBooks", 300);
});
