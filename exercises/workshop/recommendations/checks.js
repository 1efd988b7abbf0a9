// Pairs that occur once, and a number that agrees with them: with doubles, rivals and crashes; then what the page costs.

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

function returns(t, w, fn, user, book, expected, when) {
  const result = w.call(fn, user, book);
  t.expect.that(
    result === expected,
    `${fn}(db, ${JSON.stringify(user)}, ${book}) ${when} returned ${JSON.stringify(result)}, not ${expected}`,
  );
}

must("doubles", "The rows that occur twice are counted once.", (t) => {
  for (const [seed, scale] of [[51, 0.2], [52, 0.03]]) {
    const w = t.fresh({ seed, scale });
    for (const [book, users] of truth(w.rows)) count(t, w, book, users.size, "after setup");
  }
  const quiet = t.fresh({ seed: 53, scale: 0 });
  count(t, quiet, 1, 0, "without a row of it");
});

must("once", "The second press of the button changes nothing.", (t) => {
  const w = t.fresh({ seed: 54, scale: 0.02 });
  const before = truth(w.rows).get(3).size;
  others(w.rows, 3).slice(0, 3).forEach((user, i) => {
    returns(t, w, "recommend", user, 3, true, "for the first time");
    returns(t, w, "recommend", user, 3, false, "for the second time");
    count(t, w, 3, before + i + 1, "after recommending twice");
  });
  const { user, book } = w.rows.recommendations[0];
  returns(t, w, "recommend", user, book, false, "for a pair that is in the rows");
  count(t, w, book, truth(w.rows).get(book).size + (book === 3 ? 3 : 0), "after repeating a stored pair");
});

must("withdraw", "A recommendation can be taken back once, and given again.", (t) => {
  const w = t.fresh({ seed: 55, scale: 0.02 });
  const recommended = truth(w.rows);
  for (const book of [1, 2, 5]) {
    let expected = recommended.get(book).size;
    const user = [...recommended.get(book)][0];
    returns(t, w, "unrecommend", user, book, true, "of a stored pair");
    count(t, w, book, --expected, "after a withdrawal");
    returns(t, w, "unrecommend", user, book, false, "for the second time");
    returns(t, w, "unrecommend", others(w.rows, book)[0], book, false, "of a pair that was never there");
    count(t, w, book, expected, "after repeated withdrawals");
    returns(t, w, "recommend", user, book, true, "after a withdrawal");
    count(t, w, book, ++expected, "after recommending again");
  }
});

must("all-doubles", "A pair that occurred twice in the rows is gone after one withdrawal.", (t) => {
  const w = t.fresh({ seed: 56, scale: 0.05 });
  const recommended = truth(w.rows);
  const seen = new Set();
  for (const { user, book } of w.rows.recommendations) {
    const pair = JSON.stringify([user, book]);
    if (seen.has(pair)) {
      returns(t, w, "unrecommend", user, book, true, "of a stored pair");
      returns(t, w, "unrecommend", user, book, false, "for the second time");
      recommended.get(book).delete(user);
      count(t, w, book, recommended.get(book).size, "after a withdrawal");
      const again = w.call("recount", book);
      t.expect.that(
        numberOf(again) === recommended.get(book).size,
        `recount(db, ${book}) is ${again}; ${amountOf(recommended.get(book).size, "user recommends", "users recommend")} the book`,
      );
    }
    seen.add(pair);
  }
});

must("recount", "Counting again gives the same number, however often.", (t) => {
  const w = t.fresh({ seed: 57, scale: 0.05 });
  for (const [book, users] of truth(w.rows)) {
    for (const round of ["once", "twice"]) {
      const result = w.call("recount", book);
      t.expect.that(
        numberOf(result) === users.size,
        `recount(db, ${book}), run ${round}, returned ${JSON.stringify(result)}; ${amountOf(users.size, "user recommends", "users recommend")} the book`,
      );
      count(t, w, book, users.size, `after recount, run ${round},`);
    }
  }
});

