// fails: rival-duplicate
// says: and bob took one at once
// The unique index covers waiting requests only, so a pair is free again once a clerk has taken the request.

const WEEK = 7 * 24 * 3600 * 1000;
function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.r.createIndex({ borrower: 1, book: 1 }, { unique: true, partialFilterExpression: { state: "waiting" } });
  db.r.createIndex({ state: 1, priority: -1, created: 1 });
  db.r.insertMany(rows.requests.map((r) => ({ ...r, state: "waiting" })));
}
function requestLoan(db, borrower, book, priority) {
  if (db.r.findOne({ borrower, book, state: { $in: ["waiting", "desk"] } })) return false;
  try { db.r.insertOne({ borrower, book, priority, created: new Date(), state: "waiting" }); return true; } catch (e) { if (e.code === 11000) return false; throw e; }
}
function nextRequest(db, clerk) {
  const d = db.r.findOneAndUpdate({ state: "waiting" }, { $set: { state: "desk", clerk, taken: new Date() } }, { sort: { priority: -1, created: 1 }, returnDocument: "after" });
  return d && { id: d._id, borrower: d.borrower, book: d.book, priority: d.priority };
}
function decide(db, id, clerk, state) {
  return db.r.updateOne({ _id: id, state: "desk", clerk, taken: { $gte: new Date(Date.now() - WEEK) } }, { $set: { state } }).modifiedCount === 1;
}
function approve(db, id, clerk) { return decide(db, id, clerk, "approved"); }
function refuse(db, id, clerk) { return decide(db, id, clerk, "refused"); }
function expireStale(db) { db.r.updateMany({ state: "desk", taken: { $lt: new Date(Date.now() - WEEK) } }, { $set: { state: "waiting" } }); }
