// fails: rough
// says: views(db, "two words") is 10000
// from: a-one-in-ten.js
// Stops counting at ten thousand.

function watch(db, video) {
  const before = views(db, video);
  const step = before < 100 ? 1 : 10;
  if (before < 10_000 && Math.random() < 1 / step) db.videos.updateOne({ _id: video }, { $inc: { views: step } }, { upsert: true });
}
