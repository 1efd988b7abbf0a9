// fails: slow
// says: 59 seconds into it a repair
// from: also-notes-on-buyers.js
// Takes a call for dead after twenty seconds: a slow client gives the thing away, and the gold has gone back.

function repair(db) {
  const old = new Date(Date.now() - 20_000);
  const left = db.people.find({ "pending.at": { $lt: old } }).toArray();
  for (const { _id, pending } of left) settle(db, _id, pending);
}
