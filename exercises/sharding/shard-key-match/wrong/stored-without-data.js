// fails: fields
// says: which has lost or changed a field
// from: a-hashed.js
// Stores of a chunk what its key and its unique index need, and not its data.

function document(collection, doc) {
  return collection === "photoChunks" ? { _id: doc._id, files_id: doc.files_id, n: doc.n } : doc;
}
