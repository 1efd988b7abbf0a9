// fails: history
// says: promised
// from: a-hit-by-hit.js
// Stops at the first line that is there: those behind it are never stored.

function insertNew(collection, documents) {
  if (documents.length === 0) return;
  try {
    collection.insertMany(documents);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}
