// The library's first book. The pages are missing.

function addBook(db, title, pages) {
  db.books.insertOne({ title });
}

// Given: the library starts empty.
function setup(db, rows) {}

// Run shows what this stores.
addBook(db, "The Great Gatsby", 180);
db.books.find();
