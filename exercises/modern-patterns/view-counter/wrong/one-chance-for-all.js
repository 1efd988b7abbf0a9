// fails: first
// says: views(db, "a.b") after 1 view
// from: a-one-in-ten.js
// One view in ten counts, the first as well.

function watch(db, video) {
  if (Math.random() < 0.1) db.videos.updateOne({ _id: video }, { $inc: { views: 10 } }, { upsert: true });
}
