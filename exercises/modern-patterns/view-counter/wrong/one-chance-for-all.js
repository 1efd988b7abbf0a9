// fails: history
// says: returned 0, promised 1
// from: a-one-in-ten.js
// One view in ten counts, the first as well.

function watch(db, video) {
  if (Math.random() < 0.1) db.videos.updateOne({ _id: video }, { $inc: { views: 10 } }, { upsert: true });
}
