// Asks for a hundred ids at a time.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function titles(db, ids) {
  const found = new Map();
  for (let at = 0; at < ids.length; at += 100) {
    for (const book of db.books.find({ _id: { $in: ids.slice(at, at + 100) } }).toArray()) found.set(book._id, book.title);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
