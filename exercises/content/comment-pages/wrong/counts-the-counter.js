// fails: crashes
// says: the client died in addComment
// from: b-number-from-a-counter.js
// Takes the counter for the number of comments: a client may die between the two.

function count(db, node) {
  return db.counters.findOne({ _id: node })?.next ?? 0;
}
