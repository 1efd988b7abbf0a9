// Duplicate rows, crashes, and the cost of the page; model.js has the rest.

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

function count(t, w, book, expected, when) {
  const found = w.call("countFor", book);
  t.expect.that(
    numberOf(found) === expected,
    `${when} countFor(db, ${book}) is ${JSON.stringify(found)}; ${amountOf(expected, "user recommends", "users recommend")} the book`,
  );
}

must("crash", "If a client dies in the middle, recount makes the number right.", (t) => {
  const w = t.fresh({ seed: 61, scale: 0.02 });
  const recommended = truth(w.rows);
  // A book with one recommendation left: after the crash there may be no record to count.
  const lonely = w.rows.books.at(-1)._id;
  const [onlyFan, ...fans] = recommended.get(lonely);
  for (const fan of fans) w.call("unrecommend", fan, lonely);
  const cases = [
    ["recommend", others(w.rows, 1)[0], 1, 1],
    ["unrecommend", [...recommended.get(1)][0], 1, -1],
    ["unrecommend", onlyFan, lonely, -1],
  ];
  for (const [fn, user, book, change] of cases) {
    const before = book === lonely ? 1 : recommended.get(book).size;
    w.crash(
      (world) => world.call(fn, user, book),
      (world) => world.call("recount", book),
      (world) => {
        const found = numberOf(world.call("countFor", book));
        // Whether the change happened shows when the same call is made once more.
        const done = world.call(fn, user, book) === false;
        const expected = before + (done ? change : 0);
        t.expect.that(
          found === expected,
          `the client died in ${fn}; after recount countFor(db, ${book}) is ${found}, and ${amountOf(expected, "user recommends", "users recommend")} the book`,
        );
        count(t, world, book, before + change, `the client died in ${fn}; after recount and another ${fn}`);
      },
      { outside: {} },
    );
  }
  const before = recommended.get(1).size;
  count(t, w, 1, before, "before any crash");
  w.crash((world) => world.call("recount", 1), null, (world) => count(t, world, 1, before, "the number was right, and a client died in recount;"), { outside: {} });
}, { after: ["history", "crashes"] });

must("famous", "The number is right for a famous book, too.", (t) => {
  const w = t.fresh({ seed: 64, scale: 0.9 });
  const expected = truth(w.rows).get(1).size;
  const found = numberOf(w.call("countFor", 1));
  t.expect.that(found === expected, `countFor(db, 1) is ${found}, and ${amountOf(expected, "user recommends", "users recommend")} the book`);
}, { after: ["history"] });

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
