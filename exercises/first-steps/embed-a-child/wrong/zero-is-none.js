// fails: history
// says: `publisher` is null
// from: publisher-in-book.js
// Takes a publisher whose `_id` is 0 or an empty text for none.

function setup(db, rows) {
  const publishers = new Map(rows.publishers.map(({ _id, name, city }) => [_id, { name, city }]));
  const shown = (id) => (id && publishers.get(id)) || null;
  db.books.insertMany(rows.books.map(({ _id, title, publisher }) => ({ _id, title, publisher: shown(publisher) })));
}
