// From 100 views on, one view in ten is written and counts ten.
// wins: When a tenth of the writes is few enough, and the rule should be simple.
// stars:

function setup(db, rows) {
  db.videos.insertMany(rows.videos);
}

function watch(db, video) {
  const step = views(db, video) < 100 ? 1 : 10;
  if (Math.random() < 1 / step) db.videos.updateOne({ _id: video }, { $inc: { views: step } }, { upsert: true });
}

function views(db, video) {
  return db.videos.findOne({ _id: video })?.views ?? 0;
}
