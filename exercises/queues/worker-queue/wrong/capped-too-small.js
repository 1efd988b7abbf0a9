// fails: history
// says: calls of enqueue
// from: capped.js
// A capped collection that makes room by dropping what nobody has worked on.

function setup(db, rows) {
  db.createCollection("queue", { capped: true, size: ROOM, max: 400 });
  db.queue.createIndex({ state: 1, created: 1 });
  const messages = rows.messages.map(({ message, created }) => stored(message, created));
  if (messages.length > 0) db.queue.insertMany(messages.sort((a, b) => a.created - b.created));
}
