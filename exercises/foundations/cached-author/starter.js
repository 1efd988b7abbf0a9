// Readers look for books by the first name of the author. Where should that name be?

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
}

// [{ _id, title, author: "First Last" }]
function booksByFirstName(db, prefix) {
  return [];
}

// "First Last", for the page of the author
function nameOf(db, id) {
  const { first_name, last_name } = db.authors.findOne({ _id: id });
  return `${first_name} ${last_name}`;
}

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
}

function finishRenames(db) {}
