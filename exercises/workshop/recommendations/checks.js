// What the number on the page costs; model.js has the rest.

function truth(rows) {
  const byBook = new Map(rows.books.map((book) => [book._id, new Set()]));
  for (const { user, book } of rows.recommendations) byBook.get(book).add(user);
  return byBook;
}

// Users of the rows who do not recommend the book, the odd names first.
function others(rows, book) {
  const fans = truth(rows).get(book);
  return rows.users.map(({ _id }) => _id).filter((user) => !fans.has(user));
}

star("page-cost", "The number on the page costs the same for every book.", (t) => {
  const w = t.fresh({ seed: 62, scale: 0.5 });
  const meters = w.cost(() => w.call("countFor", 1));
  const examined = meters.docsExamined + meters.keysExamined;
  t.expect.that(
    meters.docsExamined <= 1 && examined <= 3,
    `countFor(db, 1) examined ${amountOf(meters.keysExamined, "index key")} and ${amountOf(meters.docsExamined, "document")} ` +
      `for the number ${truth(w.rows).get(1).size}`,
  );
});

star("growth", "No document grows with a book's fame.", (t) => {
  const w = t.fresh({ seed: 63, scale: 0.3 });
  const largest = () => Math.max(...w.storage().collections.map((collection) => collection.maxObjSize));
  const before = largest();
  const fans = others(w.rows, 1);
  for (const user of fans) w.call("recommend", user, 1);
  const grown = largest() - before;
  t.expect.that(
    grown < 1024,
    `after ${fans.length} more recommendations of one book the largest document grew from ${before} to ${before + grown} bytes`,
  );
});

measure((w) => {
  for (let i = 0; i < 10; i++) {
    const book = 1 + i * 4;
    const [visitor] = others(w.rows, book);
    w.call("recommend", visitor, book);
    w.call("recommend", visitor, book);
    for (let view = 0; view < 5; view++) w.call("countFor", book);
    if (i % 3 === 0) w.call("unrecommend", visitor, book);
  }
});
