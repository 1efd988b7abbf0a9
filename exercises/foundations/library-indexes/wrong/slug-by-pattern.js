// fails: history
// says: bookBySlug(db, 'book') returned
// from: three-indexes.js
// Finds the slug anywhere in the text: part of one, or none at all, is enough.

function bookBySlug(db, slug) {
  return db.books.findOne({ slug: { $regex: slug } });
}
