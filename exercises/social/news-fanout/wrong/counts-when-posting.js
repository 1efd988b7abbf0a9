// fails: famous
// says: lack the post
// from: c-hybrid.js
// Who posts counts followers, who reads knows the celebrities of the start: the new one's posts are neither copied nor merged in.

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
