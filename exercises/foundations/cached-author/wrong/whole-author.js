// fails: small-copies
// says: are stored for them
// from: cached-key.js
// Copies everything about the author into each of their books.

function copyOf(author) {
  return { ...author, key: key(author.first_name) };
}
