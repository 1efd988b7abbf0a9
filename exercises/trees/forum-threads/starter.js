// A forum shows threads in reading order: each comment is followed by the answers to it.

function setup(db, rows) {
  // rows.comments: [{ _id, thread, parent, created, username, body }], parent null at the top
  db.comments.insertMany(rows.comments);
}

// comment: { _id, created, username, body }; true, or false if the parent is not in the thread
function reply(db, thread, parent, comment) {
  db.comments.insertOne({ ...comment, thread, parent });
  return true;
}

// [{ _id, depth, username, body }] in reading order
function thread(db, id) {
  return [];
}

// the same for one comment and everything below it
function subtree(db, id) {
  return [];
}

// Run shows a thread.
thread(db, "t1");
