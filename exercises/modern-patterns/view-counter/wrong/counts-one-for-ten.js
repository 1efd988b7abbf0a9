// fails: rough
// says: watched 1,000 times more; views
// from: a-one-in-ten.js
// One view in ten is written, and counts one.

function watch(db, video) {
  const step = views(db, video) < 100 ? 1 : 10;
  if (Math.random() < 1 / step) db.videos.updateOne({ _id: video }, { $inc: { views: 1 } }, { upsert: true });
}
