// fails: deaths
// says: after clients died in
// from: also-notes-on-buyers.js
// Each repair settles one of the notes that dead clients have left.

function repair(db) {
  const old = new Date(Date.now() - 60_000);
  const left = db.people.find({ "pending.at": { $lt: old } }).limit(1).toArray();
  for (const { _id, pending } of left) settle(db, _id, pending);
}
