// fails: history
// says: has 101 elements, promised
// from: ancestors.js
// Returns the first batch of the server's answer only.

function thread(db, id) {
  return inOrder(db.runCommand({ find: "comments", filter: { thread: id } }).cursor.firstBatch);
}
