// fails: history
// says: nameOf failed
// from: cached-key.js
// Reads an author's name in one of their books, and not everybody has one.

function nameOf(db, id) {
  const { first_name, last_name } = db.books.findOne({ "author._id": id }).author;
  return `${first_name} ${last_name}`;
}
