// fails: readers
// says: KB are stored for
// from: a-pointer-to-chunks.js
// Spares every upload that has not ended, also those whose client is dead.

function sweep(db) {
  db.names.deleteMany({ file: { $exists: false }, uploads: [] });
  // Chunks first, names afterwards: an upload has registered before it writes a chunk.
  const files = db.chunks.distinct("_id.file");
  const used = new Set([...db.names.distinct("file"), ...db.names.distinct("uploads.file")].map(String));
  const unused = files.filter((file) => !used.has(String(file)));
  db.chunks.deleteMany({ "_id.file": { $in: unused } });
}
