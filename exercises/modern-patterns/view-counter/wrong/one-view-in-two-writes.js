// fails: crashes
// says: the client died in watch
// from: c-ten-documents.js
// Takes a view from one part and gives two to another, to even them out: in between one is missing.

function watch(db, video) {
  const part = Math.floor(PARTS * Math.random());
  const other = { video, part: (part + 1) % PARTS };
  db.parts.updateOne({ _id: { video, part } }, { $inc: { views: 2 }, $setOnInsert: { video } }, { upsert: true });
  db.parts.updateOne({ _id: other }, { $inc: { views: -1 }, $setOnInsert: { video } }, { upsert: true });
}
