// The exact newest reviews, over months with few or none, after late arrivals and deletions; then the size of a page.

const plain = ({ _id, rating, text, created_at }) => ({ _id, rating, text, created_at });
const newest = (reviews, user, n) =>
  reviews.filter((review) => review.user === user).sort((a, b) => b.created_at - a.created_at).slice(0, n).map(plain);
const LOOKALIKES = ["bob", "bobby", "bob-marley", "bob.", "b", "bob-2012", "BOB", "(bob)", "a|b"];

function checkPage(t, w, reviews, user, n, when = "") {
  const call = `recentReviews(db, ${JSON.stringify(user)}, ${n})${when}`;
  const found = w.call("recentReviews", user, n);
  t.expect.that(Array.isArray(found), `${call} did not return an array`);
  t.expect.ordered(found.map(plain), newest(reviews, user, n), call);
}

function written(id, moment) {
  return { _id: id, rating: 4, text: "Très “bien” – $1.", created_at: new Date(moment) };
}

must("newest", "A page shows the newest reviews of the user, newest first.", (t) => {
  const w = t.fresh({ seed: 101, scale: 1 });
  for (const n of [1, 10, 25, 500]) checkPage(t, w, w.rows.reviews, "bob", n);
  const users = [...new Set(w.rows.reviews.map((review) => review.user))];
  for (const user of [...users, "nobody", ""]) checkPage(t, w, w.rows.reviews, user, 10);
  w.withoutIndexes(() => {
    for (const n of [10, 500]) checkPage(t, w, w.rows.reviews, "bob", n);
  });
});

must("added", "A new review is shown at its place: the first of a month, a late one, the last instant of a month.", (t) => {
  const w = t.fresh({ seed: 103, scale: 0 });
  const reviews = [];
  const moments = [
    "2012-09-30T23:59:59.999Z",
    "2012-10-01T00:00:00.000Z",
    "2012-02-03T00:00:00Z",
    "2012-10-02T00:00:00Z",
    "2011-12-31T23:59:59.999Z",
    "2012-01-01T00:00:00Z",
    "2012-09-30T12:00:00Z",
    "2012-09-01T00:00:00Z",
    "2012-10-01T11:00:00Z",
    "2009-10-01T00:00:00Z",
    "2012-11-30T00:00:00Z",
    "2012-09-02T00:00:00Z",
  ];
  moments.forEach((moment, i) => {
    const review = written(`new ${i}`, moment);
    w.call("addReview", "bob", review);
    reviews.push({ ...review, user: "bob" });
    for (const n of [1, 3, 10, 50]) checkPage(t, w, reviews, "bob", n, ` after a review of ${moment}`);
  });
  checkPage(t, w, reviews, "bobby", 10, " after reviews of bob");
  const first = w.rows.reviews.find(({ user }) => user === "night owl");
  const earlier = written("that evening", first.created_at.getTime() - 3_600_000);
  w.call("addReview", "night owl", earlier);
  checkPage(t, w, [first, { ...earlier, user: "night owl" }], "night owl", 10, ` after an earlier review of ${earlier.created_at.toISOString()}`);
  for (const { user } of w.rows.reviews.filter((review) => review !== first)) {
    checkPage(t, w, w.rows.reviews, user, 10, " after reviews of bob");
  }
}, { after: ["newest"] });

must("look-alikes", "Users with names like Bob's keep their own pages.", (t) => {
  const w = t.fresh({ seed: 102, scale: 0.3 });
  const reviews = [...w.rows.reviews];
  LOOKALIKES.forEach((user, i) => {
    const review = written(`look ${i}`, `2012-10-1${i % 5}T0${i}:00:00Z`);
    w.call("addReview", user, review);
    reviews.push({ ...review, user });
  });
  for (const user of [...LOOKALIKES, "bob-", "bo"]) checkPage(t, w, reviews, user, 10, " after each look-alike wrote a review");
  // No old review was lost when a new one came.
  checkPage(t, w, reviews, "bob", 500, " after each look-alike wrote a review");
}, { after: ["newest", "added"] });

must("deleted", "A deleted review is gone, and the page fills up with older ones.", (t) => {
  const w = t.fresh({ seed: 104, scale: 0.5 });
  let reviews = [...w.rows.reviews];
  const remove = (user, id, expected) => {
    const result = w.call("deleteReview", user, id);
    t.expect.that(
      result === expected,
      `deleteReview(db, ${JSON.stringify(user)}, "${id}") returned ${JSON.stringify(result)}, not ${expected}`,
    );
  };
  for (let i = 0; i < 25; i++) {
    const { _id } = newest(reviews, "bob", 1)[0];
    remove("bobby", _id, false);
    remove("bob", _id, true);
    remove("bob", _id, false);
    reviews = reviews.filter((review) => review._id !== _id);
    checkPage(t, w, reviews, "bob", 10, ` after ${amountOf(i + 1, "deletion")}`);
  }
  for (const { _id } of [newest(reviews, "bob", 500).at(-1), newest(reviews, "bob", 500)[100]]) {
    remove("bob", _id, true);
    reviews = reviews.filter((review) => review._id !== _id);
    checkPage(t, w, reviews, "bob", 500, " after an old one was deleted");
  }
  remove("nobody", "r1", false);
}, { after: ["newest"] });

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
});

must("rival-delete", "A review that is added while another is deleted is kept.", (t) => {
  const w = t.fresh({ seed: 106, scale: 0.1 });
  const latest = newest(w.rows.reviews, "bob", 1)[0];
  const mine = written("mine", latest.created_at.getTime() + 1);
  const reviews = [...w.rows.reviews.filter((review) => review._id !== latest._id), { ...mine, user: "bob" }];
  for (const [action, interference] of [["addReview", "deleteReview"], ["deleteReview", "addReview"]]) {
    const run = (fn) => (world) => world.call(fn, "bob", fn === "addReview" ? mine : latest._id);
    w.rival(run(action), run(interference), (world) =>
      checkPage(t, world, reviews, "bob", 10, ` after ${action} and ${interference} at the same moment`),
    );
  }
});

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
