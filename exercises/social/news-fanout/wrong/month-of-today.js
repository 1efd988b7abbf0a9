// fails: posts
// says: news(db,
// from: b-fan-out.js
// Files the copy under the month in which it is sent, not under that of the post.

function send(db, { sent, ...post }) {
  const month = monthOf(new Date());
  const writes = db.members.find({ follows: post.author }, { _id: 1 }).toArray().map(({ _id: reader }) => ({
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
  }
  db.posts.updateOne({ _id: post._id }, { $set: { sent: true } });
}
