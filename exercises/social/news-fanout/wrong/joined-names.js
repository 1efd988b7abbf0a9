// fails: history
// says: With names that are the same when they are joined
// Has a document for each reader and post, named by both as one text: two of them may have one name.

const copyOf = (reader, post) => ({ ...post, _id: `${reader}-${post._id}`, reader, post: post._id });

function setup(db, rows) {
  db.members.createIndex({ follows: 1 });
  db.news.createIndex({ reader: 1, at: -1, post: 1 });
  db.members.insertMany(rows.members);
  db.posts.insertMany(rows.posts);
  const byAuthor = new Map();
  for (const post of rows.posts) byAuthor.set(post.author, [...(byAuthor.get(post.author) ?? []), post]);
  db.news.insertMany(rows.members.flatMap(({ _id, follows }) => follows.flatMap((author) => byAuthor.get(author) ?? []).map((post) => copyOf(_id, post))));
}

function follow(db, reader, author) {
  if (db.members.findOne({ _id: author }, { _id: 1 })) db.members.updateOne({ _id: reader }, { $addToSet: { follows: author } });
}

function post(db, post) {
  try {
    db.posts.insertOne(post);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  send(db, post);
}

function send(db, post) {
  const copies = db.members.find({ follows: post.author }, { _id: 1 }).map(({ _id }) => copyOf(_id, post)).toArray();
  try {
    if (copies.length > 0) db.news.insertMany(copies, { ordered: false });
  } catch (error) {
    // Readers who have it already.
    if (error.code !== 11000) throw error;
  }
}

function news(db, reader, before, n) {
  const after = before && { $or: [{ at: { $lt: before.at } }, { at: before.at, post: { $gt: before._id } }] };
  const found = db.news.find({ reader, ...after }).sort({ at: -1, post: 1 }).limit(n).toArray();
  return found.map(({ post, author, text, at }) => ({ _id: post, author, text, at }));
}

function resume(db) {
  for (const post of db.posts.find().toArray()) send(db, post);
}
