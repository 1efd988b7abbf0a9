// fails: cheap-post
// says: a hundred and first follower came, and the next post wrote
// from: c-hybrid.js
// Decides in `setup` who is famous.

function follow(db, reader, author) {
  if (db.members.findOne({ _id: author }, { _id: 1 })) db.members.updateOne({ _id: reader }, { $addToSet: { follows: author } });
}
