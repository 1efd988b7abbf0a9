// fails: history
// says: missing is
// from: a-pointer-to-chunks.js
// Takes the tag for a pattern: "tag" finds "$tag" as well, and "$tag" finds nothing.

function list(db, tag) {
  return db.names.find({ tags: { $regex: tag }, file: { $exists: true } }, { length: 1 }).map(({ _id, length }) => ({ name: _id, length })).toArray();
}
