// Two collections and two reads, as an SQL program would without a join.
// wins: When publishers change often, and a second trip does not matter.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.publishers.insertMany(rows.publishers);
}

function bookPage(db, id) {
  const book = db.books.findOne({ _id: id });
  if (!book) return null;
  return { title: book.title, publisher: db.publishers.findOne({ _id: book.publisher }, { name: 1, city: 1 }) };
}
