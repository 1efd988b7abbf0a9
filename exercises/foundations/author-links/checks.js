// Both directions agree, whatever is linked, unlinked or interrupted; then trips and writes are counted.

const call = (fn, ...values) => `${fn}(${["db", ...values].join(", ")})`;
const book = ({ _id, title }) => ({ _id, title });
const author = ({ _id, first_name, last_name }) => ({ _id, first_name, last_name });

// What the rows say, changed as the functions are called.
function library(rows) {
  const links = new Set(rows.links.map((row) => `${row.book} ${row.author}`));
  return {
    has: (bookId, authorId) => links.has(`${bookId} ${authorId}`),
    link: (bookId, authorId) => links.add(`${bookId} ${authorId}`),
    unlink: (bookId, authorId) => links.delete(`${bookId} ${authorId}`),
    booksOf: (id) => rows.books.filter((row) => links.has(`${row._id} ${id}`)).sort((a, b) => a._id - b._id),
    authorsOf: (id) => rows.authors.filter((row) => links.has(`${id} ${row._id}`)),
  };
}

function checkAuthor(t, w, truth, id, when = "") {
  t.expect.sameSet(w.call("booksOf", id)?.map?.(book), truth.booksOf(id), call("booksOf", id) + when);
}

function checkBook(t, w, truth, id, when = "") {
  t.expect.sameSet(w.call("authorsOf", id)?.map?.(author), truth.authorsOf(id), call("authorsOf", id) + when);
}

must("both-directions", "booksOf and authorsOf return all that is linked, and nothing else.", (t) => {
  const w = t.fresh({ seed: 61, scale: 0.15 });
  const truth = library(w.rows);
  for (const { _id } of w.rows.authors) checkAuthor(t, w, truth, _id);
  for (const { _id } of w.rows.books) checkBook(t, w, truth, _id);
  checkAuthor(t, w, truth, 100_000);
  checkBook(t, w, truth, 100_000);
});

must("first-books", "firstBooks returns the books with the smallest _id, in that order.", (t) => {
  const w = t.fresh({ seed: 62, scale: 0.3 });
  const truth = library(w.rows);
  const last = w.rows.authors.length;
  const look = () => {
    for (const [id, n] of [[1, 1], [1, 5], [1, 10_000], [2, 3], [3, 2], [last, 3]]) {
      t.expect.ordered(w.call("firstBooks", id, n)?.map?.(book), truth.booksOf(id).slice(0, n), call("firstBooks", id, n));
    }
  };
  look();
  w.withoutIndexes(look);
});

must("linking", "link and unlink show in both directions; a second call changes nothing.", (t) => {
  const w = t.fresh({ seed: 63, scale: 0.05 });
  const truth = library(w.rows);
  const random = t.random(6);
  const last = w.rows.authors.length;
  const steps = [["link", 3, last], ["link", 3, last], ["unlink", 3, last], ["unlink", 3, last], ["link", 1, last], ["link", 20, 1]];
  for (let i = 0; i < 30; i++) {
    steps.push([random.pick(["link", "unlink"]), random.int(1, w.rows.books.length), random.int(1, 4)]);
  }
  // Neither the last nor the only one of its list.
  const shared = w.rows.books.map(({ _id }) => _id).filter((id) => truth.authorsOf(id).length > 1);
  for (const id of shared.slice(0, 3)) {
    const [first, ...others] = truth.authorsOf(id);
    steps.unshift(["unlink", id, first._id], ["link", id, first._id], ["unlink", id, others[0]._id]);
  }
  for (const { _id } of truth.booksOf(1).slice(2, 5)) steps.unshift(["unlink", _id, 1]);
  // Links that came with the rows are there already.
  for (const row of w.rows.links.slice(0, 3)) steps.unshift(["link", row.book, row.author]);
  for (const [fn, bookId, authorId] of steps) {
    truth[fn](bookId, authorId);
    w.call(fn, bookId, authorId);
    checkAuthor(t, w, truth, authorId, ` after ${call(fn, bookId, authorId)}`);
    checkBook(t, w, truth, bookId, ` after ${call(fn, bookId, authorId)}`);
    t.expect.ordered(
      w.call("firstBooks", authorId, 4)?.map?.(book),
      truth.booksOf(authorId).slice(0, 4),
      `${call("firstBooks", authorId, 4)} after ${call(fn, bookId, authorId)}`,
    );
  }
  w.call("repair");
  w.call("repair");
  for (const { _id } of w.rows.authors) checkAuthor(t, w, truth, _id, " after repair");
  for (const { _id } of w.rows.books) checkBook(t, w, truth, _id, " after repair");
});

