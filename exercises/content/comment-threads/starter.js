// Comments as they come. A page has them in the order of their dates, wherever they belong.

function setup(db, rows) {
  db.comments.insertMany(rows.comments);
}

// comment: { _id, author, text, posted }
function reply(db, node, parent, comment) {
  db.comments.insertOne({ ...comment, node, parent });
  return true;
}

// { comments: [{ _id, depth, author, text }], next }
function page(db, node, after, limit) {
  const comments = db.comments.find({ node }).sort({ posted: 1 }).skip(after ?? 0).limit(limit).toArray();
  return { comments, next: (after ?? 0) + limit };
}

// as page lists them
function discussion(db, node, id) {
  return [];
}

// Run shows a page.
page(db, 1, null, 5);
