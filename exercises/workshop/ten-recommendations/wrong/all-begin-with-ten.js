// fails: history
// says: remaining(db
// from: array-and-counter.js
// Gives everybody ten places, those who recommend already as well.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  const users = new Map(rows.users.map(({ _id }) => [_id, { _id, remaining: 10, books: [] }]));
  for (const { user, book } of rows.recommendations) {
    users.get(user).books.push(book);
  }
  if (users.size > 0) db.users.insertMany([...users.values()]);
}