must("rival-links", "Two clients link and unlink at the same moment: both changes are kept, and no link is listed twice.", (t) => {
  const w = t.fresh({ seed: 64, scale: 0.03 });
  const strangers = w.rows.authors.map(({ _id }) => _id).filter((id) => !library(w.rows).has(2, id));
  const [other, last] = strangers.slice(-2);
  const [{ _id: own }] = library(w.rows).authorsOf(2);
  const pairs = [
    [["link", 2, last], ["link", 3, last]],
    [["link", 2, last], ["link", 2, last]],
    [["link", 2, last], ["link", 2, other]],
    [["unlink", 2, own], ["link", 2, last]],
    [["unlink", 2, own], ["link", w.rows.books.find(({ _id }) => !library(w.rows).has(_id, own))._id, own]],
  ];
  for (const [mine, theirs] of pairs) {
    const truth = library(w.rows);
    for (const [fn, ...link] of [mine, theirs]) truth[fn](...link);
    const when = ` after ${call(...mine)} and ${call(...theirs)} at the same moment`;
    w.rival(
      (world) => world.call(...mine),
      (world) => world.call(...theirs),
      (world) => {
        for (const [, bookId, authorId] of [mine, theirs]) {
          checkAuthor(t, world, truth, authorId, when);
          checkBook(t, world, truth, bookId, when);
        }
      },
    );
  }
});

must("crash", "A client dies inside link or unlink: after repair both directions agree.", (t) => {
  const w = t.fresh({ seed: 65, scale: 0.03 });
  const last = w.rows.authors.length;
  const { book: linkedBook, author: linkedAuthor } = w.rows.links[0];
  for (const [fn, bookId, authorId] of [["link", 2, last], ["unlink", linkedBook, linkedAuthor]]) {
    w.crash(
      (world) => world.call(fn, bookId, authorId),
      (world) => world.call("repair"),
      (world) => {
        const when = ` after a client died inside ${fn}, and repair`;
        const inBook = world.call("authorsOf", bookId).some((found) => found._id === authorId);
        const inAuthor = world.call("booksOf", authorId).some((found) => found._id === bookId);
        t.expect.that(
          inBook === inAuthor,
          `${when.trim()}: ${call("authorsOf", bookId)} ${inBook ? "has" : "does not have"} author ${authorId}, and ` +
            `${call("booksOf", authorId)} ${inAuthor ? "has" : "does not have"} book ${bookId}`,
        );
        const truth = library(world.rows);
        truth[inBook ? "link" : "unlink"](bookId, authorId);
        for (const { _id } of world.rows.authors) checkAuthor(t, world, truth, _id, when);
        for (const { _id } of world.rows.books) checkBook(t, world, truth, _id, when);
      },
      { outside: {} },
    );
  }
});

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
});

must("no-growth", "A link that exists already is not stored again.", (t) => {
  const w = t.fresh({ seed: 69, scale: 0.05 });
  const { book: bookId, author: authorId } = w.rows.links[0];
  const size = () => w.storage().collections.reduce((sum, collection) => sum + collection.size, 0);
  w.call("link", bookId, authorId);
  const before = size();
  for (let i = 0; i < 40; i++) w.call("link", bookId, authorId);
  const grown = size() - before;
  // A list's element takes seven bytes at least.
  t.expect.that(
    grown < 4 * 40,
    `book ${bookId} and author ${authorId} were linked; ${call("link", bookId, authorId)} forty more times made the data ${grown} bytes longer`,
  );
});

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
