// fails: crash
// says: of 6 followers have the post
// from: b-fan-out.js
// Copies the post to one follower after the other, and nothing knows where it stopped.

function post(db, post) {
  const month = monthOf(post.at);
  for (const { _id: reader } of db.members.find({ follows: post.author }, { _id: 1 }).toArray()) {
    try {
      db.news.updateOne(
        { reader, month, "posts._id": { $ne: post._id } },
        { $push: { posts: { $each: [post], $sort: ORDER } } },
        { upsert: true },
      );
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}
