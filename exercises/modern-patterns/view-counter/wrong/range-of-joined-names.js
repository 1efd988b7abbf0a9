// fails: history
// says: views(db, 'a.b')
// from: c-ten-documents.js
// Joins the video and the part with a colon, and reads all from `a.b:` to `a.b;`, where the video `a.b:1` is, too.

function setup(db, rows) {
  db.parts.insertMany(rows.videos.map(({ _id, views }) => ({ _id: `${_id}:0`, views })));
}

function watch(db, video) {
  db.parts.updateOne({ _id: `${video}:${Math.floor(PARTS * Math.random())}` }, { $inc: { views: 1 } }, { upsert: true });
}

function views(db, video) {
  const parts = db.parts.find({ _id: { $gte: `${video}:`, $lt: `${video};` } }).toArray();
  return parts.reduce((sum, part) => sum + part.views, 0);
}
