// Posts are copied to the followers' news, but for authors with more than a hundred: theirs are merged in when somebody reads.
// wins: When most authors have few followers, and some have very many.
// stars: cheap-post, cheap-news

const monthOf = (at) => at.toISOString().slice(0, 7);
const ORDER = { at: -1, _id: 1 };
const MOST = 100;

function setup(db, rows) {
  db.members.createIndex({ follows: 1 });
  db.news.createIndex({ reader: 1, month: -1 }, { unique: true });
  db.posts.createIndex({ author: 1, at: -1, _id: 1 });
  db.members.insertMany(rows.members);
  const followers = new Map();
  for (const author of rows.members.flatMap(({ follows }) => follows)) followers.set(author, (followers.get(author) ?? 0) + 1);
  const celebrities = [...followers].filter(([, count]) => count > MOST).map(([author]) => author);
  db.lists.insertOne({ _id: "celebrities", members: celebrities });
  db.posts.insertMany(rows.posts.map((post) => ({ ...post, sent: true })));
  const byAuthor = new Map();
  for (const post of rows.posts) byAuthor.set(post.author, [...(byAuthor.get(post.author) ?? []), post]);
  const documents = [];
  for (const { _id: reader, follows } of rows.members) {
    const months = new Map();
    for (const post of follows.filter((author) => !celebrities.includes(author)).flatMap((author) => byAuthor.get(author) ?? [])) {
      const month = monthOf(post.at);
      if (!months.has(month)) documents.push(months.set(month, { reader, month, posts: [] }).get(month));
      months.get(month).posts.push(post);
    }
  }
  for (const { posts } of documents) posts.sort((a, b) => b.at - a.at || (a._id < b._id ? -1 : 1));
  db.news.insertMany(documents);
}

function follow(db, reader, author) {
  if (!db.members.findOne({ _id: author }, { _id: 1 })) return;
  db.members.updateOne({ _id: reader }, { $addToSet: { follows: author } });
  if (db.members.countDocuments({ follows: author }) > MOST) {
    db.lists.updateOne({ _id: "celebrities" }, { $addToSet: { members: author } });
  }
}

// Copies a post to all followers; a document that has it already stays as it is.
function send(db, { sent, ...post }) {
  const month = monthOf(post.at);
  const writes = db.members.find({ follows: post.author }, { _id: 1 }).toArray().map(({ _id: reader }) => ({
    updateOne: {
      filter: { reader, month, "posts._id": { $ne: post._id } },
      update: { $push: { posts: { $each: [post], $sort: ORDER } } },
      upsert: true,
    },
  }));
  try {
    if (writes.length > 0) db.news.bulkWrite(writes, { ordered: false });
  } catch (error) {
    // The month is there and has the post, or another client has just begun it: each month once.
    if (error.code !== 11000) throw error;
    if (writes.some(({ updateOne: { filter } }) => !db.news.findOne({ reader: filter.reader, month, "posts._id": post._id }, { _id: 1 }))) send(db, post);
  }
  db.posts.updateOne({ _id: post._id }, { $set: { sent: true } });
}

function post(db, post) {
  const famous = db.lists.findOne({ _id: "celebrities", members: post.author }) !== null;
  try {
    db.posts.insertOne({ ...post, sent: famous });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  if (!famous) send(db, post);
}

// At least n posts from a reader's newest months, or all there are.
function latest(db, reader, before, n) {
  for (let most = 2; ; most *= 4) {
    const months = db.news.find({ reader, ...(before && { month: { $lte: monthOf(before.at) } }) }).sort({ month: -1 }).limit(most).toArray();
    const after = (post) => !before || post.at < before.at || (Number(post.at) === Number(before.at) && post._id > before._id);
    const list = months.flatMap(({ posts }) => posts.filter(after));
    if (list.length >= n || months.length < most) return list;
  }
}

function news(db, reader, before, n) {
  const follows = db.members.findOne({ _id: reader })?.follows ?? [];
  const famous = db.lists.findOne({ _id: "celebrities" }).members.filter((author) => follows.includes(author));
  const older = before && { $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $gt: before._id } }] };
  const found = new Map();
  for (const author of famous) {
    for (const { sent, ...post } of db.posts.find({ author, ...older }).sort(ORDER).limit(n)) found.set(post._id, post);
  }
  for (const post of latest(db, reader, before, n)) found.set(post._id, post);
  return [...found.values()].sort((a, b) => b.at - a.at || (a._id < b._id ? -1 : 1)).slice(0, n);
}

function resume(db) {
  for (const post of db.posts.find({ sent: false }).toArray()) send(db, post);
}
