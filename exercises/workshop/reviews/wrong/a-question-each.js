// fails: no-scan
// says: round trips for
// Keeps lists of ids, and asks for each review of a page by itself.
function setup(db, rows) {
  db.users.insertMany(rows.users.map((user) => ({ ...user, reviews: [] })));
  db.books.insertMany(rows.books.map((book) => ({ ...book, reviews: [] })));
  const written = new Map();
  const received = new Map();
  const stored = rows.reviews.map((review) => ({ _id: ObjectId(), ...review }));
  stored.sort((a, b) => b.created_at - a.created_at);
  for (const { _id, user, book } of stored) {
    written.set(user, [...(written.get(user) ?? []), _id]);
    received.set(book, [...(received.get(book) ?? []), _id]);
  }
  if (stored.length > 0) db.reviews.insertMany(stored);
  for (const [_id, reviews] of written) db.users.updateOne({ _id }, { $set: { reviews } });
  for (const [_id, reviews] of received) db.books.updateOne({ _id }, { $set: { reviews } });
}

function addReview(db, review) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const { insertedId } = inside.reviews.insertOne(review);
      inside.users.updateOne({ _id: review.user }, { $push: { reviews: insertedId } }, { upsert: true });
      inside.books.updateOne({ _id: review.book }, { $push: { reviews: insertedId } }, { upsert: true });
    });
  } finally {
    session.endSession();
  }
}

function page(db, owner) {
  const reviews = (owner?.reviews ?? []).map((_id) => db.reviews.findOne({ _id }));
  return reviews.sort((a, b) => b.created_at - a.created_at);
}

function reviewsByUser(db, user) {
  return page(db, db.users.findOne({ _id: user }));
}

function reviewsByBook(db, book) {
  return page(db, db.books.findOne({ _id: book }));
}
