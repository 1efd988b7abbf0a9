// fails: history
// says: views(db, 
// from: a-one-in-ten.js
// Writes one view in two from fifty on: small numbers are not exact.

function watch(db, video) {
  const now = views(db, video);
  const step = now < 50 ? 1 : now < 100 ? 2 : 10;
  if (Math.random() * step < 1) db.videos.updateOne({ _id: video }, { $inc: { views: step } }, { upsert: true });
}
