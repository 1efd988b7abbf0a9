// fails: rivals
// says: at the same moment
// from: b-permitted-members.js
// Makes the lists anew without a version: a client that has read the circles a moment ago overwrites newer lists.

function refresh(db, author) {
  const member = db.members.findOne({ _id: author });
  const writes = db.posts.find({ author }, { audience: 1 }).toArray().map((post) => ({
    updateOne: { filter: { _id: post._id }, update: { $set: { sees: permitted(member, post) } } },
  }));
  if (writes.length > 0) db.posts.bulkWrite(writes);
}
