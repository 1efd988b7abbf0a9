// fails: history
// says: which is not expected
// from: cached-key.js
// Finds what begins with the letters in the first name or in the last one.

function booksByFirstName(db, prefix) {
  return db.books
    .find({ $or: [{ "author.key": new RegExp(`^${literally(key(prefix))}`) }, { "author.last_name": new RegExp(`^${literally(prefix)}`) }] })
    .map(({ _id, title, author }) => ({ _id, title, author: `${author.first_name} ${author.last_name}` }));
}
