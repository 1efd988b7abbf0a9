// The list is the old one and the new element; all else stays as it was.

const byId = (w) => new Map(w.db.books.find().toArray().map((book) => [JSON.stringify(book._id), book]));
const users = (list) => list.map((review) => review?.user);

function add(t, w, id, review) {
  const call = `addReview(db, ${JSON.stringify(id)}, …) by ${review.user}`;
  const before = byId(w);
  w.call("addReview", id, review);
  const after = byId(w);
  const key = JSON.stringify(id);
  for (const [other, book] of after) {
    t.expect.that(before.has(other), `${call} made a new document with the _id ${other}`);
    if (other !== key) t.expect.equal(book, before.get(other), `the book ${other} after ${call}`);
  }
  for (const [other] of before) t.expect.that(after.has(other), `${call} removed the book ${other}`);
  if (!before.has(key)) return;
  const old = before.get(key).reviews ?? [];
  const list = after.get(key).reviews;
  t.expect.that(Array.isArray(list), `\`reviews\` is ${JSON.stringify(list)?.slice(0, 60) ?? "missing"} after ${call}, not a list`);
  t.expect.that(!Array.isArray(list.at(-1)), `the last element of \`reviews\` is itself a list after ${call}`);
  const lost = old.find((each) => !list.some((other) => EJSON.stringify(other) === EJSON.stringify(each)));
  if (lost) t.fail(`after ${call}, ${lost.user}'s review is gone, ${users(list).join(", ")} is there`);
  const same = (each) => EJSON.stringify(each) === EJSON.stringify(review);
  const [stored, given] = [list.filter(same).length, old.filter(same).length + 1];
  if (given > 1 && stored === given - 1) t.fail(`${given} equal reviews were added, ${amountOf(stored, "is", "are")} stored`);
  t.expect.that(list.length === old.length + 1, `the list has ${amountOf(list.length, "review")} after ${call}, it had ${old.length}`);
  if (same(list[0]) && old.length > 0 && !same(old[0])) {
    t.fail(`after ${call}, ${users(list).join(", ")}: ${review.user} stands before ${old[0].user}, who wrote first`);
  }
  t.expect.equal(list, [...old, review], `\`reviews\` after ${call}`);
  const { reviews: was, ...rest } = before.get(key);
  const { reviews: is, ...now } = after.get(key);
  t.expect.equal(now, rest, `the other fields of the book after ${call}`);
}

must("adds", "A review is added at the end of the list, and nothing else changes.", (t) => {
  const w = t.fresh({ seed: 21, scale: 2 });
  for (const [user, text] of [["bob", "Once."], ["O'Neil", "“Très bien” – $5."], ["$ann", "$text"], ["a.b", ""], ["Ann", "$$ROOT"]]) {
    add(t, w, 7, { user, text });
    add(t, w, "7", { user, text });
  }
  const names = Array.from({ length: 120 }, (_, i) => `reader ${i}`);
  for (const user of names) w.call("addReview", 7, { user, text: "Again." });
  const last = users(w.db.books.findOne({ _id: 7 }).reviews).slice(-120);
  t.expect.ordered(last, names, "the last 120 reviewers in the list of 126");
});

must("first", "The first review of a book begins its list.", (t) => {
  const w = t.fresh({ seed: 22, scale: 2 });
  for (const id of [1, 2, "a.b"]) {
    add(t, w, id, { user: "ann", text: "First." });
    add(t, w, id, { user: "bob", text: "Second." });
  }
}, { after: ["adds"] });

must("twice", "The same review twice is stored twice.", (t) => {
  const w = t.fresh({ seed: 23, scale: 2 });
  for (let i = 0; i < 3; i++) add(t, w, 7, { user: "bob", text: "Once." });
}, { after: ["adds"] });

must("unknown", "An unknown book stays unknown.", (t) => {
  const w = t.fresh({ seed: 24, scale: 2 });
  for (const id of [99, "2", "99", ""]) add(t, w, id, { user: "ann", text: "Where?" });
});

must("reviewers", "`reviewers` lists the users in the order of their reviews.", (t) => {
  const w = t.fresh({ seed: 25, scale: 2 });
  w.call("addReview", 1, { user: "zoe", text: "First." });
  w.call("addReview", 1, { user: "ann", text: "Second." });
  w.call("addReview", 1, { user: "zoe", text: "Third." });
  for (const [id, expected] of [[1, ["zoe", "ann", "zoe"]], [7, ["ann"]], [2, []], [99, []]]) {
    t.expect.ordered(w.call("reviewers", id), expected, `reviewers(db, ${id})`);
  }
}, { after: ["first"] });

measure((w) => {
  w.call("addReview", 7, { user: "bob", text: "Once." });
});
