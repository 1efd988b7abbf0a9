// Each book holds what its page shows.
// wins: When pages are read far more often than publishers change.
// stars: one-document

function setup(db, rows) {
  const publishers = new Map(rows.publishers.map(({ _id, name, city }) => [_id, { name, city }]));
  db.books.insertMany(rows.books.map(({ _id, title, publisher }) => ({ _id, title, publisher: publishers.get(publisher) ?? null })));
}

function bookPage(db, id) {
  return db.books.findOne({ _id: id });
}
