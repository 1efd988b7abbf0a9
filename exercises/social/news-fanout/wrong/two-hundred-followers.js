// fails: history
// says: lacks the post "to all fans"
// from: b-fan-out.js
// Copies a post to two hundred followers at most.

function send(db, { sent, ...post }) {
  const month = monthOf(post.at);
  const readers = db.members.find({ follows: post.author }, { _id: 1 }).limit(200).toArray();
  const writes = readers.map(({ _id: reader }) => ({
    updateOne: {
      filter: { reader, month, "posts._id": { $ne: post._id } },
      update: { $push: { posts: { $each: [post], $sort: ORDER } } },
      upsert: true,
    },
  }));
  try {
    if (writes.length > 0) db.news.bulkWrite(writes, { ordered: false });
  } catch (error) {
    if (error.code !== 11000) throw error;
    if (writes.some(({ updateOne: { filter } }) => !db.news.findOne({ reader: filter.reader, month, "posts._id": post._id }, { _id: 1 }))) send(db, post);
  }
  db.posts.updateOne({ _id: post._id }, { $set: { sent: true } });
}
