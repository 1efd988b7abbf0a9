// Readers' pages and books' pages: right, complete, in order, and never a scan.

const FIELDS = ["user", "book", "rating", "text", "created_at"];

const plain = (review) => Object.fromEntries(FIELDS.map((field) => [field, review?.[field]]));
const time = (review) => new Date(review.created_at).getTime();
const resultBytes = (page) => page.reduce((sum, review) => sum + JSON.stringify(plain(review)).length, 0);
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

function countBy(reviews, field) {
  const counts = new Map();
  for (const review of reviews) counts.set(review[field], (counts.get(review[field]) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

const topOf = (w, field) => countBy(w.rows.reviews, field)[0][0];

// The user whose number of reviews is nearest to twelve.
function middlingUser(w) {
  return countBy(w.rows.reviews, "user").sort((a, b) => Math.abs(a[1] - 12) - Math.abs(b[1] - 12))[0][0];
}

function checkPage(t, w, fn, key, reviews, when = "") {
  const field = fn === "reviewsByUser" ? "user" : "book";
  const call = `${fn}(db, ${JSON.stringify(key)})${when}`;
  const expected = reviews.filter((review) => review[field] === key).map(plain);
  const page = w.call(fn, key);
  t.expect.that(Array.isArray(page), `${call} did not return an array`);
  t.expect.sameSet(page.map(plain), expected, call);
  page.forEach((review, i) => {
    t.expect.that(
      i === 0 || time(page[i - 1]) >= time(review),
      `${call} is not newest first: ${i === 0 ? "" : new Date(time(page[i - 1])).toISOString()} stands before ` +
        `${new Date(time(review)).toISOString()}`,
    );
  });
}

const sample = (random, list, count) => random.shuffle([...list]).slice(0, count);

must("user-page", "A reader's page shows all of that reader's reviews, newest first.", (t) => {
  const w = t.fresh({ seed: 21, scale: 0.2 });
  const names = w.rows.users.map((user) => user._id);
  const odd = names.filter((name) => /[^a-z0-9]/.test(name));
  for (const user of [topOf(w, "user"), ...odd, ...sample(t.random(3), names, 12), "nobody"]) {
    checkPage(t, w, "reviewsByUser", user, w.rows.reviews);
  }
  w.withoutIndexes(() => checkPage(t, w, "reviewsByUser", topOf(w, "user"), w.rows.reviews));
});

must("book-page", "A book's page shows all of that book's reviews and no others, newest first.", (t) => {
  const w = t.fresh({ seed: 22, scale: 0.2 });
  const books = w.rows.books.map((book) => book._id);
  for (const book of [topOf(w, "book"), ...sample(t.random(4), books, 12), 0]) {
    checkPage(t, w, "reviewsByBook", book, w.rows.reviews);
  }
  w.withoutIndexes(() => checkPage(t, w, "reviewsByBook", topOf(w, "book"), w.rows.reviews));
});

must("new-reviews", "A new review appears on both pages, at the place its date gives it.", (t) => {
  const w = t.fresh({ seed: 23, scale: 0.05 });
  const reviews = [...w.rows.reviews];
  const book = topOf(w, "book");
  const random = t.random(5);
  const users = ["brand-new", "Brand-New", "d'Arc. $1", ...w.rows.users.map((user) => user._id)].filter(
    (user) => !reviews.some((review) => review.user === user && review.book === book),
  );
  for (const user of users.slice(0, 12)) {
    const review = {
      user,
      book,
      rating: random.int(1, 5),
      text: "Read it twice. “Très bien” – $5 well spent.",
      created_at: random.date(new Date("2010-01-01T00:00:00Z"), w.clock.now()),
    };
    w.call("addReview", review);
    reviews.push(review);
    checkPage(t, w, "reviewsByUser", user, reviews, " after addReview");
  }
  checkPage(t, w, "reviewsByBook", book, reviews, " after addReview");
});

// Two reviews at once; whoever comes second must not wipe out the first.
function bothSurvive(t, first, second) {
  const w = t.fresh({ seed: 24, scale: 0.03 });
  w.rival(
    (world) => world.call("addReview", first),
    (world) => world.call("addReview", second),
    (world) => {
      for (const review of [first, second]) {
        for (const [fn, key] of [["reviewsByUser", review.user], ["reviewsByBook", review.book]]) {
          t.expect.that(
            world.call(fn, key).some((found) => found.text === review.text),
            `two reviews were added at the same time and the one by "${review.user}" of book ${review.book} ` +
              `is lost: ${fn}(db, ${JSON.stringify(key)}) does not show it`,
          );
        }
      }
    },
  );
}

const written = (user, book, text) => ({
  user,
  book,
  rating: 4,
  text,
  created_at: new Date("2012-10-15T11:00:00Z"),
});

must("rival-user", "Two reviews that one reader posts at the same moment both survive.", (t) => {
  bothSurvive(t, written("twin", 1, "from the phone"), written("twin", 2, "from the desk"));
});

must("rival-book", "Two reviews that a book receives at the same moment both survive.", (t) => {
  bothSurvive(t, written("left", 2, "from the left"), written("right", 2, "from the right"));
});

must("crash", "If the client dies in the middle, a review is on both pages or on neither.", (t) => {
  const w = t.fresh({ seed: 25, scale: 0.03 });
  const review = written("unlucky", 3, "the power went");
  w.crash(
    (world) => world.call("addReview", review),
    () => {},
    (world) => {
      const onUser = world.call("reviewsByUser", review.user).some((r) => r.text === review.text);
      const onBook = world.call("reviewsByBook", review.book).some((r) => r.text === review.text);
      t.expect.that(
        onUser === onBook,
        `the client died inside addReview: the review is on the ${onUser ? "reader's" : "book's"} page ` +
          `and missing on the ${onUser ? "book's" : "reader's"} page`,
      );
    },
    { outside: {} },
  );
});

must("no-scan", "Neither page examines documents that do not belong to it, nor asks for reviews one by one.", (t) => {
  const w = t.fresh({ seed: 26, scale: 0.3 });
  for (const [fn, key] of [["reviewsByUser", middlingUser(w)], ["reviewsByBook", Math.min(20, w.rows.books.length)]]) {
    let page;
    const meters = w.cost(() => {
      page = w.call(fn, key);
    });
    t.expect.that(
      meters.docsExamined <= page.length + 1,
      `${fn}(db, ${JSON.stringify(key)}) returned ${amountOf(page.length, "review")} and examined ` +
        `${amountOf(meters.docsExamined, "document")}`,
    );
    t.expect.that(
      meters.roundTrips <= 4,
      `${fn}(db, ${JSON.stringify(key)}) made ${amountOf(meters.roundTrips, "round trip")} for ${amountOf(page.length, "review")}`,
    );
  }
});

const reads = (w) => [["reviewsByUser", middlingUser(w)], ["reviewsByBook", topOf(w, "book")]];

star("mixed", "Both screens used equally: neither reads more than twice what it shows, at any fame.", (t) => {
  const w = t.fresh({ seed: 27, scale: 0.5 });
  for (const [fn, key] of reads(w)) {
    let page;
    const meters = w.cost(() => {
      page = w.call(fn, key);
    });
    t.expect.that(
      meters.bytesRead <= 2 * resultBytes(page),
      `${fn}(db, ${JSON.stringify(key)}) read ${kilobytes(meters.bytesRead)} to show ` +
        `${kilobytes(resultBytes(page))}`,
    );
  }

  const viral = t.fresh({ seed: 28, scale: 0.01 });
  const posted = 500;
  for (let i = 0; i < posted; i++) viral.call("addReview", written(`fan${i}`, 1, "so good ".repeat(35)));
  const largest = Math.max(...viral.storage().collections.map((collection) => collection.maxObjSize));
  const projected = (largest * 50_000) / posted;
  t.expect.that(
    projected < 16 * 1024 * 1024,
    `after ${amountOf(posted, "review")} of one book the largest document has ${kilobytes(largest)}; with 50,000 it would ` +
      `have ${(projected / 1e6).toFixed(1)} MB, and a document ends at 16 MB`,
  );
});

function fewDocuments(t, fn, pickKey) {
  const w = t.fresh({ seed: 29, scale: 0.5 });
  const key = pickKey(w);
  let page;
  const meters = w.cost(() => {
    page = w.call(fn, key);
  });
  const limit = 1 + Math.floor(page.length / 50);
  t.expect.that(
    meters.docsExamined <= limit,
    `${fn}(db, ${JSON.stringify(key)}) examined ${amountOf(meters.docsExamined, "document")} to show ${amountOf(page.length, "review")}; ` +
      `this workload allows ${amountOf(limit, "document")}`,
  );
}

star("reader-heavy", "Mostly readers' pages: one document shows fifty reviews of a reader.", (t) => {
  fewDocuments(t, "reviewsByUser", (w) => topOf(w, "user"));
});

star("book-heavy", "Mostly books' pages: one document shows fifty reviews of a book.", (t) => {
  fewDocuments(t, "reviewsByBook", (w) => topOf(w, "book"));
});

measure((w) => {
  const users = countBy(w.rows.reviews, "user").map(([user]) => user);
  const books = countBy(w.rows.reviews, "book").map(([book]) => book);
  for (let i = 0; i < 10; i++) {
    w.call("reviewsByUser", users[i * 7]);
    w.call("reviewsByBook", books[i * 3]);
    w.call("addReview", written(`visitor${i}`, books[i], "short and honest"));
  }
});
