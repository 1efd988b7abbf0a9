// What is stored afterwards, and what each function returns; then two readers at once.

const call = (fn, values) => `${fn}(${["db", ...values.map((value) => JSON.stringify(value))].join(", ")})`;

must("add-author", "An author is stored with its own _id; a second one with that _id is an error.", (t) => {
  const w = t.fresh({ seed: 15, scale: 1 });
  for (const author of [{ _id: 900, first_name: "Zoë", last_name: "O'Hara" }, { _id: "x.$1", last_name: "" }]) {
    w.call("addAuthor", author);
    t.expect.equal(w.db.authors.findOne({ _id: author._id }), author, `the stored author ${JSON.stringify(author._id)}`);
  }
  const { error } = w.attempt("addAuthor", { _id: 900, first_name: "Second", last_name: "Author" });
  t.expect.equal(w.db.authors.findOne({ _id: 900 }), { _id: 900, first_name: "Zoë", last_name: "O'Hara" }, "the first author with _id 900");
  t.expect.that(
    error && error.code === 11000,
    `adding a second author with _id 900 ${error ? `failed with ${error.message}` : "raised no error"}; the duplicate key must be reported`,
  );
  const authors = w.db.authors.countDocuments() - w.rows.authors.length;
  t.expect.that(authors === 2, `two authors were added, and there are ${amountOf(authors, "author")} more`);
});

must("add-user", "A user is stored without a given _id, and the new _id is returned.", (t) => {
  const w = t.fresh({ seed: 16, scale: 1 });
  const given = [["new.reader", "pa$$word"], ["new.reader", "pa$$word"], ["李雷", ""], ["reader1", "$1"]];
  const known = new Set();
  for (const [username, password] of given) {
    const id = w.call("addUser", username, password);
    const said = `${call("addUser", [username, password])} returned ${id === undefined ? "nothing" : String(EJSON.stringify(id))}`;
    t.expect.that(id !== undefined && id !== null, `${said}, not an _id`);
    const user = w.db.users.findOne({ _id: id });
    t.expect.that(user !== null, `${said}, and no user has that _id`);
    t.expect.that(!known.has(String(id)), `${said}, which is the _id of a user who was added before`);
    known.add(String(id));
    t.expect.equal({ username: user.username, password: user.password }, { username, password }, "the stored user");
  }
  const users = w.db.users.countDocuments() - w.rows.users.length;
  t.expect.that(users === given.length, `${given.length} users were added, and there are ${users} more`);
  w.db.users.deleteMany({ _id: { $in: [1, 2] } });
  const next = w.call("addUser", "after", "two left");
  t.expect.equal(w.db.users.findOne({ _id: next })?.username, "after", "the name of a user who was added after two had left");
});

must("remove-book", "A book is deleted, that book alone, and once.", (t) => {
  const w = t.fresh({ seed: 17, scale: 1 });
  const left = new Set(w.rows.books.map((book) => book._id));
  for (const [id, expected] of [[3, true], [3, false], [40, true], [4_000, false], ["5", false]]) {
    const result = w.call("removeBook", id);
    t.expect.that(result === expected, `${call("removeBook", [id])} returned ${EJSON.stringify(result) ?? "nothing"}, not ${expected}`);
    left.delete(id);
    t.expect.sameSet(w.db.books.distinct("_id"), [...left], `the _ids of the books after ${call("removeBook", [id])}`);
  }
});

must("add-review", "A review is appended to its book, and nothing else changes.", (t) => {
  const w = t.fresh({ seed: 14, scale: 1 });
  const books = structuredClone(w.rows.books);
  const given = [
    [1, { user: 3, text: "d'accord. $5" }], [40, { user: 4, text: "" }], [1, { user: 3, text: "twice" }],
    [1, { user: 3, text: "twice" }], [7, { user: 2, text: "$$ROOT" }], [4_000, { user: 1, text: "where?" }],
  ];
  for (const values of given) {
    const [id, review] = values;
    const book = books.find((each) => each._id === id);
    book?.reviews.push(review);
    w.call("addReview", ...values);
    const after = `after ${call("addReview", values)}`;
    if (book) t.expect.equal(w.db.books.findOne({ _id: id })?.reviews, book.reviews, `the reviews of book ${id} ${after}`);
    t.expect.sameSet(w.db.books.find().toArray(), books, `the books ${after}`);
  }
});

must("two-reviews", "Two reviews that a book receives at the same moment both stay.", (t) => {
  const w = t.fresh({ seed: 18, scale: 0.2 });
  w.rival(
    (world) => world.call("addReview", 1, { user: 1, text: "mine" }),
    (world) => world.call("addReview", 1, { user: 2, text: "yours" }),
    (world) => {
      const texts = world.db.books.findOne({ _id: 1 }).reviews.map((review) => review.text);
      for (const text of ["mine", "yours"]) {
        t.expect.that(texts.includes(text), `two reviews were added at the same moment, and "${text}" is lost`);
      }
    },
  );
}, { after: ["add-review"] });

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
