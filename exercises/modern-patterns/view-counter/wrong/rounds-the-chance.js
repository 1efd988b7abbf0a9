// fails: rough
// says: watched 1,000 times more; views
// from: b-ever-rarer.js
// A chance of one in ten, rounded, is none.

function watch(db, video) {
  const step = Math.max(1, Math.floor(views(db, video) / 100));
  if (Math.random() < Math.round(1 / step)) db.videos.updateOne({ _id: video }, { $inc: { views: step } }, { upsert: true });
}
