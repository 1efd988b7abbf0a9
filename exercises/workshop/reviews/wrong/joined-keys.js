// fails: history
// says: promised
// Joins reader and book without a separator: nobody1's review of book 12 is nobody11's of book 2.

function setup(db, rows) {
  db.users.insertMany(rows.users); db.books.insertMany(rows.books);
  db.reviews.createIndex({ user: 1, created_at: -1 }); db.reviews.createIndex({ book: 1, created_at: -1 });
  if (rows.reviews.length) db.reviews.insertMany(rows.reviews);
}
function addReview(db, r) { db.reviews.updateOne({ _id: `${r.user}${r.book}` }, { $set: r }, { upsert: true }); }
function reviewsByUser(db, user) { return db.reviews.find({ user }).sort({ created_at: -1 }).toArray(); }
function reviewsByBook(db, book) { return db.reviews.find({ book }).sort({ created_at: -1 }).toArray(); }
