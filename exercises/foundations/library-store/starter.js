// Four short functions. `setup` is given: the three collections are stored as they come.

function addAuthor(db, author) {
  db.authors.insertOne(author);
}

function addUser(db, username, password) {}

function removeBook(db, id) {}

function addReview(db, id, review) {}

// Given: stores the rows.
function setup(db, rows) {
  for (const name of ["authors", "users", "books"]) {
    db[name].insertMany(rows[name]);
  }
}

// Run shows what this returns.
db.authors.insertOne({ _id: 900, first_name: "Zora", last_name: "Hurston" });
