// fails: history
// says: missing is
// from: two-steps.js
// Searches for the letters as they were typed.

function booksByFirstName(db, prefix) {
  const authors = db.authors.find({ first_name: new RegExp(`^${literally(prefix)}`) }).toArray();
  const names = new Map(authors.map(({ _id, first_name, last_name }) => [_id, `${first_name} ${last_name}`]));
  if (names.size === 0) return [];
  return db.books
    .find({ author: { $in: [...names.keys()] } })
    .map(({ _id, title, author }) => ({ _id, title, author: names.get(author) }));
}
