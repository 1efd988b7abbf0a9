// Views of videos. So far nobody is counted.

function setup(db, rows) {
  db.videos.insertMany(rows.videos);
}

// An unknown video gets its first view.
function watch(db, video) {}

function views(db, video) {
  return db.videos.findOne({ _id: video })?.views ?? 0;
}

// Run shows a video that was watched.
watch(db, "a.b");
views(db, "a.b");
