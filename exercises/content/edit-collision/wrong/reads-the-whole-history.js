// fails: long-history
// says: documents
// from: b-versions-only.js
// Reads all versions and cuts the list in JavaScript.

function history(db, page, n) {
  return db.versions.find({ page }).sort({ version: -1 }).toArray().slice(0, n);
}
