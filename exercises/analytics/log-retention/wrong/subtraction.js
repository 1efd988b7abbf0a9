// fails: recorded
// says: nov is not defined
// from: ttl-and-capped.js
// Knows the logs by name, and takes one from the other: `db.sites-nov` is a subtraction.

function record(db, log, event) {
  if (log === "sites-nov") db.sites-nov.insertOne(event);
  else db.getCollection(log).insertOne(event);
}
