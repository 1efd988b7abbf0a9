// fails: posts
// says: is missing
// from: b-fan-out.js
// Updates the followers' documents without upsert: the first post of a month reaches nobody.

function send(db, { sent, ...post }) {
  const month = monthOf(post.at);
  const readers = db.members.find({ follows: post.author }, { _id: 1 }).toArray().map(({ _id }) => _id);
  db.news.updateMany(
    { reader: { $in: readers }, month, "posts._id": { $ne: post._id } },
    { $push: { posts: { $each: [post], $sort: ORDER } } },
  );
  db.posts.updateOne({ _id: post._id }, { $set: { sent: true } });
}
