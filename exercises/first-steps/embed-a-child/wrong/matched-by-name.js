// fails: history
// says: `publisher.city` is
// Copies the name into the book, and looks the city up by the name.

function setup(db, rows) {
  const names = new Map(rows.publishers.map(({ _id, name }) => [_id, name]));
  db.books.insertMany(rows.books.map(({ _id, title, publisher }) => ({ _id, title, publisher: names.get(publisher) ?? null })));
  db.publishers.insertMany([...rows.publishers].reverse());
}

function bookPage(db, id) {
  const book = db.books.findOne({ _id: id });
  if (!book) return null;
  return { title: book.title, publisher: book.publisher && db.publishers.findOne({ name: book.publisher }) };
}
