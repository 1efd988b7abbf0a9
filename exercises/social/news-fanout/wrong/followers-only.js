// fails: follows
// says: news(db,
// from: a-collected.js
// Replaces the list of those whom a reader follows.

function follow(db, reader, author) {
  if (db.members.findOne({ _id: author }, { _id: 1 })) db.members.updateOne({ _id: reader }, { $set: { follows: [author] } });
}
