// Ten documents, each of which is written ever more rarely.
// wins: When one video is watched by everybody at once.
// stars: few-writes, spread

const PARTS = 10;

// The views are shared out among the documents of a video.
function setup(db, rows) {
  const parts = rows.videos.flatMap(({ _id, views }) =>
    Array.from({ length: PARTS }, (_, part) => ({ _id: { video: _id, part }, video: _id, views: Math.floor((views + part) / PARTS) })),
  );
  db.parts.createIndex({ video: 1 });
  db.parts.insertMany(parts);
}

function watch(db, video) {
  const _id = { video, part: Math.floor(PARTS * Math.random()) };
  const own = db.parts.findOne({ _id })?.views ?? 0;
  // Below 100 in one part, all views count: the sum may still be small.
  const step = own < 100 ? 1 : Math.floor(own / PARTS);
  if (Math.random() < 1 / step) db.parts.updateOne({ _id }, { $inc: { views: step }, $setOnInsert: { video } }, { upsert: true });
}

function views(db, video) {
  return db.parts.find({ video }).toArray().reduce((sum, part) => sum + part.views, 0);
}
