// Where do the readers of a book's page come from? Count hits by referring domain.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  for (const { book, domain } of rows.hits) hit(db, book, domain);
}

function hit(db, book, domain) {
  // TODO: count one hit
}

function referrers(db, book) {
  // [{ domain, count }], every domain once
  return [];
}

function top(db, book, n) {
  return [];
}

// Run shows where the readers of a book come from.
referrers(db, 1);
