// fails: overtaken
// says: state
// from: b-transactions.js
// Carries copies from one collection to the other: those of a job that was overtaken replace what was changed since.

function archive(db) {
  for (const order of db.hot.find({ date: { $lt: limit() } }).toArray()) {
    db.cold.replaceOne({ _id: order._id }, order, { upsert: true });
    db.hot.deleteOne(order);
  }
}
