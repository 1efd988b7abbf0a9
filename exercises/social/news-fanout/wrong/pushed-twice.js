// fails: posts
// says: twice
// from: b-fan-out.js
// Appends the copy without asking whether it is there.

function send(db, { sent, ...post }) {
  const month = monthOf(post.at);
  const writes = db.members.find({ follows: post.author }, { _id: 1 }).toArray().map(({ _id: reader }) => ({
    updateOne: { filter: { reader, month }, update: { $push: { posts: { $each: [post], $sort: ORDER } } }, upsert: true },
  }));
  if (writes.length > 0) db.news.bulkWrite(writes);
  db.posts.updateOne({ _id: post._id }, { $set: { sent: true } });
}
