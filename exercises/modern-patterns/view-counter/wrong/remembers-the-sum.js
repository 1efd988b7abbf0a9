// fails: rivals
// says: at the same moment
// from: c-ten-documents.js
// Stores the sum beside the parts, as it was read.

function watch(db, video) {
  const part = Math.floor(PARTS * Math.random());
  const sum = views(db, video) + 1;
  db.parts.updateOne({ _id: { video, part } }, { $inc: { views: 1 }, $setOnInsert: { video } }, { upsert: true });
  db.sums.updateOne({ _id: video }, { $set: { sum } }, { upsert: true });
}

function views(db, video) {
  return db.sums.findOne({ _id: video })?.sum ?? db.parts.find({ video }).toArray().reduce((sum, part) => sum + part.views, 0);
}
