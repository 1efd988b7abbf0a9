// Each view is written.
// wins: When every view is paid for.
// stars:

function setup(db, rows) {
  db.videos.insertMany(rows.videos);
}

function watch(db, video) {
  db.videos.updateOne({ _id: video }, { $inc: { views: 1 } }, { upsert: true });
}

function views(db, video) {
  return db.videos.findOne({ _id: video })?.views ?? 0;
}
