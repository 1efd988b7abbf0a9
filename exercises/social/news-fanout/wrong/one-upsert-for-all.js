// fails: posts
// says: is missing
// from: b-fan-out.js
// One upsert for all followers inserts one document, which has no reader.

function send(db, { sent, ...post }) {
  const month = monthOf(post.at);
  const readers = db.members.find({ follows: post.author }, { _id: 1 }).toArray().map(({ _id }) => _id);
  try {
    db.news.updateMany(
      { reader: { $in: readers }, month, "posts._id": { $ne: post._id } },
      { $push: { posts: { $each: [post], $sort: ORDER } } },
      { upsert: true },
    );
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  db.posts.updateOne({ _id: post._id }, { $set: { sent: true } });
}
