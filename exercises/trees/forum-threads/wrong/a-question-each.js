// fails: few-trips
// says: round trips
// from: whole-thread.js
// Asks for the answers to each comment separately.

function thread(db, id) {
  const walk = (parent, depth) =>
    db.comments
      .find({ thread: id, parent })
      .sort({ created: 1, _id: 1 })
      .toArray()
      .flatMap((comment) => [{ ...comment, depth }, ...walk(comment._id, depth + 1)]);
  return walk(null, 0);
}
