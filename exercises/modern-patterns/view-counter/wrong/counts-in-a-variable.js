// fails: history
// says: returned 0, promised 1
// from: e-each-view.js
// Collects views in a variable and writes ten at once: the next process begins at 0.

const waiting = new Map();

function watch(db, video) {
  const count = (waiting.get(video) ?? 0) + 1;
  waiting.set(video, count % 10);
  if (count === 10) db.videos.updateOne({ _id: video }, { $inc: { views: 10 } }, { upsert: true });
}
