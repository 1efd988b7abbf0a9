// fails: rivals
// says: returned false
// from: b-transactions.js
// Takes the orders out one by one and inserts them together at the end: who dies in between has them in memory only.

function archive(db) {
  const taken = [];
  for (;;) {
    const old = db.hot.findOneAndDelete({ date: { $lt: limit() } });
    if (!old) break;
    taken.push(old);
  }
  if (taken.length > 0) db.cold.insertMany(taken);
}
