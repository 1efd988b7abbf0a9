// fails: names
// says: a string that begins with `$` names a field
// from: pipeline.js
// Passes the reader to a pipeline as it is.

function lend(db, id, reader) {
  db.books.updateOne({ _id: id }, [{ $set: { available: false, reader } }]);
}
