// fails: history
// says: returned false
// from: a-copy-and-compare.js
// Looks for the order where new ones are: the state of an old one cannot be set.

function setState(db, id, state) {
  return db.hot.updateOne({ _id: id }, { $set: { state }, $inc: { version: 1 } }).matchedCount === 1;
}
