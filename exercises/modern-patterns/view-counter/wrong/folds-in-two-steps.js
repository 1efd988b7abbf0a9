// fails: any-step
// says: in the middle of the next call of watch
// from: c-ten-documents.js
// Now and then moves the views of a part to the first one: between the two writes they are in neither.

function watch(db, video) {
  const part = Math.floor(PARTS * Math.random());
  const add = (to, views) => db.parts.updateOne({ _id: { video, part: to } }, { $inc: { views }, $setOnInsert: { video } }, { upsert: true });
  add(part, 1);
  if (part === 0 || Math.random() >= 0.1) return;
  const moved = db.parts.findOneAndDelete({ _id: { video, part } });
  if (moved) add(0, moved.views);
}
