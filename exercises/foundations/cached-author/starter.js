// Readers look for books by the first name of the author. Where should that name be?

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  if (rows.books.length > 0) db.books.insertMany(rows.books);
}

// [{ _id, title, author: "First Last" }]
function booksByFirstName(db, prefix) {
  return [];
}

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
}

function finishRenames(db) {}
