// fails: history
// says: returned true, promised false
// from: c-all-in-page.js
// Asks for the version and never raises it.

function save(db, page, token, text, user) {
  const change = { $push: { versions: { $each: [{ version: token + 1, text, user }], $position: 0 } } };
  return db.pages.updateOne({ _id: page, version: token }, change).modifiedCount === 1;
}
