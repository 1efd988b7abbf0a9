// The first two reviews of a month at the same moment, and what a page of ten costs; model.js has what it shows.

const plain = ({ _id, rating, text, created_at }) => ({ _id, rating, text, created_at });
const newest = (reviews, user, n) =>
  reviews.filter((review) => review.user === user).sort((a, b) => b.created_at - a.created_at).slice(0, n).map(plain);

function checkPage(t, w, reviews, user, n, when = "") {
  const call = `recentReviews(db, ${JSON.stringify(user)}, ${n})${when}`;
  const found = w.call("recentReviews", user, n);
  t.expect.that(Array.isArray(found), `${call} did not return an array`);
  t.expect.ordered(found.map(plain), newest(reviews, user, n), call);
}

function written(id, moment) {
  return { _id: id, rating: 4, text: "Très “bien” – $1.", created_at: new Date(moment) };
}

must("rival-first", "Two reviews that begin a month at the same moment are both kept, in their order.", (t) => {
  const w = t.fresh({ seed: 105, scale: 0.1 });
  const older = written("older", "2012-10-03T00:00:00Z");
  const newer = written("newer", "2012-10-04T00:00:00Z");
  const reviews = [...w.rows.reviews, { ...older, user: "bob" }, { ...newer, user: "bob" }];
  for (const [mine, yours] of [[older, newer], [newer, older]]) {
    w.rival(
      (world) => world.call("addReview", "bob", mine),
      (world) => world.call("addReview", "bob", yours),
      (world) => checkPage(t, world, reviews, "bob", 10, " after two reviews at the same moment"),
    );
  }
}, { after: ["history"] });

must("page-cost", "A page of ten examines at most ten documents, reads at most 12 KB, and sorts nothing in memory.", (t) => {
  const w = t.fresh({ seed: 107, scale: 1 });
  const meters = w.cost(() => w.call("recentReviews", "bob", 10));
  t.expect.that(meters.docsExamined <= 10, `a page of ten examined ${amountOf(meters.docsExamined, "document")}`);
  t.expect.that(meters.bytesRead <= 12_288, `a page of ten read ${(meters.bytesRead / 1024).toFixed(1)} KB`);
  t.expect.that(meters.sortStages === 0, "a page of ten was sorted in memory");
}, {
  hint: "Where several indexes could serve a query, the server tries them side by side until one is done or has a hundred documents, unless the query has a limit.",
});

star("few-documents", "A page of ten comes from at most three documents.", (t) => {
  const w = t.fresh({ seed: 108, scale: 1 });
  const meters = w.cost(() => w.call("recentReviews", "bob", 10));
  t.expect.that(meters.docsExamined <= 3, `a page of ten examined ${amountOf(meters.docsExamined, "document")}`);
});

measure((w) => {
  for (let i = 0; i < 10; i++) {
    w.call("recentReviews", "bob", 10);
    w.call("recentReviews", "bobby", 10);
  }
  for (let i = 0; i < 5; i++) w.call("addReview", "bob", written(`visitor ${i}`, `2012-10-0${i + 1}T00:00:00Z`));
  w.call("deleteReview", "bob", "visitor 2");
});
