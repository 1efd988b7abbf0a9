// fails: history
// says: lend failed: MongoServerError: Invalid $set
// from: pipeline.js
// Passes the reader to a pipeline as it is.

function lend(db, id, reader) {
  db.books.updateOne({ _id: id }, [{ $set: { available: false, reader } }]);
}
