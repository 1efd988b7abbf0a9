// fails: grows
// says: is listed twice
// from: d-pushed-to-readers.js
// Does not ask whether a reader has the entry already.

function publish(db, entry) {
  for (const { _id: user } of db.users.find({ feeds: entry.feed }, { _id: 1 }).toArray()) {
    const [open] = db.buckets.find({ user }).sort({ n: -1 }).limit(1).toArray();
    if (open && open.count < SIZE) db.buckets.updateOne({ _id: open._id }, { $push: { entries: copy(entry) }, $inc: { count: 1 } });
    else db.buckets.insertOne({ user, n: open ? open.n + 1 : 0, count: 1, entries: [copy(entry)] });
  }
}
