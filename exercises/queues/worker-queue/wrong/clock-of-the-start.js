// fails: enqueued
// says: after a message was added a day later
// from: lease.js
// Looks at the clock when the program starts, and gives that date to every message.

const started = new Date();

function enqueue(db, message) {
  db.queue.insertOne({ message, created: started, state: 0 });
}
