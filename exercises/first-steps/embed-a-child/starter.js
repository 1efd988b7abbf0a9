// A book's page in two reads. It is right: press Check, then win the star.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.publishers.insertMany(rows.publishers);
}

// { title, publisher: { name, city } }
function bookPage(db, id) {
  const book = db.books.findOne({ _id: id });
  if (!book) return null;
  const publisher = db.publishers.findOne({ _id: book.publisher });
  return { title: book.title, publisher: publisher && { name: publisher.name, city: publisher.city } };
}

// Run shows a page.
bookPage(db, 7);
