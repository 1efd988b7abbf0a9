// A review names the pages it belongs to, "u:ada" and "b:7", in one array; one multikey index serves both screens.

function setup(db, rows) {
  db.things.createIndex({ pages: 1, at: -1 });
  const things = [
    ...rows.users.map(({ _id }) => ({ _id: `u:${_id}` })),
    ...rows.books.map(({ _id, ...book }) => ({ _id: `b:${_id}`, ...book })),
    ...rows.reviews.map(stored),
  ];
  db.things.insertMany(things);
}

function stored({ user, book, rating, text, created_at }) {
  return { pages: [`u:${user}`, `b:${book}`], at: created_at, by: user, of: book, said: { rating, text } };
}

function addReview(db, review) {
  db.things.insertOne(stored(review));
}

function page(db, name) {
  return db.things
    .aggregate([
      { $match: { pages: name } },
      { $sort: { at: -1 } },
      { $project: { _id: 0, user: "$by", book: "$of", rating: "$said.rating", text: "$said.text", created_at: "$at" } },
    ])
    .toArray();
}

function reviewsByUser(db, user) {
  return page(db, `u:${user}`);
}

function reviewsByBook(db, book) {
  return page(db, `b:${book}`);
}
