// 40,000 searches a day by the author's first name, 2 renames. Where is the name stored?

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
}

// [{ _id, title, author: "First Last" }]
function booksByFirstName(db, prefix) {
  return [];
}

// "First Last"
function nameOf(db, id) {
  const { first_name, last_name } = db.authors.findOne({ _id: id });
  return `${first_name} ${last_name}`;
}

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
}

function finishRenames(db) {}

// Run shows the books of authors called Ada, Adam, adèle: none yet.
booksByFirstName(db, "ad");
