// fails: history
// says: E11000
// from: b-versions-only.js
// Lets the refused insert's error reach the caller.

function save(db, page, token, text, user) {
  if (token.page !== page) return false;
  db.versions.insertOne({ page, version: token.version + 1, text, user });
  return true;
}
