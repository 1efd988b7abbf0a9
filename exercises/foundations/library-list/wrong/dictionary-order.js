// fails: titlePage
// says: titlePage(db, 0, 10)
// from: cursors.js
// Sorts titles as a dictionary does, without regard to capitals.

const titlePage = (db, n, size) => {
  return db.books.find({}, { title: 1 }).sort({ title: 1, _id: 1 }).collation({ locale: "en" }).skip(n * size).limit(size);
};