must("rival-same", "The same pair sent twice at the same moment counts once.", (t) => {
  const w = t.fresh({ seed: 58, scale: 0.02 });
  const before = truth(w.rows).get(2).size;
  const [twin] = others(w.rows, 2);
  let first;
  let second;
  w.rival(
    (world) => {
      first = world.call("recommend", twin, 2);
    },
    (world) => {
      second = world.call("recommend", twin, 2);
    },
    (world) => {
      t.expect.that(
        first !== second,
        `one recommendation arrived twice at the same moment: recommend returned ${first} and ${second}`,
      );
      count(t, world, 2, before + 1, "after the same pair arrived twice at the same moment");
      const recounted = world.call("recount", 2);
      t.expect.that(
        numberOf(recounted) === before + 1,
        `the same pair arrived twice at the same moment, and recount(db, 2) is ${recounted}; ${amountOf(before + 1, "user recommends", "users recommend")} the book`,
      );
    },
  );
});

must("rival-others", "Two users who recommend a book at the same moment both count.", (t) => {
  const w = t.fresh({ seed: 59, scale: 0.02 });
  const before = truth(w.rows).get(2).size;
  const [left, right] = others(w.rows, 2);
  w.rival(
    (world) => world.call("recommend", left, 2),
    (world) => world.call("recommend", right, 2),
    (world) => {
      count(t, world, 2, before + 2, "after two users recommended it at the same moment");
      returns(t, world, "recommend", left, 2, false, "for the second time, after two users at the same moment,");
      returns(t, world, "recommend", right, 2, false, "for the second time, after two users at the same moment,");
    },
  );
});

must("rival-withdraw", "Withdrawing twice, or while recommending, leaves the number right.", (t) => {
  const w = t.fresh({ seed: 60, scale: 0.02 });
  const recommended = truth(w.rows);
  const stored = [...recommended.get(2)][0];
  w.rival(
    (world) => world.call("unrecommend", stored, 2),
    (world) => world.call("unrecommend", stored, 2),
    (world) => count(t, world, 2, recommended.get(2).size - 1, "after one withdrawal arrived twice at the same moment"),
  );
  const [wavering] = others(w.rows, 5);
  let given;
  let taken;
  w.rival(
    (world) => {
      given = world.call("recommend", wavering, 5);
    },
    (world) => {
      taken = world.call("unrecommend", wavering, 5);
    },
    (world) => {
      const expected = recommended.get(5).size + (given ? 1 : 0) - (taken ? 1 : 0);
      count(t, world, 5, expected, `after recommend (${given}) and unrecommend (${taken}) at the same moment`);
    },
  );
});

must("crash", "If a client dies in the middle, recount restores the truth.", (t) => {
  const w = t.fresh({ seed: 61, scale: 0.02 });
  const recommended = truth(w.rows);
  const stored = [...recommended.get(1)][0];
  for (const [fn, user, change] of [["recommend", others(w.rows, 1)[0], 1], ["unrecommend", stored, -1]]) {
    const before = recommended.get(1).size;
    w.crash(
      (world) => world.call(fn, user, 1),
      (world) => world.call("recount", 1),
      (world) => {
        const found = numberOf(world.call("countFor", 1));
        // Whether the change happened shows when the same call is made once more.
        const done = world.call(fn, user, 1) === false;
        const expected = before + (done ? change : 0);
        t.expect.that(
          found === expected,
          `the client died inside ${fn}; after recount countFor(db, 1) is ${found}, and ${amountOf(expected, "user recommends", "users recommend")} the book`,
        );
        count(t, world, 1, before + change, `the client died inside ${fn}; after recount and another ${fn}`);
      },
      { outside: {} },
    );
  }
  const before = recommended.get(1).size;
  w.crash((world) => world.call("recount", 1), null, (world) => count(t, world, 1, before, "the number was right, and a client died inside recount;"), { outside: {} });
});

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
