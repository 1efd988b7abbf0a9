// fails: history
// says: which is not expected
// from: cached-key.js
// Finds the letters anywhere in the name.

function booksByFirstName(db, prefix) {
  return db.books
    .find({ "author.key": new RegExp(`${literally(key(prefix))}`) })
    .map(({ _id, title, author }) => ({ _id, title, author: `${author.first_name} ${author.last_name}` }));
}
