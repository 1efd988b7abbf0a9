// fails: history
// says: promised
// from: b-batch-by-batch.js
// Treats a batch whose id is stored as complete.

function ingest(db, { id, lines }) {
  const hits = lines.map(read);
  const batch = { size: lines.length, hits: hits.filter(Boolean), bad: lines.filter((_, n) => !hits[n]) };
  try {
    db.batches.updateOne({ _id: id }, { $setOnInsert: batch }, { upsert: true });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}
