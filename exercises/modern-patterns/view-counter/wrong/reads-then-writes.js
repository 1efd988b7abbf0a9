// fails: rivals
// says: at the same moment
// from: e-each-view.js
// Reads the number, adds one and writes it back.

function watch(db, video) {
  db.videos.updateOne({ _id: video }, { $set: { views: views(db, video) + 1 } }, { upsert: true });
}
