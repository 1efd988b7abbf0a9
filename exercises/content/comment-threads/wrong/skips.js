// fails: between-pages
// says: came on 2 pages
// from: a-path.js
// Counts what was shown and skips it: a reply on an earlier page moves everything.

function page(db, node, after, limit) {
  const from = after ?? 0;
  const comments = db.comments.find({ node }, shown).sort({ path: 1 }).skip(from).limit(limit + 1).toArray();
  return { comments: comments.slice(0, limit), next: comments.length > limit ? from + limit : null };
}
