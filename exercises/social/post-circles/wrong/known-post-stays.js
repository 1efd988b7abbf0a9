// fails: crashes
// says: the client died in post
// from: b-permitted-members.js
// Makes the lists only for a post that is new: one that was cut off stays hidden.

function post(db, post) {
  const { upsertedCount } = db.posts.updateOne(
    { _id: post._id },
    { $setOnInsert: { ...post, version: 0, sees: [{ own: post.author }] } },
    { upsert: true },
  );
  if (upsertedCount > 0) refresh(db, post.author);
}
