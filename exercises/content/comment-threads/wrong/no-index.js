// fails: keyset
// says: page 40 walked 0 keys
// from: a-path.js
// Has no index: each page looks at all comments and sorts them.

function setup(db, rows) {
  const byId = new Map(rows.comments.map((comment) => [comment._id, comment]));
  const place = (comment) => placed(comment, comment.parent !== null && place(byId.get(comment.parent)));
  db.comments.insertMany(rows.comments.map(place));
}
