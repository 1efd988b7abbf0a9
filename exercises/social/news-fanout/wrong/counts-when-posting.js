// fails: famous
// says: lack the post
// from: c-hybrid.js
// Posting counts followers, reading knows only the first celebrities: a new one's posts are neither copied nor merged.

function follow(db, reader, author) {
  if (db.members.findOne({ _id: author }, { _id: 1 })) db.members.updateOne({ _id: reader }, { $addToSet: { follows: author } });
}

function post(db, post) {
  const famous = db.members.countDocuments({ follows: post.author }) > MOST;
  try {
    db.posts.insertOne({ ...post, sent: famous });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  if (!famous) send(db, post);
}
