// fails: history
// says: returned false, promised true
// from: b-link-documents.js
// Asks whether the author follows the reader.

function follows(db, from, to) {
  return db.links.findOne({ from: to, to: from }) !== null;
}
