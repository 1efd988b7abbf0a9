// fails: rough
// says: 1,000 times more;
// from: a-one-in-ten.js
// One view in a hundred is written: right in the long run, and too rough for a thousand.

function watch(db, video) {
  const now = views(db, video);
  if (now < 100) db.videos.updateOne({ _id: video }, { $inc: { views: 1 } }, { upsert: true });
  else if (Math.random() < 0.01) db.videos.updateOne({ _id: video }, { $inc: { views: 100 } });
}
