// fails: marks
// says: was marked while an entry came in
// from: d-pushed-to-readers.js
// Reads the bucket, adds the entry and writes all of it back over a mark that was made meanwhile.

function publish(db, entry) {
  for (const { _id: user } of db.users.find({ feeds: entry.feed }, { _id: 1 }).toArray()) {
    const [open] = db.buckets.find({ user }).sort({ n: -1 }).limit(1).toArray();
    if (open?.entries.some(({ _id }) => _id === entry._id)) continue;
    if (open && open.count < SIZE) db.buckets.updateOne({ _id: open._id }, { $set: { entries: [...open.entries, copy(entry)], count: open.count + 1 } });
    else db.buckets.insertOne({ user, n: open ? open.n + 1 : 0, count: 1, entries: [copy(entry)] });
  }
}
