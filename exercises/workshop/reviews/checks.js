// What the pages cost; model.js has what they show.

const FIELDS = ["user", "book", "rating", "text", "created_at"];

const plain = (review) => Object.fromEntries(FIELDS.map((field) => [field, review?.[field]]));
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

const written = (user, book, text) => ({
  user,
  book,
  rating: 4,
  text,
  created_at: new Date("2012-10-15T11:00:00Z"),
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
