// What the model cannot promise: the error of a second author, and users who have left. Then the costs.

must("add-author", "A second author with the same _id is an error.", (t) => {
  const w = t.fresh({ seed: 15, scale: 1 });
  const first = { _id: 900, first_name: "Zoë", last_name: "O'Hara" };
  w.call("addAuthor", first);
  const { error } = w.attempt("addAuthor", { _id: 900, first_name: "Second", last_name: "Author" });
  t.expect.equal(w.db.authors.findOne({ _id: 900 }), first, "the first author with _id 900");
  t.expect.that(
    error && error.code === 11000,
    `adding a second author with _id 900 ${error ? `failed with ${error.message}` : "raised no error"}; the duplicate key must be reported`,
  );
});

must("add-user", "A user gets a new _id, even after other users have left.", (t) => {
  const w = t.fresh({ seed: 16, scale: 1 });
  w.db.users.deleteMany({ _id: { $in: [1, 2] } });
  const id = w.call("addUser", "after", "two left");
  const isStored = id !== undefined && w.db.users.findOne({ _id: id })?.username === "after";
  t.expect.that(isStored, `addUser(db, "after", "two left") returned ${EJSON.stringify(id) ?? "nothing"}, and no user of that name has that _id`);
});

probe("review", (w) => {
  w.call("addReview", 1, { user: 1, text: "short" });
}, { seed: 19, scale: 1 });

measure((w) => {
  for (let id = 1; id <= 10; id++) {
    w.call("addReview", id, { user: 1, text: "short" });
    w.call("addUser", `reader ${id}`, "secret");
    w.call("removeBook", id + 20);
  }
});
