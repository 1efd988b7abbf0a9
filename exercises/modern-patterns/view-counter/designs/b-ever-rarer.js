// The more views there are, the more rarely one is written, and the more it counts.
// wins: When few videos get most of the views.
// stars: few-writes

function setup(db, rows) {
  db.videos.insertMany(rows.videos);
}

function watch(db, video) {
  const step = Math.max(1, Math.floor(views(db, video) / 100));
  if (Math.random() < 1 / step) db.videos.updateOne({ _id: video }, { $inc: { views: step } }, { upsert: true });
}

function views(db, video) {
  return db.videos.findOne({ _id: video })?.views ?? 0;
}
