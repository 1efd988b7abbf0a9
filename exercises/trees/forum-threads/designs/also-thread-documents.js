// A thread is one document with a map from comment to its parent and words, and a list of all ids to find it by.

function setup(db, rows) {
  db.threads.createIndex({ ids: 1 });
  const threads = new Map();
  for (const comment of rows.comments) {
    if (!threads.has(comment.thread)) threads.set(comment.thread, { _id: comment.thread, ids: [], said: {} });
    const thread = threads.get(comment.thread);
    thread.ids.push(comment._id);
    thread.said[`c${comment._id}`] = stored(comment.parent, comment);
  }
  if (threads.size > 0) db.threads.insertMany([...threads.values()]);
}

const stored = (parent, { created, username, body }) => ({ to: parent, at: created, by: username, body });

function reply(db, thread, parent, comment) {
  const there = parent === null ? { _id: thread } : { _id: thread, ids: parent };
  const add = { $addToSet: { ids: comment._id }, $set: { [`said.c${comment._id}`]: stored(parent, comment) } };
  const { matchedCount, upsertedCount } = db.threads.updateOne(there, add, { upsert: parent === null });
  return matchedCount + upsertedCount === 1;
}

function inOrder(said, from, depth) {
  return Object.entries(said)
    .map(([key, comment]) => ({ _id: key.slice(1), ...comment }))
    .filter(({ to }) => to === from)
    .sort((a, b) => a.at - b.at || (a._id < b._id ? -1 : 1))
    .flatMap(({ _id, by, body }) => [{ _id, depth, username: by, body }, ...inOrder(said, _id, depth + 1)]);
}

function thread(db, id) {
  return inOrder(db.threads.findOne({ _id: id })?.said ?? {}, null, 0);
}

function subtree(db, id) {
  const said = db.threads.findOne({ ids: id })?.said;
  if (!said) return [];
  let depth = 0;
  for (let above = said[`c${id}`].to; above !== null; above = said[`c${above}`].to) depth++;
  const { by, body } = said[`c${id}`];
  return [{ _id: id, depth, username: by, body }, ...inOrder(said, id, depth + 1)];
}
