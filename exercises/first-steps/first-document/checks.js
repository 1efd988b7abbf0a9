// One more document in `books` for each call, with exactly this title and these pages.

// A document as a learner would write it.
const shown = (value) => JSON.stringify(value).slice(0, 120);

// Where the books went when `books` has none.
function elsewhere(w) {
  const others = w.db.getCollectionNames().filter((name) => name !== "books");
  return others.length === 0 ? "" : `, and there is a collection \`${others[0]}\``;
}

// Adds a book and returns the document that is new in `books`.
function add(t, w, title, pages) {
  const before = new Set(w.db.books.find().toArray().map((book) => String(book._id)));
  w.call("addBook", title, pages);
  const stored = w.db.books.find().toArray();
  const call = `addBook(db, ${JSON.stringify(title)}, ${pages})`;
  t.expect.that(stored.length > 0, `after ${call}, \`books\` is empty${elsewhere(w)}`);
  const added = stored.filter((book) => !before.has(String(book._id)));
  t.expect.that(
    added.length === 1 && stored.length === before.size + 1,
    `${call} left ${amountOf(stored.length, "document")} in \`books\`, where ${before.size} had been`,
  );
  return added[0];
}

must("stored", "Each call stores one book, with this title and these pages.", (t) => {
  const w = t.fresh({ seed: 1 });
  const titles = ["The Great Gatsby", "O'Neil", "$1", "a.b", "Émile, ou De l’éducation", "__proto__", "emma", "Emma"];
  titles.forEach((title, i) => {
    const pages = [180, 96, 0, 1, 624, 7, 474, 475][i];
    const book = add(t, w, title, pages);
    const fields = Object.keys(book).join(", ");
    const call = `after addBook(db, ${JSON.stringify(title)}, ${pages})`;
    t.expect.that("title" in book, `${call} the stored book is \`{${fields}}\`, it has no \`title\``);
    t.expect.that(book.title === title, `stored the title ${shown(book.title)}, given ${JSON.stringify(title)}`);
    t.expect.that("pages" in book, `${call} the stored book is \`{${fields}}\`, it has no \`pages\``);
    t.expect.that(typeof book.pages !== "string", `\`pages\` is the string ${shown(book.pages)}, not a number`);
    t.expect.that(numberOf(book.pages) === pages, `stored ${shown(book.pages)} for \`pages\`, given ${pages}`);
  });
});

measure((w) => {
  w.call("addBook", "The Great Gatsby", 180);
});
