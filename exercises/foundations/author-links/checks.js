// What reading and linking cost; model.js has what is linked.

const call = (fn, ...values) => `${fn}(${["db", ...values].join(", ")})`;

// What the rows say, changed as the functions are called.
function library(rows) {
  const links = new Set(rows.links.map((row) => `${row.book} ${row.author}`));
  return {
    link: (bookId, authorId) => links.add(`${bookId} ${authorId}`),
    unlink: (bookId, authorId) => links.delete(`${bookId} ${authorId}`),
    booksOf: (id) => rows.books.filter((row) => links.has(`${row._id} ${id}`)).sort((a, b) => a._id - b._id),
    authorsOf: (id) => rows.authors.filter((row) => links.has(`${id} ${row._id}`)),
  };
}

must("no-scan", "No function reads unrelated books and authors, or fetches documents one by one.", (t) => {
  const w = t.fresh({ seed: 66, scale: 0.5 });
  const truth = library(w.rows);
  for (const { _id } of w.rows.authors.slice(0, 6)) {
    truth.link(7, _id);
    w.call("link", 7, _id);
  }
  const own = truth.booksOf(1).length;
  for (const [fn, id, related, ...n] of [
    ["booksOf", 1, own],
    ["booksOf", 2, truth.booksOf(2).length],
    ["authorsOf", 7, truth.authorsOf(7).length],
    ["firstBooks", 1, own, 5],
  ]) {
    const meters = w.cost(() => w.call(fn, id, ...n));
    const what = `${call(fn, id, ...n)}, ${fn === "authorsOf" ? "a book of" : "an author of"} ${related} ${fn === "authorsOf" ? "authors" : "books"},`;
    t.expect.that(meters.docsExamined <= 2 * related + 1, `${what} examined ${amountOf(meters.docsExamined, "document")}`);
    t.expect.that(meters.roundTrips <= 4, `${what} took ${amountOf(meters.roundTrips, "round trip")}`);
  }
  const [bookId, authorId] = [2, w.rows.authors.length];
  for (const fn of ["link", "unlink"]) {
    const related = truth.booksOf(authorId).length + truth.authorsOf(bookId).length;
    const meters = w.cost(() => w.call(fn, bookId, authorId));
    truth[fn](bookId, authorId);
    const what = `${call(fn, bookId, authorId)}, where that book and that author have ${related} link${related === 1 ? "" : "s"} in all,`;
    t.expect.that(meters.docsExamined <= 2 * related + 5, `${what} examined ${amountOf(meters.docsExamined, "document")}`);
  }
}, { after: ["history"] });

must("no-growth", "A link that exists already is not stored again.", (t) => {
  const w = t.fresh({ seed: 69, scale: 0.05 });
  const { book: bookId, author: authorId } = w.rows.links[0];
  const size = () => w.storage().collections.reduce((sum, collection) => sum + collection.size, 0);
  w.call("link", bookId, authorId);
  const before = size();
  for (let i = 0; i < 40; i++) {
    w.clock.advance({ minutes: 1 });
    w.call("link", bookId, authorId);
  }
  const grown = size() - before;
  // A list's element takes seven bytes at least.
  t.expect.that(
    grown < 4 * 40,
    `book ${bookId} and author ${authorId} were linked; ${call("link", bookId, authorId)} forty more times made the data ${grown} bytes longer`,
  );
}, { after: ["history"] });

must("linked-twice", "A pair that two clients link at the same moment is one link.", (t) => {
  const w = t.fresh({ seed: 70, scale: 0.05 });
  const [bookId, authorId] = [1, w.rows.authors.length];
  const link = (world) => world.call("link", bookId, authorId);
  w.rival(link, link, (world) => {
    world.call("unlink", bookId, authorId);
    const books = world.call("booksOf", authorId);
    const list = typeof books?.toArray === "function" ? books.toArray() : books;
    t.expect.that(
      list.every(({ _id }) => numberOf(_id) !== bookId),
      `two clients made ${call("link", bookId, authorId)} at the same moment, and after ${call("unlink", bookId, authorId)} the author still has the book`,
    );
  });
}, { after: ["history"] });

must("two-crashes", "Clients die while the only books of two authors are unlinked: after repair both directions agree.", (t) => {
  const w = t.fresh({ seed: 71, scale: 0.05 });
  const { links } = w.rows;
  const isOnly = ({ book, author }) => links.every((one) => one.author !== author || one.book === book);
  const pairs = links.filter(isOnly).slice(0, 2);
  const calls = pairs.map(({ book, author }) => call("unlink", book, author)).join(" and ");
  const unlink = ({ book, author }) => (world) => world.call("unlink", book, author);
  const idsIn = (answer) => (typeof answer?.toArray === "function" ? answer.toArray() : answer).map(({ _id }) => numberOf(_id));
  w.crash(unlink(pairs[0]), null, (world) => {
    world.crash(unlink(pairs[1]), null, (after) => {
      after.call("repair");
      for (const { book, author } of pairs) {
        const hasBook = idsIn(after.call("booksOf", author)).includes(book);
        const hasAuthor = idsIn(after.call("authorsOf", book)).includes(author);
        const said = `clients died in ${calls}, each the author's only book, and repair ran`;
        const sees = (sees) => (sees ? "shows" : "does not show");
        t.expect.that(
          hasBook === hasAuthor,
          `${said}: ${call("booksOf", author)} ${sees(hasBook)} the book, ` +
            `${call("authorsOf", book)} ${sees(hasAuthor)} the author`,
        );
      }
    }, { outside: {} });
  }, { outside: {} });
}, { after: ["history", "crashes"] });

star("one-trip", "booksOf and authorsOf take one round trip each.", (t) => {
  const w = t.fresh({ seed: 67, scale: 0.1 });
  for (const [fn, id] of [["booksOf", 1], ["authorsOf", 7]]) {
    const meters = w.cost(() => w.call(fn, id));
    t.expect.that(meters.roundTrips <= 1, `${call(fn, id)} took ${amountOf(meters.roundTrips, "round trip")}`);
  }
});

star("one-write", "link writes one document.", (t) => {
  const w = t.fresh({ seed: 68, scale: 0.1 });
  const meters = w.cost(() => w.call("link", 2, w.rows.authors.length));
  const written = meters.nModified + meters.ninserted + meters.nUpserted;
  t.expect.that(written <= 1, `link wrote ${amountOf(written, "document")}`);
});

measure((w) => {
  for (let i = 1; i <= 10; i++) {
    w.call("booksOf", i);
    w.call("authorsOf", i * 3);
    w.call("firstBooks", i, 3);
    w.call("link", i, w.rows.authors.length);
    if (i % 3 === 0) w.call("unlink", i, w.rows.authors.length);
  }
});
