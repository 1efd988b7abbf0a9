// fails: d-content
// says: did not return the
// from: in-the-server.js
// Gives the last scan of a name, not the first.

function scan(db, id, name) {
  return db.files.find({ report: id, name }).sort({ n: -1 }).limit(1).toArray()[0]?.data ?? null;
}

function ticketKey() {
  return { customer: 1, _id: 1 };
}
