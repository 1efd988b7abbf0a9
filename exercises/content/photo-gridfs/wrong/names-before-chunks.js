// fails: rivals
// says: sweep(db) and upload(db,
// from: a-pointer-to-chunks.js
// Reads which files are in use, and afterwards which chunks there are: a new upload is in the second list only.

function sweep(db) {
  const dead = { touched: { $lt: new Date(Date.now() - FIVE_MINUTES) } };
  db.names.updateMany({ uploads: { $elemMatch: dead } }, { $pull: { uploads: dead } });
  db.names.deleteMany({ file: { $exists: false }, uploads: [] });
  const used = new Set([...db.names.distinct("file"), ...db.names.distinct("uploads.file")].map(String));
  const files = db.chunks.distinct("_id.file");
  const unused = files.filter((file) => !used.has(String(file)));
  db.chunks.deleteMany({ "_id.file": { $in: unused } });
}
