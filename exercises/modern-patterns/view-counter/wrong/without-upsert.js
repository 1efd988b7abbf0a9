// fails: history
// says: returned 0, promised 1
// from: e-each-view.js
// Changes the videos that are there; a new one stays at 0.

function watch(db, video) {
  db.videos.updateOne({ _id: video }, { $inc: { views: 1 } });
}
