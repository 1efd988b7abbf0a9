// Each view is written, to one of ten documents; they are added up for the page.
// wins: When the number must be exact and one document takes too many writes.
// stars: spread

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
  const part = Math.floor(PARTS * Math.random());
  db.parts.updateOne({ _id: { video, part } }, { $inc: { views: 1 }, $setOnInsert: { video } }, { upsert: true });
}

function views(db, video) {
  return db.parts.find({ video }).toArray().reduce((sum, part) => sum + part.views, 0);
}
