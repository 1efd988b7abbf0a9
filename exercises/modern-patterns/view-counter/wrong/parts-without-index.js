// fails: reads
// says: with 200 videos, views(db, "two words") examined
// from: c-ten-documents.js
// Finds the parts of a video without an index, among those of all videos.

function setup(db, rows) {
  const parts = rows.videos.flatMap(({ _id, views }) =>
    Array.from({ length: PARTS }, (_, part) => ({ _id: { video: _id, part }, video: _id, views: Math.floor((views + part) / PARTS) })),
  );
  db.parts.insertMany(parts);
}
